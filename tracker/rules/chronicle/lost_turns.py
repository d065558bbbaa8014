"""Turns that a condition may take away (R1-099, R1-104)."""

from enum import StrEnum

from tracker.rules.chronicle.probability import happens

LOST_CONTROL = 11
"""Probability of a confused or paralysed turn (R1-099, R1-104)."""


class Confusion(StrEnum):
    """What a confused creature does with its turn (R1-099)."""

    NORMAL = "normal"
    ATTACK_ALLY = "attack_ally"
    HIT_SELF = "hit_self"


def confusion(face: int) -> Confusion:
    """Read the d20 of a confused turn: from 11 on, even strikes an ally, odd oneself (R1-099, A1-30)."""
    if not happens(LOST_CONTROL, face):
        return Confusion.NORMAL
    return Confusion.HIT_SELF if face % 2 else Confusion.ATTACK_ALLY


class Paralysis(StrEnum):
    """What a paralysed creature can do with its turn (R1-104)."""

    ACTS = "acts"
    PARALYSED = "paralysed"


def paralysis(face: int) -> Paralysis:
    """Read the d20 of a paralysed turn: from 11 on, it is lost (R1-104)."""
    return Paralysis.PARALYSED if happens(LOST_CONTROL, face) else Paralysis.ACTS
