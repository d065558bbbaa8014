"""Progress clocks in words and in segments."""

from tracker.session.progress import ProgressClock
from tracker.wording.language import _


def segments(filled: int, of: int, *, unicode: bool = True) -> str:
    """Return segments in a row, the filled ones first.

    >>> segments(2, 4), segments(2, 4, unicode=False)
    ('■■□□', '##..')
    """
    full, empty = "■□" if unicode else "#."
    return full * filled + empty * (of - filled)


def progress_text(clock: ProgressClock) -> str:
    """Return a clock for the GM: `Ritual 3/6 · oculto · despierta`."""
    shown = _("a la vista") if clock.shown else _("oculto")
    return " · ".join(filter(None, [f"{clock.name} {clock.filled}/{clock.segments}", shown, clock.outcome]))
