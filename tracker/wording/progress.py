"""Progress clocks in words and in segments."""

from tracker.session.progress import ProgressClock, Refill
from tracker.session.state import Session
from tracker.wording.glance import sight_text
from tracker.wording.messages import say
from tracker.wording.words import Words, term, words_of


def segments(filled: int, total: int, *, unicode: bool = True) -> str:
    """Draw segments in a row, the filled ones first.

    >>> segments(2, 4), segments(2, 4, unicode=False)
    ('■■□□', '##..')
    """
    full, empty = "■□" if unicode else "#."
    return full * filled + empty * (total - filled)


def clock_label(session: Session, clock: ProgressClock) -> str:
    """Name a clock, by the game's own word if it is one of the game's."""
    word = clock_word(clock.name, words_of(session.system))
    return word if word != clock.name else session.label_of(clock)


def clock_word(name: str, words: Words) -> str:
    return term(words, "progress_clock", name)


def progress_text(session: Session, clock: ProgressClock) -> str:
    """Write a clock for the GM: `Ritual 3/6 · oculto · despierta`."""
    words = words_of(session.system)
    figures = f"{clock_label(session, clock)} {clock.filled}/{clock.segments}"
    sight = sight_text(clock.name, hidden=clock.hidden)
    return " · ".join(filter(None, [figures, refill_text(clock, words), sight, clock.outcome]))


def refill_text(clock: ProgressClock, words: Words) -> str:
    """Say when a counter refills: `cada descanso`; empty for a progress clock."""
    if not clock.counts_down:
        return ""
    if clock.refill is Refill.ROLL:
        return say("progress.recharge", least=clock.back_at, dice=clock.dice)
    return say("progress.each", moment=term(words, "refill", clock.refill))


def clock_texts(session: Session, who: str, *, unicode: bool) -> list[str]:
    """Draw the clocks and counters of a creature in segments: `Furia ■■□ 2/3`."""
    return [
        f"{each.name} {segments(each.filled, each.segments, unicode=unicode)} {each.filled}/{each.segments}"
        for each in session.progress.values()
        if each.who == who
    ]
