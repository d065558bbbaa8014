"""The faces of dice, with a mark on those of real dice."""

from collections.abc import Sequence

from tracker.rules.dice import Die, Fate, Throw
from tracker.rules.system import Fact

PENCIL = "✎"
"""The mark behind the face of a real die, and behind a total that includes one."""


def dice_text(throw: Throw) -> str:
    """Return the faces in order: dropped ones in brackets, those of real dice with a pencil.

    A rerolled die bears ↻, one that exploded `!`, one that counts as another face an arrow to it.

    >>> dice_text(Throw("free", (Die(20, 7, kept=False), Die(20, 14, typed=True)), 14))
    'd20 [7] 14✎'
    """
    parts: list[str] = []
    sides = 0
    for die in throw.dice:
        if die.sides != sides:
            parts.append(f"d{die.sides}")
            sides = die.sides
        parts.append(_face(die))
    return " ".join(parts)


def _face(die: Die) -> str:
    counted = "" if die.counted is None else f"→{die.counted}"
    face = f"{printed(die)}{counted}{_FATES[die.fate]}{PENCIL if die.typed else ''}"
    return face if die.kept else f"[{face}]"


def printed(die: Die) -> str:
    """Return a face as the die prints it: a d100 says 01 and 00.

    >>> printed(Die(100, 100)), printed(Die(6, 6))
    ('00', '6')
    """
    return f"{die.face % 100:02d}" if die.sides == 100 else str(die.face)


_FATES = {Fate.STOOD: "", Fate.REROLLED: "↻", Fate.EXPLODED: "!"}


_TELLING = {
    "rolled": ("free", "total"),
    "compared": ("free", "total"),
    "table_read": ("table", "total"),
    "weather_is": ("table", "total"),
    "initiative": ("initiative", "initiative"),
    "side_initiative": ("initiative", "initiative"),
}
"""Kinds of facts that name totals: the purpose of their throws, and the datum with the totals."""


def with_pencils(facts: Sequence[Fact], throws: Sequence[Throw]) -> list[Fact]:
    """Return the facts of an event with a pencil at each total of real dice.

    >>> thrown = Throw("free", (Die(20, 20, typed=True),), 20)
    >>> with_pencils([Fact("rolled", {"total": 20})], [thrown])[0].data["total"]
    '20✎'
    """
    if not any(map(_is_typed, throws)):
        return [*facts]
    left: dict[tuple[str, str], list[Throw]] = {}
    for throw in reversed(throws):
        left.setdefault((throw.purpose, str(throw.total)), []).append(throw)
    return [_with_pencils(fact, left) for fact in facts]


def _with_pencils(fact: Fact, left: dict[tuple[str, str], list[Throw]]) -> Fact:
    """Return a fact with its pencils, and take its throws, listed by purpose and total, out of `left`."""
    purpose, datum = _TELLING.get(fact.kind, ("", ""))
    if not purpose:
        return fact
    totals: list[str] = []
    for total in str(fact.data.get(datum, "")).split(", "):
        thrown = left.get((purpose, total.rstrip("✓✗")))
        totals.append(total + PENCIL if thrown and _is_typed(thrown.pop()) else total)
    return Fact(fact.kind, {**fact.data, datum: ", ".join(totals)})


def _is_typed(throw: Throw) -> bool:
    return any(die.typed for die in throw.dice)
