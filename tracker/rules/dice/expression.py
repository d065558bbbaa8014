"""The expression that a dice notation means, as a tree, and the terms that stand alone.

The tree is the question (`4d6kh3+2`). A `RollOutcome` is the answer: every die that fell, the dropped ones
marked. A new kind of term is one more class with the members of `Node`.
"""

from functools import cached_property
from typing import ClassVar

from msgspec import Struct

from tracker.rules.dice.falling import die_showing
from tracker.rules.dice.handful import is_open
from tracker.rules.dice.node import Extent, Node, RollOutcome, UnaryTerm, notation_text
from tracker.rules.dice.throw import MOST_FALLS, Roll
from tracker.rules.refusal import Refusal


class Number(Struct, frozen=True):
    """A plain number."""

    value: int

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()
    sides: ClassVar[tuple[int, ...]] = ()

    @property
    def extent(self) -> Extent:
        return Extent(self.value, self.value)

    def roll(self, roll: Roll) -> RollOutcome:
        return RollOutcome(self.value)

    def __str__(self) -> str:
        return str(self.value)


class UsageDie(Struct, frozen=True):
    """A usage die (R1-035); the supply decides what its face means."""

    faces: int

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()

    @property
    def extent(self) -> Extent:
        return Extent(1, self.faces, 1)

    @property
    def sides(self) -> tuple[int, ...]:
        return (self.faces,)

    def roll(self, roll: Roll) -> RollOutcome:
        die = die_showing(self.faces, roll(self.faces))
        return RollOutcome(die.face, (die,))

    def __str__(self) -> str:
        return f"du{self.faces}"


class TwoDigits(Struct, frozen=True):
    """A d66: two six-sided dice read as tens and units."""

    binding: ClassVar[int] = 5
    parts: ClassVar[tuple[Node, ...]] = ()
    sides: ClassVar[tuple[int, ...]] = (6, 6)
    extent: ClassVar[Extent] = Extent(11, 66, 2)

    def roll(self, roll: Roll) -> RollOutcome:
        tens, units = die_showing(6, roll(6)), die_showing(6, roll(6))
        return RollOutcome(10 * tens.face + units.face, (tens, units))

    def __str__(self) -> str:
        return "d66"


class AnnotatedTerm(UnaryTerm, Struct, frozen=True):
    """A term with notes of its meaning: `1d6[fuego]`, `3[lia.nivel]`."""

    operand: Node
    notes: tuple[str, ...]

    binding: ClassVar[int] = 5

    @property
    def extent(self) -> Extent:
        return self.operand.extent

    def roll(self, roll: Roll) -> RollOutcome:
        return self.operand.roll(roll)

    def __str__(self) -> str:
        return notation_text(self.operand, 5) + "".join(f"[{note}]" for note in self.notes)


class Expression(Struct, frozen=True, dict=True):
    """A whole notation: the term to roll, the number of rolls, and a label."""

    node: Node
    label: str = ""
    times: int = 1

    @cached_property
    def is_open(self) -> bool:
        """Whether rerolls or explosions may let more dice fall, in a number unknown before the roll."""
        return is_open(self.node)

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of the dice that every roll needs, in the order in which they fall.

        >>> from tracker.rules.dice.notation import parse
        >>> parse("(2d6, 1d4)").sides
        (6, 6, 4)
        """
        return self.node.sides

    @property
    def bounds(self) -> tuple[int, int]:
        """The lowest and the highest possible total."""
        return self.node.extent[:2]

    def roll(self, roll: Roll) -> RollOutcome:
        """Roll the dice once and keep every face.

        Raises `Refusal` `dice_endless` if rerolls or explosions go beyond 2,000 dice.
        """
        outcome = self.node.roll(roll)
        if len(outcome.dice) > MOST_FALLS:
            raise Refusal("dice_endless", limit=MOST_FALLS)
        return outcome

    def __str__(self) -> str:
        times = f"{self.times}x " if self.times > 1 else ""
        label = f" # {self.label}" if self.label else ""
        return f"{times}{self.node}{label}"
