"""Hunger: the cost of each day without food and drink (R1-071..R1-074)."""

from msgspec import Struct

from tracker.rules.clock import DAY

DEADLY_FAILURES = 3


class Starvation(Struct, frozen=True):
    """Complete days since the last meal, and the Endurance rolls failed meanwhile."""

    days: int = 0
    failures: int = 0

    @property
    def dead(self) -> bool:
        """Whether hunger has killed: three failures in one starvation (R1-073, A1-23)."""
        return self.failures >= DEADLY_FAILURES


def unfed_days(fed_at: int, now: int) -> int:
    """Return the complete days between two clock seconds, which raise the difficulty of Endurance (R1-072).

    >>> [unfed_days(0, hour * 3600) for hour in (0, 23, 24, 47, 48)]
    [0, 0, 1, 1, 2]
    """
    return max(0, now - fed_at) // DAY


def another_day(starvation: Starvation, *, passed: bool) -> Starvation:
    """Add a day without a meal and its Endurance roll, made at the raised difficulty (R1-072, R1-073)."""
    failures = starvation.failures if passed else min(DEADLY_FAILURES, starvation.failures + 1)
    return Starvation(starvation.days + 1, failures)
