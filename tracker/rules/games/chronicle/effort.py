"""Effort: determination, spent by the point and regained at rest (R1-053..R1-057)."""

from collections.abc import Sequence

from msgspec import Struct

from tracker.rules.refusal import Refusal

NIGHTS_TO_WAIT = 2


class Recovery(Struct, frozen=True):
    """Effort after a rest, and for how many nights none has been regained by a roll."""

    effort: int
    nights: int
    automatic: bool = False


def spend(effort: int) -> int:
    """Return the points left after spending one (R1-053..R1-055); raises `Refusal` `no_effort` at 0."""
    if effort <= 0:
        raise Refusal("no_effort")
    return effort - 1


def recover(effort: int, maximum: int, nights: int, successes: Sequence[bool]) -> Recovery:
    """Regain Effort at rest: a point for each Endurance roll passed, one roll per spent point (R1-056).

    When none is passed, the third night and those after it give a point all the same, until a roll is
    passed (R1-057, A1-18). A night with nothing spent does not count.

    >>> recover(1, 4, 2, [False, False, False])
    Recovery(effort=2, nights=3, automatic=True)
    """
    if effort >= maximum:
        return Recovery(effort, 0)
    passed = sum(successes)
    if passed:
        return Recovery(min(maximum, effort + passed), 0)
    automatic = nights >= NIGHTS_TO_WAIT
    return Recovery(effort + automatic, nights + 1, automatic)
