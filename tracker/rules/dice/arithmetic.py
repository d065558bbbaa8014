"""Terms made of other terms: signs, operators, comparisons, a term rolled twice."""
# ruff: noqa: D102 - the members of a node are described once, in `Node`

from collections.abc import Callable, Mapping
from itertools import product
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import ClassVar

from tracker.rules.dice.falling import announced
from tracker.rules.dice.handful import is_open
from tracker.rules.dice.node import Extent, Node, OfOne, OfTwo, Rolled, all_dropped, settle, written
from tracker.rules.dice.throw import Mode, Roll
from tracker.rules.record import dataclass, field

ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": floordiv,
    "%": mod,
}
"""`/` rounds down, towards minus infinity; the remainder `%` has the sign of its divisor."""
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": eq,
    "!=": ne,
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
}
_BINDING = {"+": 2, "-": 2, "*": 3, "/": 3, "%": 3}


@dataclass(frozen=True, slots=True)
class Signed(OfOne):
    """A term with a sign before it."""

    sign: str
    operand: Node

    binding: ClassVar[int] = 4
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        low, high, falls = self.operand.extent
        settle(self, *((low, high) if self.sign == "+" else (-high, -low)), falls)

    def roll(self, roll: Roll) -> Rolled:
        rolled = self.operand.roll(roll)
        return Rolled(rolled.total if self.sign == "+" else -rolled.total, rolled.dice)

    def __str__(self) -> str:
        return f"{self.sign}{written(self.operand, self.binding)}"


@dataclass(frozen=True, slots=True)
class Sum(OfTwo):
    """Two terms and an operator of arithmetic between them."""

    left: Node
    operator: str
    right: Node

    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Settle the extremes, which lie at the ends of both terms: a divisor never reaches across zero."""
        left, right = self.left.extent, self.right.extent
        falls = left.falls + right.falls
        if self.operator == "%":
            settle(self, min(0, right.low + 1), max(0, right.high - 1), falls)
            return
        ends = [ARITHMETIC[self.operator](*pair) for pair in product(left[:2], right[:2])]
        settle(self, min(ends), max(ends), falls)

    @property
    def binding(self) -> int:
        return _BINDING[self.operator]

    def roll(self, roll: Roll) -> Rolled:
        left, right = self.left.roll(roll), self.right.roll(roll)
        return Rolled(ARITHMETIC[self.operator](left.total, right.total), left.dice + right.dice)

    def __str__(self) -> str:
        left, right = written(self.left, self.binding), written(self.right, self.binding + 1)
        return f"{left}{self.operator}{right}"


@dataclass(frozen=True, slots=True)
class Comparison(OfTwo):
    """Two terms compared: 1 when it is so, 0 when it is not."""

    left: Node
    operator: str
    right: Node

    binding: ClassVar[int] = 1
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, 0, 1, self.left.extent.falls + self.right.extent.falls)

    @property
    def always(self) -> bool | None:
        """Whether it is met whatever the dice show; None where they decide."""
        left, right = self.left.extent[:2], self.right.extent[:2]
        alone = left[0] == left[1] == right[0] == right[1]
        apart = left[1] < right[0] or right[1] < left[0]
        if self.operator in ("==", "!=") and not (alone or apart):
            return None
        met = {COMPARISONS[self.operator](*pair) for pair in product(left, right)}
        return met.pop() if len(met) == 1 else None

    def roll(self, roll: Roll) -> Rolled:
        left, right = self.left.roll(roll), self.right.roll(roll)
        so = COMPARISONS[self.operator](left.total, right.total)
        return Rolled(int(so), left.dice + right.dice, (left.total, right.total))

    def __str__(self) -> str:
        return f"{written(self.left, 1)}{self.operator}{written(self.right, 2)}"


@dataclass(frozen=True, slots=True)
class Twice(OfOne):
    """A whole term rolled twice, of which the better or the worse total counts (R1-028, A1-36).

    A player who has announced only the kept face of a single die gives that one alone.
    """

    operand: Node
    mode: Mode

    binding: ClassVar[int] = 0
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        low, high, falls = self.operand.extent
        settle(self, low, high, 2 * falls)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides * 2

    def roll(self, roll: Roll) -> Rolled:
        sides = self.operand.sides
        alone = len(sides) == 1 and not is_open(self.operand)
        face = announced(roll, 2, sides[0]) if alone else None
        if face is not None:
            return self.operand.roll(lambda _: face)
        first, second = self.operand.roll(roll), self.operand.roll(roll)
        better = max if self.mode is Mode.ADVANTAGE else min
        if better(first.total, second.total) == first.total:
            return Rolled(first.total, first.dice + all_dropped(second.dice))
        return Rolled(second.total, all_dropped(first.dice) + second.dice)

    def __str__(self) -> str:
        return f"{written(self.operand, 2)} {'adv' if self.mode is Mode.ADVANTAGE else 'dis'}"
