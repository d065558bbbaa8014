"""What a dice notation asks for, as a tree, and what came of rolling it.

The tree says what was asked (`4d6kh3+2`), a `Rolled` every die that fell, the dropped ones marked. A new kind
of term is one more class with the members of `Node`.
"""
# ruff: noqa: D102 - the members of a node are described once, in `Node`

from dataclasses import field
from fractions import Fraction
from math import ceil
from typing import ClassVar, NamedTuple, Protocol

from tracker.rules.dice.hand import IMMEDIATE, MOST_FALLS, OPEN, DiceHand, Hand, Operation, Operator
from tracker.rules.dice.throw import Die, Roll, dropped, fallen, plain
from tracker.rules.record import dataclass

USAGE_SIDES = (20, 12, 10, 8, 6, 4)
"""The dice that may be usage dice, the fullest first (R1-036)."""


class Rolled(NamedTuple):
    """What came of rolling: the total and every die, in the order in which they fell."""

    total: int
    dice: tuple[Die, ...] = ()
    compared: tuple[int, int] | None = None
    """Both sides of a comparison, when that is what was asked."""


class Extent(NamedTuple):
    """How far a term can go: the least and the greatest total, and how many dice fall, on average.

    Settled once, when the term is made, so that a long notation is checked in one pass.
    """

    low: int
    high: int
    falls: int = 0


def settle(node: "Node", low: int, high: int, falls: int) -> None:
    """Give a node its extent."""
    object.__setattr__(node, "extent", Extent(low, high, falls))


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


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands."""

    value: int

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()
    sides: ClassVar[tuple[int, ...]] = ()
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, self.value, self.value, 0)

    def roll(self, roll: Roll) -> Rolled:
        return Rolled(self.value)

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Dice:
    """So many dice of so many sides, and what is done with them, from left to right."""

    count: int
    faces: int
    operations: tuple[Operation, ...] = ()

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.operations:
            settle(self, self.count, self.count * self.faces, self.count)
            return
        forced = [each.selectors[-1].number for each in self.operations if each.operator in IMMEDIATE]
        low, high = min([1, *forced]), max([self.faces, *forced])
        most = MOST_FALLS if is_open(self) else self.count
        fewest, most = _kept(self.count, most, self.operations)
        if self.operations[-1].operator is Operator.COUNT:
            low, high, fewest = 0, 1, 0
        falls = _expected_falls(self.count, self.faces, self.operations)
        settle(self, min(fewest * low, most * low), most * high, falls)

    @property
    def sides(self) -> tuple[int, ...]:
        return (self.faces,) * self.count

    def roll(self, roll: Roll) -> Rolled:
        sides, operations = self.faces, self.operations
        faces = [roll(sides) for _ in range(self.count)]
        dice = [plain(sides, face) if type(face) is int else fallen(sides, face) for face in faces]
        if not operations:
            return Rolled(sum(faces), tuple(dice))
        if len(operations) == 1 and operations[0].rank is not None:
            return _ranked(faces, dice, operations[0])
        hand = self.operated(dice, roll)
        return Rolled(hand.total, hand.dice)

    def operated(self, dice: list[Die], roll: Roll) -> DiceHand:
        """Return the dice with every operation done."""
        hand = DiceHand(dice, self.faces, roll)
        for operation in self.operations:
            hand.operate(operation)
        return hand

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}{_suffix(self.operations)}"


@dataclass(frozen=True, slots=True)
class UsageDie:
    """A usage die, which says whether a supply lasts (R1-035): what its face means is for the supply."""

    faces: int

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()

    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, 1, self.faces, 1)

    @property
    def sides(self) -> tuple[int, ...]:
        return (self.faces,)

    def roll(self, roll: Roll) -> Rolled:
        die = fallen(self.faces, roll(self.faces))
        return Rolled(die.face, (die,))

    def __str__(self) -> str:
        return f"du{self.faces}"


@dataclass(frozen=True, slots=True)
class TwoDigits:
    """A d66: two dice of six read as tens and units."""

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()
    sides: ClassVar[tuple[int, ...]] = (6, 6)
    extent: ClassVar[Extent] = Extent(11, 66, 2)

    def roll(self, roll: Roll) -> Rolled:
        tens, units = fallen(6, roll(6)), fallen(6, roll(6))
        return Rolled(10 * tens.face + units.face, (tens, units))

    def __str__(self) -> str:
        return "d66"


@dataclass(frozen=True, slots=True)
class Annotated:
    """A term and what somebody says that it is: `1d6[fuego]`, `3[lia.nivel]`."""

    operand: Node
    notes: tuple[str, ...]

    binding: ClassVar[int] = 5
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, *self.operand.extent)

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.operand.sides

    def roll(self, roll: Roll) -> Rolled:
        return self.operand.roll(roll)

    def __str__(self) -> str:
        return written(self.operand, 5) + "".join(f"[{note}]" for note in self.notes)


@dataclass(frozen=True, slots=True)
class Members:
    """A set: terms side by side, of which operators may keep some; it is worth the sum of what is kept."""

    members: tuple[Node, ...]
    operations: tuple[Operation, ...] = ()

    binding: ClassVar[int] = 5
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, *chosen_extent([member.extent for member in self.members], self.operations))

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.members

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(sides for member in self.members for sides in member.sides)

    def roll(self, roll: Roll) -> Rolled:
        rolled = [member.roll(roll) for member in self.members]
        hand = Hand([each.total for each in rolled])
        for operation in self.operations:
            hand.operate(operation)
        return Rolled(hand.total, _all_kept(rolled, hand.kept))

    def __str__(self) -> str:
        comma = "," if len(self.members) == 1 else ""
        return f"({', '.join(map(str, self.members))}{comma}){_suffix(self.operations)}"


@dataclass(frozen=True, slots=True)
class Expression:
    """A whole notation: what to roll, how often, and the label that says what for."""

    node: Node
    label: str = ""
    times: int = 1
    is_open: bool = field(init=False, compare=False, default=False)
    """Whether rerolls or explosions may let further dice fall, how many nobody knows before."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_open", is_open(self.node))

    @property
    def sides(self) -> tuple[int, ...]:
        """Sides of the dice that rolling it once needs for certain, in the order in which they fall.

        >>> Expression(Members((Dice(2, 6), Dice(1, 4)))).sides
        (6, 6, 4)
        """
        return self.node.sides

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest total that it can give."""
        return self.node.extent[:2]

    def roll(self, roll: Roll) -> Rolled:
        """Let its dice fall once, every face kept.

        Raises `Refusal` `dice_endless` when the rerolls or explosions of a handful go beyond 2,000 dice.
        """
        return self.node.roll(roll)

    def __str__(self) -> str:
        times = f"{self.times}x " if self.times > 1 else ""
        label = f" # {self.label}" if self.label else ""
        return f"{times}{self.node}{label}"


def is_open(node: Node) -> bool:
    """Whether nobody can tell beforehand how many dice a term lets fall."""
    if isinstance(node, Dice):
        return any(operation.operator in OPEN for operation in node.operations)
    return any(map(is_open, node.parts))


def written(node: Node, least: int) -> str:
    """Return the notation of a term where only one that holds together so tightly needs no parentheses."""
    return str(node) if node.binding >= least else f"({node})"


def _ranked(faces: list[int], dice: list[Die], operation: Operation) -> Rolled:
    """Keep or drop the highest or lowest alone: what most rolls do, without the hand that others need."""
    selector = operation.selectors[0]
    order = sorted(range(len(faces)), key=faces.__getitem__, reverse=selector.kind == "h")
    chosen, others = order[: selector.number], order[selector.number :]
    kept, gone = (chosen, others) if operation.rank else (others, chosen)
    for place in gone:
        dice[place] = dropped(dice[place])
    return Rolled(sum([faces[place] for place in kept]), tuple(dice))


def _expected_falls(count: int, sides: int, operations: tuple[Operation, ...]) -> int:
    """Return how many dice fall on average, rerolled and exploded ones among them, rounded up."""
    falls = Fraction(count)
    for operation in operations:
        if operation.operator not in OPEN:
            continue
        share = operation.share(sides)
        ranked = sum(each.number for each in operation.selectors if not each.by_value)
        if operation.operator in (Operator.REROLL, Operator.EXPLODE):
            falls = falls / (1 - share) + 2 * ranked
        else:
            falls = falls * (1 + share) + ranked
    return ceil(falls)


def _suffix(operations: tuple[Operation, ...]) -> str:
    return "".join(map(str, operations))


def _all_kept(rolled: list[Rolled], kept: list[bool]) -> tuple[Die, ...]:
    return tuple(
        die
        for each, stays in zip(rolled, kept, strict=True)
        for die in (each.dice if stays else all_dropped(each.dice))
    )


def all_dropped(dice: tuple[Die, ...]) -> tuple[Die, ...]:
    """Return the dice of a term that does not count."""
    return tuple(map(dropped, dice))


def chosen_extent(members: list[Extent], operations: tuple[Operation, ...]) -> Extent:
    """Return how far some of these members can go together."""
    falls = sum(member.falls for member in members)
    if operations and operations[-1].operator is Operator.COUNT:
        return Extent(0, len(members), falls)
    some = bool(operations)
    low = sum(min(member.low, 0) if some else member.low for member in members)
    high = sum(max(member.high, 0) if some else member.high for member in members)
    return Extent(low, high, falls)


def _kept(fewest: int, most: int, operations: tuple[Operation, ...]) -> tuple[int, int]:
    """Return how few and how many of some dice are kept; close where the highest or lowest are chosen."""
    for operation in operations:
        if operation.operator not in (Operator.KEEP, Operator.DROP):
            continue
        first = operation.selectors[0]
        keeping = operation.operator is Operator.KEEP
        if len(operation.selectors) > 1 or first.by_value:
            fewest = 0
        elif keeping:
            fewest, most = min(fewest, first.number), min(most, first.number)
        else:
            fewest, most = max(0, fewest - first.number), max(0, most - first.number)
    return fewest, most
