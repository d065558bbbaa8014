"""What a body asks for, as cells: how long it has waited, and how much that presses."""

from tracker.rules.system import Need, Tone
from tracker.widgets.ink import Line, line

_HOUR = 3_600


def pressure(need: Need, now: int) -> Tone:
    """Return how much a need should catch the eye."""
    left = need.due - now
    return Tone.BAD if left <= 0 else Tone.WARNING if left <= need.soon else Tone.PLAIN


def hours_cell(need: Need, now: int) -> Line:
    """Return the hours that a need has waited."""
    return line((f"{need.since // _HOUR}h", pressure(need, now)))
