"""Ammunition: a usage die that the campaign rolls per shot or per encounter (R1-044..R1-047)."""

from tracker.rules.games.chronicle.sheet import AmmoMode
from tracker.rules.refusal import Refusal
from tracker.rules.usage_die import DEPLETED, LADDER, step_up


def usage_rolls(mode: AmmoMode, shots: int) -> int:
    """Return how many usage rolls an encounter with so many shots calls for (R1-045, R1-047).

    >>> usage_rolls(AmmoMode.PER_ENCOUNTER, 5)
    1
    """
    return shots if mode is AmmoMode.PER_SHOT else min(shots, 1)


def merge(mode: AmmoMode, a: int, b: int) -> int:
    """Return the die of two equal stacks joined, one step up (R1-046, R1-047, A1-14).

    >>> merge(AmmoMode.PER_SHOT, 4, 4)
    6

    Raises `Refusal`: `merge_per_encounter`, `merge_depleted`, `merge_unequal`, `largest_usage_die`.
    """
    if mode is AmmoMode.PER_ENCOUNTER:
        raise Refusal("merge_per_encounter")
    if DEPLETED in (a, b):
        raise Refusal("merge_depleted")
    if a != b or a not in LADDER:
        raise Refusal("merge_unequal", a=a, b=b)
    return step_up(a)
