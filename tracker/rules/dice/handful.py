"""Dice of one kind that fall together: the term, its limits and its result."""

from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from tracker.rules.dice.falling import die_showing, dropped_die
from tracker.rules.dice.hand import IMMEDIATE, OPEN, DiceHand, Operation, Operator
from tracker.rules.dice.node import Extent, Node, RollOutcome
from tracker.rules.dice.throw import MOST_FALLS, Die, Roll


class Dice(Struct, frozen=True, dict=True):
    """Dice of one kind, and their operators from left to right."""

    count: int
    faces: int
    operations: tuple[Operation, ...] = ()

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()

    @cached_property
    def extent(self) -> Extent:
        if not self.operations:
            return Extent(self.count, self.count * self.faces, self.count)
        forced_faces = [each.selectors[-1].number for each in self.operations if each.operator in IMMEDIATE]
        low, high = min([1, *forced_faces]), max([self.faces, *forced_faces])
        kept_low, kept_high = _kept_range(self.count, self.operations)
        if self.operations[-1].operator is Operator.COUNT:
            low, high, kept_low = 0, 1, 0
        falls = _expected_falls(self.count, self.faces, self.operations)
        return Extent(min(kept_low * low, kept_high * low), kept_high * high, falls)

    @property
    def sides(self) -> tuple[int, ...]:
        return (self.faces,) * self.count

    def roll(self, roll: Roll) -> RollOutcome:
        sides, operations = self.faces, self.operations
        faces, dice = [], []
        for _ in range(self.count):  # the call of a comprehension takes as long as the roll of a die
            face = roll(sides)
            faces.append(face)
            dice.append(die_showing(sides, face))
        if not operations:
            return RollOutcome(sum(faces), tuple(dice))
        if len(operations) == 1 and operations[0].rank is not None:
            return _keep_ranked(faces, dice, operations[0])
        hand = self.apply_operations(dice, roll)
        return RollOutcome(hand.total, hand.dice)

    def apply_operations(self, dice: list[Die], roll: Roll) -> DiceHand:
        hand = DiceHand(dice, self.faces, roll)
        for operation in self.operations:
            hand.operate(operation)
        return hand

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}{''.join(map(str, self.operations))}"


def is_open(node: Node) -> bool:
    """Whether the number of dice of a term is unknown before the roll."""
    if isinstance(node, Dice):
        return any(operation.operator in OPEN for operation in node.operations)
    return any(map(is_open, node.parts))


def _keep_ranked(faces: list[int], dice: list[Die], operation: Operation) -> RollOutcome:
    """Keep or drop the highest or lowest dice, without a `Hand`: the common case, made fast."""
    selector = operation.selectors[0]
    order = sorted(range(len(faces)), key=faces.__getitem__, reverse=selector.kind == "h")
    total = sum(faces)
    for place in order[selector.number :] if operation.rank else order[: selector.number]:
        total -= faces[place]
        dice[place] = dropped_die(dice[place])
    return RollOutcome(total, tuple(dice))


def _expected_falls(count: int, sides: int, operations: tuple[Operation, ...]) -> int:
    """Return how many dice fall on average, rerolled and exploded ones included, rounded up."""
    falls, rolls = count, 1  # `falls` dice in `rolls` rolls: a fraction of whole numbers
    for operation in operations:
        if operation.operator not in OPEN:
            continue
        face_count = operation.faces_taken(sides)
        ranked_count = sum(each.number for each in operation.selectors if not each.by_value)
        if operation.operator in (Operator.REROLL, Operator.EXPLODE):
            falls, rolls = falls * sides, rolls * (sides - face_count)
            falls += 2 * ranked_count * rolls
        else:
            falls, rolls = falls * (sides + face_count), rolls * sides
            falls += ranked_count * rolls
    return -(-falls // rolls)


def _kept_range(count: int, operations: tuple[Operation, ...]) -> tuple[int, int]:
    """Return the least and the greatest number of dice kept, explosions included."""
    low = high = count
    for operation in operations:
        first = operation.selectors[0]
        match operation.operator:
            case Operator.EXPLODE:
                high = MOST_FALLS
            case Operator.EXPLODE_ONCE:
                high = min(high + 1, MOST_FALLS)
            case Operator.KEEP | Operator.DROP if len(operation.selectors) > 1 or first.by_value:
                low = 0
            case Operator.KEEP:
                low, high = min(low, first.number), min(high, first.number)
            case Operator.DROP:
                low, high = max(0, low - first.number), max(0, high - first.number)
            case _:
                pass
    return low, high
