"""Terms made of other terms: signs, operators, comparisons, a term rolled twice, members of a term chosen."""
# ruff: noqa: D102 - the members of a node are described once, in `Node`

from collections.abc import Callable, Mapping
from dataclasses import field
from itertools import product
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub
from typing import ClassVar

from tracker.rules.dice.expression import (
    Annotated,
    Dice,
    Extent,
    Members,
    Node,
    Rolled,
    all_dropped,
    chosen_extent,
    is_open,
    settle,
    written,
)
from tracker.rules.dice.hand import MOST_FALLS, Hand, Operation
from tracker.rules.dice.throw import Die, Mode, Roll, announced, fallen
from tracker.rules.record import dataclass

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
class Signed:
    """A term with a sign before it."""

    sign: str
    operand: Node

    binding: ClassVar[int] = 4
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        low, high, falls = self.operand.extent
        settle(self, *((low, high) if self.sign == "+" else (-high, -low)), falls)

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides

    def roll(self, roll: Roll) -> Rolled:
        rolled = self.operand.roll(roll)
        return Rolled(rolled.total if self.sign == "+" else -rolled.total, rolled.dice)

    def __str__(self) -> str:
        return f"{self.sign}{written(self.operand, self.binding)}"


@dataclass(frozen=True, slots=True)
class Sum:
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

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.left, self.right)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.left.sides + self.right.sides

    def roll(self, roll: Roll) -> Rolled:
        left, right = self.left.roll(roll), self.right.roll(roll)
        return Rolled(ARITHMETIC[self.operator](left.total, right.total), left.dice + right.dice)

    def __str__(self) -> str:
        left, right = written(self.left, self.binding), written(self.right, self.binding + 1)
        return f"{left}{self.operator}{right}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two terms compared: 1 when it is so, 0 when it is not."""

    left: Node
    operator: str
    right: Node

    binding: ClassVar[int] = 1
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, 0, 1, self.left.extent.falls + self.right.extent.falls)

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.left, self.right)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.left.sides + self.right.sides

    def roll(self, roll: Roll) -> Rolled:
        left, right = self.left.roll(roll), self.right.roll(roll)
        so = COMPARISONS[self.operator](left.total, right.total)
        return Rolled(int(so), left.dice + right.dice, (left.total, right.total))

    def __str__(self) -> str:
        return f"{written(self.left, 1)}{self.operator}{written(self.right, 2)}"


@dataclass(frozen=True, slots=True)
class Twice:
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
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)

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


@dataclass(frozen=True, slots=True)
class Chosen:
    """A term in parentheses of whose own dice or members some are kept: `(3d6)kh1`, `(1d6+2)k>4`."""

    operand: Node
    operations: tuple[Operation, ...]

    binding: ClassVar[int] = 5
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, *chosen_extent(_members(self.operand), self.operations))

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides

    def roll(self, roll: Roll) -> Rolled:
        hand, dice = _opened(self, roll)
        return Rolled(hand.total, dice(hand.kept))

    def __str__(self) -> str:
        return f"({self.operand}){''.join(map(str, self.operations))}"


def _members(node: Node) -> list[Extent]:
    """Return how far each member of a term in parentheses can go."""
    match node:
        case Annotated(operand) | Chosen(operand):
            return _members(operand)
        case Members(members):
            return [member.extent for member in members]
        case Dice():
            most = max([node.faces, *(each.selectors[-1].number for each in node.operations)])
            further = [Extent(0, most, 0)] * MOST_FALLS if is_open(node) else []
            return [Extent(0, most, 1)] * node.count + further
        case _:
            return [node.extent]


_Dropping = Callable[[list[bool]], tuple[Die, ...]]
"""From which members are kept to all their dice, marked so."""


def _opened(node: Node, roll: Roll) -> tuple[Hand, _Dropping]:
    """Roll a term; return its members as a hand, and what tells its dice once some have been dropped."""
    match node:
        case Annotated(operand):
            return _opened(operand, roll)
        case Dice():
            hand = node.operated([fallen(node.faces, roll(node.faces)) for _ in range(node.count)], roll)
            return _whole(hand, lambda kept: hand.dice)
        case Members(members):
            rolled = [member.roll(roll) for member in members]
            return _operated(Hand([each.total for each in rolled]), _dropping(rolled), node.operations)
        case Chosen(operand, operations):
            return _operated(*_opened(operand, roll), operations)
        case _:
            alone = node.roll(roll)
            return Hand([alone.total]), _dropping([alone])


def _operated(hand: Hand, dice: _Dropping, operations: tuple[Operation, ...]) -> tuple[Hand, _Dropping]:
    for operation in operations:
        hand.operate(operation)
    return _whole(hand, dice)


def _whole(hand: Hand, dice: _Dropping) -> tuple[Hand, _Dropping]:
    """Return a hand that has been counted as the one number that it has become."""
    if hand.counted is None:
        return hand, dice
    return Hand([hand.counted]), _dropping([Rolled(hand.counted, dice(hand.kept))])


def _dropping(rolled: list[Rolled]) -> _Dropping:
    def marked(kept: list[bool]) -> tuple[Die, ...]:
        pairs = zip(rolled, kept, strict=True)
        return tuple(die for each, stays in pairs for die in (each.dice if stays else all_dropped(each.dice)))

    return marked
