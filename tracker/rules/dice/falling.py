"""Dice as they fall, alone or two of which one counts, and what happens to them afterwards."""

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from tracker.rules.dice.throw import Die, Drawn, Fate, Mode, Roll, Typed


def throw_die(sides: int, roll: Roll) -> Die:
    return die_showing(sides, roll(sides))


def die_showing(sides: int, face: int) -> Die:
    """Make a die that shows a face, with the source of the face.

    >>> die_showing(6, Typed(4))
    Die(sides=6, face=4, kept=True, typed=True, fate=<Fate.STOOD: ''>, counted=None, place=None)
    """
    place = face.place if isinstance(face, Drawn) else None
    return Die(sides, int(face), typed=isinstance(face, Typed), place=place)


def throw_in_mode(sides: int, mode: Mode, roll: Roll) -> tuple[Die, ...]:
    """Roll one die, or two of which the mode keeps one.

    A player may announce only the kept die, which is then the whole throw.

    >>> faces = iter((7, 15))
    >>> [die.kept for die in throw_in_mode(20, Mode.ADVANTAGE, lambda sides: next(faces))]
    [False, True]
    """
    if mode is Mode.NORMAL:
        return (throw_die(sides, roll),)
    face = take_announced_face(roll, 2, sides)
    if face is not None:
        return (die_showing(sides, face),)
    first, second = throw_die(sides, roll), throw_die(sides, roll)
    if second.face == kept_face((first.face, second.face), mode) != first.face:
        return (dropped_die(first), second)
    return (first, dropped_die(second))


def take_announced_face(roll: Roll, count: int, sides: int) -> int | None:
    """Take the kept face of `count` dice if the roll knows only that one, else None."""
    take: Callable[[int, int], int | None] | None = getattr(roll, "take_announced_face", None)
    return take(count, sides) if take is not None else None


def kept_face(faces: tuple[int, ...], mode: Mode) -> int:
    """Return the face that counts: the highest with Advantage, the lowest with Disadvantage.

    >>> kept_face((7, 15), Mode.DISADVANTAGE)
    7
    """
    if mode is Mode.NORMAL:
        return faces[0]
    return max(faces) if mode is Mode.ADVANTAGE else min(faces)


def outcomes_by_face(sides: int, meaning: Callable[[int], str]) -> dict[str, int]:
    """Count the faces of one die that have each meaning.

    >>> outcomes_by_face(4, lambda face: "low" if face < 4 else "high")
    {'low': 3, 'high': 1}
    """
    return dict(Counter(meaning(face) for face in range(1, sides + 1)))


def sum_kept(dice: tuple[Die, ...]) -> int:
    return sum(die.worth for die in dice if die.kept)


def counted_as(die: Die, face: int) -> Die:
    """Make a die count as another face than it shows."""
    return replace(die, counted=face)


def rerolled_die(die: Die) -> Die:
    """Mark a die as rerolled, so that it does not count."""
    return replace(die, kept=False, fate=Fate.REROLLED)


def exploded_die(die: Die) -> Die:
    """Mark a die as exploded: it counts, and another die fell for it."""
    return replace(die, fate=Fate.EXPLODED)


def dropped_die(die: Die) -> Die:
    """Mark a die as dropped, so that it does not count.

    >>> dropped_die(Die(6, 2)).kept
    False
    """
    return replace(die, kept=False)
