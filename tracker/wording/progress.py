"""Progress clocks in words and in segments."""

from tracker.session.progress import ProgressClock, Refill
from tracker.session.state import Session
from tracker.wording.glance import sight_text
from tracker.wording.messages import say


def segments(filled: int, total: int, *, unicode: bool = True) -> str:
    """Draw segments in a row, the filled ones first.

    >>> segments(2, 4), segments(2, 4, unicode=False)
    ('■■□□', '##..')
    """
    full, empty = "■□" if unicode else "#."
    return full * filled + empty * (total - filled)


def progress_text(session: Session, clock: ProgressClock) -> str:
    """Write a clock for the GM: `Ritual 3/6 · oculto · despierta`."""
    figures = f"{session.label_of(clock)} {clock.filled}/{clock.segments}"
    return " · ".join(
        filter(None, [figures, refill_text(clock), sight_text(hidden=clock.hidden), clock.outcome])
    )


def refill_text(clock: ProgressClock) -> str:
    """Say when a counter refills: `cada descanso`; empty for a progress clock."""
    if not clock.counts_down:
        return ""
    if clock.refill is Refill.ROLL:
        return say("progress.recharge", least=clock.back_at, dice=clock.dice)
    return say("progress.each", moment=say(f"refill.{clock.refill}"))


def clock_texts(session: Session, who: str, *, unicode: bool) -> list[str]:
    """Draw the clocks and counters of a creature in segments: `Furia ■■□ 2/3`."""
    return [
        f"{each.name} {segments(each.filled, each.segments, unicode=unicode)} {each.filled}/{each.segments}"
        for each in session.progress.values()
        if each.who == who
    ]
