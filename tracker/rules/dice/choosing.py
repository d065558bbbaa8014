"""Terms with members of which some are kept: a set `(1d6, 1d8)kh1`, or parentheses `(3d6)kh1`."""

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from tracker.rules.dice.expression import AnnotatedTerm
from tracker.rules.dice.falling import die_showing
from tracker.rules.dice.hand import Hand, Operation, Operator
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Extent, Node, RollOutcome, UnaryTerm, all_dropped
from tracker.rules.dice.throw import Die, Roll


class Members(Struct, frozen=True, dict=True):
    """A set: terms side by side; its value is the sum of those that the operators keep."""

    members: tuple[Node, ...]
    operations: tuple[Operation, ...] = ()

    binding: ClassVar[int] = 5

    @cached_property
    def extent(self) -> Extent:
        return _chosen_extent([member.extent for member in self.members], self.operations)

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.members

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(sides for member in self.members for sides in member.sides)

    def roll(self, roll: Roll) -> RollOutcome:
        outcomes = [member.roll(roll) for member in self.members]
        hand = Hand([each.total for each in outcomes])
        for operation in self.operations:
            hand.operate(operation)
        return RollOutcome(hand.total, _mark_function(outcomes)(hand.kept))

    def __str__(self) -> str:
        comma = "," if len(self.members) == 1 else ""
        return f"({', '.join(map(str, self.members))}{comma}){''.join(map(str, self.operations))}"


class Chosen(UnaryTerm, Struct, frozen=True, dict=True):
    """A term in parentheses of which some dice or members are kept: `(3d6)kh1`, `(1d6+2)k>4`."""

    operand: Node
    operations: tuple[Operation, ...]

    binding: ClassVar[int] = 5

    @cached_property
    def extent(self) -> Extent:
        return self.as_one_term.extent

    def roll(self, roll: Roll) -> RollOutcome:
        hand, dice = _roll_members(self, roll)
        return RollOutcome(hand.total, dice(hand.kept))

    @property
    def as_one_term(self) -> Dice | Members:
        """The dice or the set with all operators in one term, which has the same odds.

        >>> from tracker.rules.dice.notation import parse
        >>> str(Chosen(parse("4d6kh3").node, parse("(1, 2)kl1").node.operations).as_one_term)
        '4d6kh3kl1'
        """
        return _merge(self.operand, self.operations)

    def __str__(self) -> str:
        return f"({self.operand}){''.join(map(str, self.operations))}"


def _merge(operand: Node, operations: tuple[Operation, ...]) -> Dice | Members:
    match operand:
        case AnnotatedTerm(inner):
            return _merge(inner, operations)
        case Dice(count, faces, own) if not _is_count(own):
            return Dice(count, faces, (*own, *operations))
        case Members(members, own) if not _is_count(own):
            return Members(members, (*own, *operations))
        case Chosen(inner, own) if not _is_count(own):
            return _merge(inner, (*own, *operations))
        case _:
            return Members((operand,), operations)


def _is_count(operations: tuple[Operation, ...]) -> bool:
    """Whether the total is the number of selected values."""
    return bool(operations) and operations[-1].operator is Operator.COUNT


def _chosen_extent(members: list[Extent], operations: tuple[Operation, ...]) -> Extent:
    """Find the least and greatest total of what the operators may keep of the members."""
    falls = sum(member.falls for member in members)
    if _is_count(operations):
        return Extent(0, len(members), falls)
    may_drop = bool(operations)
    low = sum(min(member.low, 0) if may_drop else member.low for member in members)
    high = sum(max(member.high, 0) if may_drop else member.high for member in members)
    return Extent(low, high, falls)


_Dropping = Callable[[list[bool]], tuple[Die, ...]]
"""From the kept members to all dice, the dropped ones marked."""


def _roll_members(node: Node, roll: Roll) -> tuple[Hand, _Dropping]:
    """Roll a term as a hand of its members, with a function that marks the dropped dice."""
    match node:
        case AnnotatedTerm(operand):
            return _roll_members(operand, roll)
        case Dice():
            hand = node.apply_operations(
                [die_showing(node.faces, roll(node.faces)) for _ in range(node.count)], roll
            )
            return _as_one_number(hand, lambda kept: hand.dice)
        case Members(members):
            outcomes = [member.roll(roll) for member in members]
            return _apply(Hand([each.total for each in outcomes]), _mark_function(outcomes), node.operations)
        case Chosen(operand, operations):
            return _apply(*_roll_members(operand, roll), operations)
        case _:
            outcome = node.roll(roll)
            return Hand([outcome.total]), _mark_function([outcome])


def _apply(hand: Hand, dice: _Dropping, operations: tuple[Operation, ...]) -> tuple[Hand, _Dropping]:
    for operation in operations:
        hand.operate(operation)
    return _as_one_number(hand, dice)


def _as_one_number(hand: Hand, dice: _Dropping) -> tuple[Hand, _Dropping]:
    """Turn a counted hand into one of a single number; leave any other as it is."""
    if hand.counted is None:
        return hand, dice
    return Hand([hand.counted]), _mark_function([RollOutcome(hand.counted, dice(hand.kept))])


def _mark_function(outcomes: list[RollOutcome]) -> _Dropping:
    def mark_dropped(kept: list[bool]) -> tuple[Die, ...]:
        pairs = zip(outcomes, kept, strict=True)
        return tuple(die for each, stays in pairs for die in (each.dice if stays else all_dropped(each.dice)))

    return mark_dropped
