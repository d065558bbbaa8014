"""What a dice notation asks for, as a tree, and the terms that stand by themselves.

The tree says what was asked (`4d6kh3+2`), a `Rolled` every die that fell, the dropped ones marked. A new kind
of term is one more class with the members of `Node`.
"""
# ruff: noqa: D102 - the members of a node are described once, in `Node`

from typing import ClassVar

from tracker.rules.dice.falling import fallen
from tracker.rules.dice.handful import is_open
from tracker.rules.dice.node import Extent, Node, OfOne, Rolled, settle, written
from tracker.rules.dice.throw import Roll
from tracker.rules.record import dataclass, field


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it stands."""

    value: int

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()
    sides: ClassVar[tuple[int, ...]] = ()
    extent: Extent = field(init=False, compare=False, repr=False)
    rolled: Rolled = field(init=False, compare=False, repr=False)
    """What always comes of it."""

    def __post_init__(self) -> None:
        settle(self, self.value, self.value, 0)
        object.__setattr__(self, "rolled", Rolled(self.value))

    def roll(self, roll: Roll) -> Rolled:
        return self.rolled

    def __str__(self) -> str:
        return str(self.value)


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
class Annotated(OfOne):
    """A term and what somebody says that it is: `1d6[fuego]`, `3[lia.nivel]`."""

    operand: Node
    notes: tuple[str, ...]

    binding: ClassVar[int] = 5
    extent: Extent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        settle(self, *self.operand.extent)

    def roll(self, roll: Roll) -> Rolled:
        return self.operand.roll(roll)

    def __str__(self) -> str:
        return written(self.operand, 5) + "".join(f"[{note}]" for note in self.notes)


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

        >>> from tracker.rules.dice.notation import parse
        >>> parse("(2d6, 1d4)").sides
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
