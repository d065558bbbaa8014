"""Dice that have fallen: where faces come from, which of them count, and what a throw meant."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta, Struct

from tracker.rules.fields import Int

USAGE_SIDES = (20, 12, 10, 8, 6, 4)
"""The dice that may be usage dice, the fullest first (R1-036)."""
MOST_SIDES = 1_000_000

Roll = Callable[[int], int]
"""Where faces come from: sides in, face out, 1 to `sides`. A face read off a real die comes as `Typed`.

One with an `announced(count, sides)` may know only the die that a player kept of several: it returns the kept
face of `count` dice of `sides` if that is all that was said, and uses it up, and else None. One with `spent`
has given every face that a player typed.
"""


def is_spent(roll: Roll) -> bool:
    """Whether a player typed faces and all of them have been given."""
    return bool(getattr(roll, "spent", False))


class Typed(int):
    """A face that somebody read off a real die."""

    __slots__ = ()


class Drawn(int):
    """A face that a sealed stream gave, and its place among those that it gave for one event."""

    place: int

    def __new__(cls, face: int, place: int) -> Self:
        """Mark a face with its place."""
        drawn = super().__new__(cls, face)
        drawn.place = place
        return drawn


class Fate(StrEnum):
    """What an operator made of a die that fell."""

    STOOD = ""
    REROLLED = "rerolled"
    """Another fell in its place, so that it does not count."""
    EXPLODED = "exploded"
    """It counts, and called for another."""


class Mode(StrEnum):
    """Whether a second roll is made, and which of the two counts."""

    NORMAL = ""
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


class Die(Struct, frozen=True):
    """One die that fell: its sides, its face, whether it counts, and whether it was a real one."""

    sides: Annotated[int, Meta(ge=0, le=MOST_SIDES)]
    face: Int
    kept: bool = True
    typed: bool = False
    fate: Fate = Fate.STOOD
    counted: Int | None = None
    """What it counts as, where a least or a most face moved it."""
    place: Int | None = None
    """Its place in a sealed stream, for a die that came from one."""

    @property
    def worth(self) -> int:
        """What it adds when it counts."""
        return self.face if self.counted is None else self.counted


class Throw(Struct, frozen=True):
    """Dice that fell for one purpose, and what they meant.

    `purpose` and `outcome` are ids that wording turns into words; `subject` is what was tested: an
    attribute, a condition, the id of a supply. `mode` is `advantage`, `disadvantage` or empty.
    """

    purpose: str
    dice: tuple[Die, ...]
    total: Int
    who: str = ""
    subject: str = ""
    expression: str = ""
    label: str = ""
    mode: str = ""
    static: Int = 0
    target: Int | None = None
    outcome: str = ""
    margin: Int | None = None
