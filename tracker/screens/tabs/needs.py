"""What a body asks for, as cells: how long it has waited, and how much that presses."""

from tracker.rules.clock import HOUR
from tracker.rules.glance import Need, Tone
from tracker.widgets.ink import Line, line


def pressure(need: Need, now: int) -> Tone:
    """Return how much a need should catch the eye: not at all where nothing comes of it."""
    if need.due is None:
        return Tone.PLAIN
    left = need.due - now
    return Tone.BAD if left <= 0 else Tone.WARNING if left <= need.soon else Tone.PLAIN


def hours_cell(need: Need, now: int) -> Line:
    """Return the hours that a need has waited."""
    return line((f"{need.since // HOUR}h", pressure(need, now)))
