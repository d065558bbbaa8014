"""Sleep: the penalty of each day awake, and the sleep that clears it (R1-075..R1-078, A1-24)."""

from tracker.rules.clock import DAY, HOUR

ENOUGH = 6 * HOUR
"""Sleep in seconds that keeps the penalty from growing (R1-075)."""
PLENTY = 12 * HOUR
"""Sleep in seconds that clears it (R1-078)."""
DISADVANTAGE_AT = 4
"""Penalty days at which the penalty has become Disadvantage and threatens life (R1-077)."""


def days_awake(awake_since: int, now: int) -> int:
    """Return the complete days since the last sleep that counts ended, in clock seconds (R1-076, A1-44).

    >>> [days_awake(0, hour * HOUR) for hour in (23, 24, 47, 48, 96)]
    [0, 1, 1, 2, 4]
    """
    return max(0, now - awake_since) // DAY


def penalty_of_day(day: int) -> int:
    """Return the penalty of the ordinal day without sleep: the first is free, the next −1 (R1-076).

    >>> [penalty_of_day(day) for day in range(6)]
    [0, 0, -1, -2, -3, -4]
    """
    return -max(0, day - 1)


def threatens_life(penalty: int) -> bool:
    """Whether the penalty alone is Disadvantage, so that each day calls for an Endurance roll (R1-077)."""
    return penalty <= -DISADVANTAGE_AT


def penalty_after(penalty: int, slept: int) -> int:
    """Return the penalty after so many seconds of sleep: 12 hours clear it, fewer keep it (R1-078).

    >>> penalty_after(-3, 12 * HOUR), penalty_after(-3, 11 * HOUR)
    (0, -3)
    """
    return 0 if slept >= PLENTY else penalty


def in_a_day(napped: int, naps_since: int, slept: int, woke_at: int) -> tuple[int, int]:
    """Return the seconds slept and since when. Short naps within 24 hours add up (R1-075).

    Hours that two commands report are counted once.

    >>> in_a_day(4 * HOUR, 0, 3 * HOUR, 10 * HOUR), in_a_day(4 * HOUR, 0, 3 * HOUR, 25 * HOUR)
    ((25200, 0), (10800, 79200))
    """
    began = woke_at - slept
    if not counts_as_slept(slept) and napped and naps_since + napped <= began and woke_at <= naps_since + DAY:
        return napped + slept, naps_since
    return slept, began


def counts_as_slept(slept: int) -> bool:
    """Whether so many seconds keep the penalty from growing (R1-075, A1-24)."""
    return slept >= ENOUGH
