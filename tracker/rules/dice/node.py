"""The interface of every term of an expression, and the result of a roll."""

from typing import NamedTuple, Protocol

from tracker.rules.dice.falling import dropped
from tracker.rules.dice.throw import Die, Roll


class Rolled(NamedTuple):
    """The result of a roll: the total and every die, in the order in which they fell."""

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
        """How tightly the term binds when written, 0 the loosest."""

    @property
    def parts(self) -> "tuple[Node, ...]":
        """The terms that it is made of."""

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice that rolling it lets fall for certain, in order."""

    @property
    def extent(self) -> "Extent":
        """Its least and greatest total, and its number of dice."""

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
