"""What a dice notation asks for, as a tree, and what came of rolling it.

The tree says what was asked (`4d6kh3+2`), a `Rolled` every die that fell, the dropped ones marked. A new kind
of term is one more class with the members of `Node`.
"""
# ruff: noqa: D102 - the members of a node are described once, in `Node`

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from operator import add, floordiv, mul, sub
from typing import ClassVar, Protocol

from tracker.rules.dice.throw import Die, Mode, Roll, announced, sum_kept, throw_die


@dataclass(frozen=True, slots=True)
class Rolled:
    """What came of rolling: the total and every die, in the order in which they fell."""

    total: int
    dice: tuple[Die, ...] = ()


class Node(Protocol):
    """A term of an expression."""

    @property
    def binding(self) -> int:
        """How tightly it holds together when written, 0 the loosest."""

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice that rolling it lets fall, in order."""

    @property
    def bounds(self) -> tuple[int, int]:
        """Between which totals it must lie."""

    def roll(self, roll: Roll) -> Rolled:
        """Let its dice fall."""

    def __str__(self) -> str:
        """Its notation, in one normal form."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands."""

    value: int

    binding: ClassVar[int] = 4

    @property
    def sides(self) -> tuple[int, ...]:
        return ()

    @property
    def bounds(self) -> tuple[int, int]:
        return (self.value, self.value)

    def roll(self, roll: Roll) -> Rolled:
        return Rolled(self.value)

    def __str__(self) -> str:
        return str(self.value)


class Choosing(StrEnum):
    """Which dice of a handful count."""

    KEEP_HIGHEST = "kh"
    KEEP_LOWEST = "kl"
    DROP_HIGHEST = "dh"
    DROP_LOWEST = "dl"


@dataclass(frozen=True, slots=True)
class Dice:
    """So many dice of so many sides, all added or only those chosen by `choosing` and `chosen`."""

    count: int
    faces: int
    choosing: Choosing | None = None
    chosen: int = 0

    binding: ClassVar[int] = 4

    @property
    def sides(self) -> tuple[int, ...]:
        return (self.faces,) * self.count

    @property
    def bounds(self) -> tuple[int, int]:
        return (self.kept, self.kept * self.faces)

    @property
    def kept(self) -> int:
        """How many dice count."""
        if self.choosing is None:
            return self.count
        keeps = self.choosing in {Choosing.KEEP_HIGHEST, Choosing.KEEP_LOWEST}
        return self.chosen if keeps else self.count - self.chosen

    def roll(self, roll: Roll) -> Rolled:
        fallen = [throw_die(self.faces, roll) for _ in range(self.count)]
        counted = self._counted(fallen)
        dice = tuple(replace(die, kept=place in counted) for place, die in enumerate(fallen))
        return Rolled(sum_kept(dice), dice)

    def _counted(self, dice: list[Die]) -> set[int]:
        """Places of the dice that count; of equal ones the earlier counts."""
        lowest = self.choosing in {Choosing.KEEP_LOWEST, Choosing.DROP_HIGHEST}
        places = sorted(range(len(dice)), key=lambda place: dice[place].face * (1 if lowest else -1))
        return set(places[: self.kept])

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}" + (f"{self.choosing}{self.chosen}" if self.choosing else "")


@dataclass(frozen=True, slots=True)
class Negative:
    """A term with its sign turned."""

    operand: Node

    binding: ClassVar[int] = 3

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides

    @property
    def bounds(self) -> tuple[int, int]:
        low, high = self.operand.bounds
        return (-high, -low)

    def roll(self, roll: Roll) -> Rolled:
        rolled = self.operand.roll(roll)
        return Rolled(-rolled.total, rolled.dice)

    def __str__(self) -> str:
        return f"-{_written(self.operand, self.binding)}"


OPERATORS: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul, "/": floordiv}


@dataclass(frozen=True, slots=True)
class Operation:
    """Two terms and the operator between them; `/` rounds down, towards minus infinity."""

    left: Node
    operator: str
    right: Node

    @property
    def binding(self) -> int:
        return 1 if self.operator in "+-" else 2

    @property
    def sides(self) -> tuple[int, ...]:
        return self.left.sides + self.right.sides

    @property
    def bounds(self) -> tuple[int, int]:
        """The extremes lie at the ends of both terms, since a divisor never reaches across zero."""
        ends = [OPERATORS[self.operator](*pair) for pair in product(self.left.bounds, self.right.bounds)]
        return (min(ends), max(ends))

    def roll(self, roll: Roll) -> Rolled:
        left, right = self.left.roll(roll), self.right.roll(roll)
        return Rolled(OPERATORS[self.operator](left.total, right.total), left.dice + right.dice)

    def __str__(self) -> str:
        left, right = _written(self.left, self.binding), _written(self.right, self.binding + 1)
        return f"{left}{self.operator}{right}"


@dataclass(frozen=True, slots=True)
class Twice:
    """A whole term rolled twice, of which the better or the worse total counts (R1-028, A1-36).

    A player who has announced only the kept face of a single die gives that one alone.
    """

    operand: Node
    mode: Mode

    binding: ClassVar[int] = 0

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides * 2

    @property
    def bounds(self) -> tuple[int, int]:
        return self.operand.bounds

    def roll(self, roll: Roll) -> Rolled:
        sides = self.operand.sides
        face = announced(roll, 2, sides[0]) if len(sides) == 1 else None
        if face is not None:
            return self.operand.roll(lambda _: face)
        first, second = self.operand.roll(roll), self.operand.roll(roll)
        better = max if self.mode is Mode.ADVANTAGE else min
        if better(first.total, second.total) == first.total:
            return Rolled(first.total, first.dice + _all_dropped(second.dice))
        return Rolled(second.total, _all_dropped(first.dice) + second.dice)

    def __str__(self) -> str:
        inner = _written(self.operand, 1)
        return f"{inner} {'adv' if self.mode is Mode.ADVANTAGE else 'dis'}"


@dataclass(frozen=True, slots=True)
class Expression:
    """A whole notation: what to roll, and the label that says what for."""

    node: Node
    label: str = ""

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice that rolling it needs, in the order in which they fall.

        >>> Expression(Operation(Dice(2, 6), "+", Dice(1, 4))).sides
        (6, 6, 4)
        """
        return self.node.sides

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest total that it can give."""
        return self.node.bounds

    def roll(self, roll: Roll) -> Rolled:
        """Let its dice fall, every face kept."""
        return self.node.roll(roll)

    def __str__(self) -> str:
        return f"{self.node} # {self.label}" if self.label else str(self.node)


def _written(node: Node, least: int) -> str:
    return str(node) if node.binding >= least else f"({node})"


def _all_dropped(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    return tuple(replace(die, kept=False) for die in dice)
