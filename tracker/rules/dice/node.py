"""What every term of an expression can do, and what came of rolling one."""

from typing import NamedTuple, Protocol

from tracker.rules.dice.falling import dropped
from tracker.rules.dice.throw import Die, Roll


class Rolled(NamedTuple):
    """What came of rolling: the total and every die, in the order in which they fell."""

    total: int
    dice: tuple[Die, ...] = ()
    compared: tuple[int, int] | None = None
    """Both sides of a comparison, when that is what was asked."""


class Extent(NamedTuple):
    """How far a term can go: the least and the greatest total, and how many dice fall, on average.

    A term works it out once, so that a long notation is checked in one pass.
    """

    low: int
    high: int
    falls: int = 0


class Node(Protocol):
    """A term of an expression."""

    @property
    def binding(self) -> int:
        """How tightly it holds together when written, 0 the loosest."""

    @property
    def parts(self) -> "tuple[Node, ...]":
        """The terms that it is made of."""

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice that rolling it lets fall for certain, in order."""

    @property
    def extent(self) -> "Extent":
        """How far it can go."""

    def roll(self, roll: Roll) -> Rolled:
        """Let its dice fall."""

    def __str__(self) -> str:
        """Its notation, in one normal form."""


class OfOne:
    """Base of terms made of another one."""

    __slots__ = ()
    operand: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        """The terms that it is made of."""
        return (self.operand,)

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice that rolling it lets fall for certain, in order."""
        return self.operand.sides


class OfTwo:
    """Base of terms made of two others."""

    __slots__ = ()
    left: Node
    right: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        """The terms that it is made of."""
        return (self.left, self.right)

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice that rolling it lets fall for certain, in order."""
        return self.left.sides + self.right.sides


def written(node: Node, least: int) -> str:
    """Return the notation of a term where only one that holds together so tightly needs no parentheses."""
    return str(node) if node.binding >= least else f"({node})"


def all_dropped(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Return the dice of a term that does not count."""
    return tuple(map(dropped, dice))
