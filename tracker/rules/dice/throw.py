"""Dice that fall: where faces come from, which of them count, and what a throw meant."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

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
    face = roll(sides)
    return Die(sides, int(face), typed=isinstance(face, Typed))


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
        return (Die(sides, int(face), typed=True),)
    first, second = throw_die(sides, roll), throw_die(sides, roll)
    if second.face == kept_face((first.face, second.face), mode) != first.face:
        return (_dropped(first), second)
    return (first, _dropped(second))


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
    return sum(die.face for die in dice if die.kept)


def sides_in_mode(sides: int, mode: Mode) -> tuple[int, ...]:
    """Return the dice that `throw_in_mode` lets fall."""
    return (sides,) if mode is Mode.NORMAL else (sides, sides)


def _dropped(die: Die) -> Die:
    return Die(die.sides, die.face, kept=False, typed=die.typed)
