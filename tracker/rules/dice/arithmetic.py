"""Terms made of other terms: signs, operators, comparisons, a term rolled twice."""

from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import product
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import ClassVar

from msgspec import Struct

from tracker.rules.dice.falling import take_announced_face
from tracker.rules.dice.handful import is_open
from tracker.rules.dice.node import (
    BinaryTerm,
    Extent,
    Node,
    RollOutcome,
    UnaryTerm,
    all_dropped,
    notation_text,
)
from tracker.rules.dice.throw import Mode, Roll

ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": floordiv,
    "%": mod,
}
"""`/` rounds towards minus infinity; the remainder `%` has the sign of its divisor."""
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": eq,
    "!=": ne,
    ">=": ge,
    "<=": le,
    ">": gt,
    "<": lt,
}
_BINDING = {"+": 2, "-": 2, "*": 3, "/": 3, "%": 3}


class SignedTerm(UnaryTerm, Struct, frozen=True, dict=True):
    """A term with a sign before it."""

    sign: str
    operand: Node

    binding: ClassVar[int] = 4

    @cached_property
    def extent(self) -> Extent:
        low, high, falls = self.operand.extent
        return Extent(low, high, falls) if self.sign == "+" else Extent(-high, -low, falls)

    def roll(self, roll: Roll) -> RollOutcome:
        outcome = self.operand.roll(roll)
        return RollOutcome(outcome.total if self.sign == "+" else -outcome.total, outcome.dice)

    def __str__(self) -> str:
        return f"{self.sign}{notation_text(self.operand, self.binding)}"


class Sum(BinaryTerm, Struct, frozen=True, dict=True):
    """Two terms joined by an arithmetic operator."""

    left: Node
    operator: str
    right: Node

    @cached_property
    def extent(self) -> Extent:
        """The least and greatest total, which are at the ends of both terms, as no divisor crosses 0."""
        left, right = self.left.extent, self.right.extent
        falls = left.falls + right.falls
        if self.operator == "%":
            return Extent(min(0, right.low + 1), max(0, right.high - 1), falls)
        ends = [ARITHMETIC[self.operator](*pair) for pair in product(left[:2], right[:2])]
        return Extent(min(ends), max(ends), falls)

    @property
    def binding(self) -> int:
        return _BINDING[self.operator]

    def roll(self, roll: Roll) -> RollOutcome:
        left, right = self.left.roll(roll), self.right.roll(roll)
        return RollOutcome(ARITHMETIC[self.operator](left.total, right.total), left.dice + right.dice)

    def __str__(self) -> str:
        left, right = notation_text(self.left, self.binding), notation_text(self.right, self.binding + 1)
        return f"{left}{self.operator}{right}"


class Comparison(BinaryTerm, Struct, frozen=True, dict=True):
    """A comparison of two terms: 1 if it holds, else 0."""

    left: Node
    operator: str
    right: Node

    binding: ClassVar[int] = 1

    @cached_property
    def extent(self) -> Extent:
        return Extent(0, 1, self.left.extent.falls + self.right.extent.falls)

    @property
    def certain_result(self) -> bool | None:
        """Whether the comparison holds in every roll or in none; None if the dice decide."""
        left, right = self.left.extent[:2], self.right.extent[:2]
        are_equal = left[0] == left[1] == right[0] == right[1]
        are_disjoint = left[1] < right[0] or right[1] < left[0]
        if self.operator in ("==", "!=") and not (are_equal or are_disjoint):
            return None
        results = {COMPARISONS[self.operator](*pair) for pair in product(left, right)}
        return results.pop() if len(results) == 1 else None

    def roll(self, roll: Roll) -> RollOutcome:
        left, right = self.left.roll(roll), self.right.roll(roll)
        holds = COMPARISONS[self.operator](left.total, right.total)
        return RollOutcome(int(holds), left.dice + right.dice, (left.total, right.total))

    def __str__(self) -> str:
        return f"{notation_text(self.left, 1)}{self.operator}{notation_text(self.right, 2)}"


class Twice(UnaryTerm, Struct, frozen=True, dict=True):
    """A whole term rolled twice, of which the better or the worse total counts (R1-028, A1-36).

    A player may announce only the kept face of a single die; then that face is the roll.
    """

    operand: Node
    mode: Mode

    binding: ClassVar[int] = 0

    @cached_property
    def extent(self) -> Extent:
        low, high, falls = self.operand.extent
        return Extent(low, high, 2 * falls)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides * 2

    def roll(self, roll: Roll) -> RollOutcome:
        sides = self.operand.sides
        is_single_die = len(sides) == 1 and not is_open(self.operand)
        face = take_announced_face(roll, 2, sides[0]) if is_single_die else None
        if face is not None:
            return self.operand.roll(lambda _: face)
        first, second = self.operand.roll(roll), self.operand.roll(roll)
        better = max if self.mode is Mode.ADVANTAGE else min
        if better(first.total, second.total) == first.total:
            return RollOutcome(first.total, first.dice + all_dropped(second.dice))
        return RollOutcome(second.total, all_dropped(first.dice) + second.dice)

    def __str__(self) -> str:
        return f"{notation_text(self.operand, 2)} {'adv' if self.mode is Mode.ADVANTAGE else 'dis'}"
