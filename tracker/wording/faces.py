"""Dice as they fell."""

from tracker.rules.dice import Die, Fate, Throw


def dice_text(throw: Throw) -> str:
    """Return the dice as they fell: dropped ones in brackets, faces of real dice with a pencil.

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
    face = f"{die.face}{counted}{_FATES[die.fate]}{'✎' if die.typed else ''}"
    return face if die.kept else f"[{face}]"


_FATES = {Fate.STOOD: "", Fate.REROLLED: "↻", Fate.EXPLODED: "!"}
