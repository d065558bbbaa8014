"""The success threshold: what an expert knows without rolling, an optional rule (R3-055..R3-060)."""

from enum import IntEnum

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.percentile.check import Check, Outcome, check


class Expertise(IntEnum):
    """The guide to thresholds, in per cent (R3-060)."""

    PROFESSIONAL = 25
    """Obvious to an experienced professional."""
    SPECIALIST = 50
    """Takes work in that very field, or long experience."""
    EMINENCE = 75
    """For the recognised eminences of the field."""


def is_automatic(skill: int, threshold: int) -> bool:
    """Tell whether the sheet's percentage reaches the threshold: success, nothing to roll (R3-056, A3-17)."""
    return skill >= threshold


def check_with_threshold(skill: int, threshold: int, roll: Roll, modifier: int = 0) -> Check:
    """Roll where a threshold was set: from it up in search of more, under it to succeed (R3-057..R3-059).

    Whoever reaches the threshold keeps the basic result even on a fumble (A3-17). The roll in search of more
    is the GM's to allow (R3-058).

    >>> check_with_threshold(50, 25, lambda sides: 97).outcome
    <Outcome.BASIC: 'basic'>
    """
    rolled = check(skill, roll, modifier)
    if rolled.success or not is_automatic(skill, threshold):
        return rolled
    return replace(rolled, outcome=Outcome.BASIC)
