"""Dice that have fallen: the source of their faces, which of them count, and what the throw means."""

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
"""The limit of dice in one throw, rerolled and exploded ones included."""
MOST_BANDS = 100
"""The limit of outcomes of one throw."""

Roll = Callable[[int], int]
"""The source of faces: sides in, face out, 1 to `sides`. A face read off a real die is a `Typed`.

A roll with `take_announced_face(count, sides)` may know only the kept one of several dice: it uses up and
returns the kept face of `count` dice of `sides`, or returns None. A roll with `is_used_up` says whether
every face that a player typed has been given; one with `only_hits`, whether they are the faces of hits alone.
"""


def is_spent(roll: Roll) -> bool:
    """Whether a player typed faces and all of them have been used."""
    return bool(getattr(roll, "is_used_up", False))


def has_dice_to_come(roll: Roll) -> bool:
    """Whether a player has yet to roll what follows a hit: the typed faces are used up, or all of hits."""
    return is_spent(roll) or bool(getattr(roll, "only_hits", False))


class Typed(int):
    """A face read off a real die."""

    __slots__ = ()


class Drawn(int):
    """A face from a sealed stream, and its place among those given for one event."""

    place: int

    def __new__(cls, face: int, place: int) -> Self:
        drawn = super().__new__(cls, face)
        drawn.place = place
        return drawn


class Fate(StrEnum):
    """What an operator did to a die."""

    STOOD = ""
    REROLLED = "rerolled"
    """Another die replaces it, so it does not count."""
    EXPLODED = "exploded"
    """It counts, and another die fell for it."""


class Mode(StrEnum):
    """Whether there is a second roll, and which of the two counts."""

    NORMAL = ""
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


class Die(Struct, frozen=True):
    """One die that fell: its sides and face, whether it counts, and whether it was a real one."""

    sides: Annotated[int, Meta(ge=0, le=MOST_SIDES)]
    face: Int
    kept: bool = True
    typed: bool = False
    fate: Fate = Fate.STOOD
    counted: Int | None = None
    """The face that it counts as, if a least or greatest face changed it."""
    place: Int | None = None
    """Its place in a sealed stream, if it came from one."""

    @property
    def worth(self) -> int:
        """The face that it counts as."""
        return self.face if self.counted is None else self.counted


AND = " + "
"""The separator of several subjects of a throw."""


class Throw(Struct, frozen=True):
    """Dice that fell for one purpose, and what they mean.

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
    """The outcomes of a game file's check, each with its condition, numbers filled in."""

    @property
    def modifier(self) -> int:
        """The number added to the dice, in the expression or by the rules."""
        if self.dice and self.expression and _SUM.fullmatch(self.expression):
            return self.total - sum(die.worth for die in self.dice if die.kept)
        return self.static

    @property
    def has_sum(self) -> bool:
        """Whether an outcome looks at the total; a throw that counts faces has no sum."""
        conditions = (band.rpartition(" = ")[2] for band in self.bands)
        return not self.bands or any(map(_TOTAL.search, conditions))


_SUM = re.compile(r"(?!.*(?:d66|c\d|-\s*\d*d))[^*/%<>=(]*")
"""A sum of dice and numbers, such as `1d6+1+2`: the total minus the faces is the numbers."""
_TOTAL = re.compile(r"\b(?:total|rival)\b(?!\.)")
"""The total of dice in the condition of an outcome."""
