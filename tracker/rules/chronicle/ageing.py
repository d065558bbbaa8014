"""Ageing: from a species' age on, a roll each year (R1-079..R1-081)."""

from tracker.rules.chronicle.attributes import Attribute


def is_due(age: int, ageing_age: int) -> bool:
    """Whether a year calls for an Endurance roll: from the species' age on, itself included (R1-079, A1-26).

    An age of 0 means that the GM has not set one, and nothing is called for.
    """
    return 0 < ageing_age <= age


def weakened(face: int) -> Attribute:
    """Return the attribute that a failed roll reduces, by the face of a d6 (R1-080).

    >>> str(weakened(3))
    'endurance'
    """
    return tuple(Attribute)[face - 1]
