"""Dice that have fallen: the source of their faces, which of them count, and the meaning of the throw."""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Self

from msgspec import Meta, Struct

from tracker.rules.fields import Int

USAGE_SIDES = (20, 12, 10, 8, 6, 4)
"""The dice that may be usage dice, the fullest first (R1-036)."""
MOST_SIDES = 1_000_000
MOST_FALLS = 2_000
"""Most dice of one throw, rerolled and exploded ones included."""
MOST_BANDS = 100
"""Most outcomes of one throw."""

Roll = Callable[[int], int]
"""The source of faces: sides in, face out, 1 to `sides`. A face read off a real die is a `Typed`.

A roll with `take_announced_face(count, sides)` may know only the die that a player kept of several. It
returns the kept face of `count` dice of `sides` and uses it up, or None. A roll with `is_used_up` has given
every face that a player typed.
"""


def is_spent(roll: Roll) -> bool:
    """Whether a player typed faces and all of them have been given."""
    return bool(getattr(roll, "is_used_up", False))


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
    """The fate of a die that fell, as an operator decided it."""

    STOOD = ""
    REROLLED = "rerolled"
    """Another die fell in its place, so it does not count."""
    EXPLODED = "exploded"
    """It counts, and another die fell for it."""


class Mode(StrEnum):
    """Whether a second roll is made, and which of the two counts."""

    NORMAL = ""
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


class Die(Struct, frozen=True):
    """One die that fell: its sides and face, whether it counts, and whether it was a real die."""

    sides: Annotated[int, Meta(ge=0, le=MOST_SIDES)]
    face: Int
    kept: bool = True
    typed: bool = False
    fate: Fate = Fate.STOOD
    counted: Int | None = None
    """The face that it counts as, if a least or a most face moved it."""
    place: Int | None = None
    """Its place in a sealed stream, if it came from one."""

    @property
    def worth(self) -> int:
        """The number that it adds if it counts."""
        return self.face if self.counted is None else self.counted


AND = " + "
"""The sign between the several subjects of a throw."""


class Throw(Struct, frozen=True):
    """Dice that fell for one purpose, and their meaning.

    `purpose` and `outcome` are ids that wording turns into words. `subject` is the thing tested: an
    attribute, a condition, the id of a supply, or several with `AND` between them. `mode` is `advantage`,
    `disadvantage` or empty.
    """

    purpose: str
    dice: Annotated[tuple[Die, ...], Meta(max_length=MOST_FALLS)]
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
    bands: Annotated[tuple[str, ...], Meta(max_length=MOST_BANDS)] = ()
    """The outcomes of a check of a game file, each with when it comes, its numbers filled in."""

    @property
    def modifier(self) -> int:
        """The number that is added to the dice, in the expression or by the rules."""
        if self.dice and self.expression and _SUM.fullmatch(self.expression):
            return self.total - sum(die.worth for die in self.dice if die.kept)
        return self.static

    @property
    def has_sum(self) -> bool:
        """Whether an outcome looks at the total: dice that count faces are not added up."""
        conditions = (band.rpartition(" = ")[2] for band in self.bands)
        return not self.bands or any(map(_TOTAL.search, conditions))


_SUM = re.compile(r"(?!.*(?:d66|c\d|-\s*\d*d))[^*/%<>=(]*")
"""An expression that adds dice and numbers up, so that what its faces lack are the numbers: `1d6+1+2`."""
_TOTAL = re.compile(r"\b(?:total|rival)\b(?!\.)")
"""The total of dice in the condition of an outcome."""
