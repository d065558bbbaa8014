"""Dice that fall: where faces come from, which of them count, and what a throw meant."""

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol, Self, runtime_checkable

from tracker.rules.closed_set import StrEnum
from tracker.rules.record import dataclass, replace

USAGE_SIDES = (20, 12, 10, 8, 6, 4)
"""The dice that may be usage dice, the fullest first (R1-036)."""

Roll = Callable[[int], int]
"""Where faces come from: sides in, face out, 1 to `sides`. A face read off a real die comes as `Typed`."""


@runtime_checkable
class Announcer(Protocol):
    """A `Roll` that may know only the die that a player kept of several, not the others."""

    def announced(self, count: int, sides: int) -> int | None:
        """Return the kept face of `count` dice of `sides` if that is all that was said, and use it up."""


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


@dataclass(frozen=True, slots=True)
class Die:
    """One die that fell: its sides, its face, whether it counts, and whether it was a real one."""

    sides: int
    face: int
    kept: bool = True
    typed: bool = False
    fate: Fate = Fate.STOOD
    counted: int | None = None
    """What it counts as, where a least or a most face moved it."""
    place: int | None = None
    """Its place in a sealed stream, for a die that came from one."""

    @property
    def worth(self) -> int:
        """What it adds when it counts."""
        return self.face if self.counted is None else self.counted


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell for one purpose, and what they meant.

    `purpose` and `outcome` are ids that wording turns into words; `subject` is what was tested: an
    attribute, a condition, the id of a supply. `mode` is `advantage`, `disadvantage` or empty.
    """

    purpose: str
    dice: tuple[Die, ...]
    total: int
    who: str = ""
    subject: str = ""
    expression: str = ""
    label: str = ""
    mode: str = ""
    static: int = 0
    target: int | None = None
    outcome: str = ""
    margin: int | None = None


def throw_die(sides: int, roll: Roll) -> Die:
    """Let one die fall."""
    return fallen(sides, roll(sides))


def fallen(sides: int, face: int) -> Die:
    """Return the die that shows a face, remembering where the face came from.

    >>> fallen(6, Typed(4))
    Die(sides=6, face=4, kept=True, typed=True, fate=<Fate.STOOD: ''>, counted=None, place=None)
    """
    if type(face) is int:
        return plain(sides, face)
    place = face.place if isinstance(face, Drawn) else None
    return Die(sides, int(face), typed=isinstance(face, Typed), place=place)


@lru_cache(maxsize=8_192)
def plain(sides: int, face: int) -> Die:
    """Return the one value that stands for all unmarked dice alike: making it anew is what rolling costs."""
    return Die(sides, face)


@lru_cache(maxsize=8_192)
def plain_dropped(sides: int, face: int) -> Die:
    """Return the one value that stands for all unmarked dice alike that do not count."""
    return Die(sides, face, kept=False)


def throw_in_mode(sides: int, mode: Mode, roll: Roll) -> tuple[Die, ...]:
    """Let one die fall, or the two of which the mode keeps one.

    A player who has announced only the kept die gives that one alone.

    >>> faces = iter((7, 15))
    >>> [die.kept for die in throw_in_mode(20, Mode.ADVANTAGE, lambda sides: next(faces))]
    [False, True]
    """
    if mode is Mode.NORMAL:
        return (throw_die(sides, roll),)
    face = announced(roll, 2, sides)
    if face is not None:
        return (fallen(sides, face),)
    first, second = throw_die(sides, roll), throw_die(sides, roll)
    if second.face == kept_face((first.face, second.face), mode) != first.face:
        return (dropped(first), second)
    return (first, dropped(second))


def announced(roll: Roll, count: int, sides: int) -> int | None:
    """Return the kept face of `count` dice, when the roll knows that one alone."""
    return roll.announced(count, sides) if isinstance(roll, Announcer) else None


def kept_face(faces: tuple[int, ...], mode: Mode) -> int:
    """Return the face that counts: the highest under Advantage, the lowest under Disadvantage.

    >>> kept_face((7, 15), Mode.DISADVANTAGE)
    7
    """
    if mode is Mode.NORMAL:
        return faces[0]
    return max(faces) if mode is Mode.ADVANTAGE else min(faces)


def sum_kept(dice: tuple[Die, ...]) -> int:
    """Add up the faces that count."""
    return sum(die.worth for die in dice if die.kept)


def sides_in_mode(sides: int, mode: Mode) -> tuple[int, ...]:
    """Return the dice that `throw_in_mode` lets fall."""
    return (sides,) if mode is Mode.NORMAL else (sides, sides)


@lru_cache(maxsize=8_192)
def _rerolled(sides: int, face: int) -> Die:
    return Die(sides, face, kept=False, fate=Fate.REROLLED)


@lru_cache(maxsize=8_192)
def _exploded(sides: int, face: int) -> Die:
    return Die(sides, face, fate=Fate.EXPLODED)


@lru_cache(maxsize=8_192)
def _moved(sides: int, face: int, counted: int) -> Die:
    return Die(sides, face, counted=counted)


def moved(die: Die, counted: int) -> Die:
    """Return a die that counts as another face than the one that it shows."""
    if plain(die.sides, die.face) is die:
        return _moved(die.sides, die.face, counted)
    return replace(die, counted=counted)


def rerolled(die: Die) -> Die:
    """Return a die in whose place another falls."""
    if plain(die.sides, die.face) is die:
        return _rerolled(die.sides, die.face)
    return replace(die, kept=False, fate=Fate.REROLLED)


def exploded(die: Die) -> Die:
    """Return a die that has called for another."""
    if plain(die.sides, die.face) is die:
        return _exploded(die.sides, die.face)
    return replace(die, fate=Fate.EXPLODED)


def dropped(die: Die) -> Die:
    """Return a die that does not count.

    >>> dropped(Die(6, 2)).kept
    False
    """
    if plain(die.sides, die.face) is die:
        return plain_dropped(die.sides, die.face)
    return replace(die, kept=False)
