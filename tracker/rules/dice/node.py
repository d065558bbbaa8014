"""The interface of every term of an expression, and the result of a roll."""

from typing import NamedTuple, Protocol

from tracker.rules.dice.falling import dropped_die
from tracker.rules.dice.throw import Die, Roll


class RollOutcome(NamedTuple):
    """The result of a roll: the total, and every die in the order in which they fell."""

    total: int
    dice: tuple[Die, ...] = ()
    compared: tuple[int, int] | None = None
    """Both sides of a comparison, if the term is one."""


class Extent(NamedTuple):
    """The limits of a term: its least and greatest total, and how many dice fall on average.

    A term computes them once, so that a long notation is checked in one pass.
    """

    low: int
    high: int
    falls: int = 0


class Node(Protocol):
    """A term of an expression."""

    @property
    def binding(self) -> int:
        """The precedence of the term in a notation; 0 is the lowest."""

    @property
    def parts(self) -> "tuple[Node, ...]":
        """The terms that this term is made of."""

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of the dice that certainly fall, in order."""

    @property
    def extent(self) -> "Extent":
        """Its least and greatest total, and the number of dice."""

    def roll(self, roll: Roll) -> RollOutcome:
        """Roll the dice of the term."""

    def __str__(self) -> str:
        """Write the notation of the term in its normal form."""


class UnaryTerm:
    """Base of terms made of one other term."""

    __slots__ = ()
    operand: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides


class BinaryTerm:
    """Base of terms made of two other terms."""

    __slots__ = ()
    left: Node
    right: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.left, self.right)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.left.sides + self.right.sides


def notation_text(node: Node, precedence: int) -> str:
    """Write the notation of a term, in parentheses if its precedence is below `precedence`."""
    return str(node) if node.binding >= precedence else f"({node})"


def all_dropped(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Mark all dice of a term that does not count as dropped."""
    return tuple(map(dropped_die, dice))
