"""The last events, shown under every tab if the terminal is tall enough."""

from collections.abc import Callable
from itertools import islice

from tracker.rules.glance import Tone
from tracker.session.event import Event
from tracker.session.history import History
from tracker.widgets.ink import Emphasis, Line, cut_inside, line, width_of, wrap
from tracker.widgets.text_panel import Block, TextPanel
from tracker.wording.brief import brief_text
from tracker.wording.dates import day_text, hour_text
from tracker.wording.glance import telling_words
from tracker.wording.messages import say
from tracker.wording.sentences import is_undone, sentences

MOST = 30
"""Events that are looked at, more than most terminals show."""
_LEAST = 3
"""Sentences that are shown even if that cuts a long one."""
_TAIL = 24
"""Cells at the end of a cut event, which tell its outcome."""


class Recent(TextPanel, can_focus=False):
    """The last events, the newest at the bottom; undone events are shown as undone."""

    def __init__(self) -> None:
        super().__init__()
        self._history: History | None = None

    def picture(self, history: History) -> None:
        """Show the end of the log, if there is room for it."""
        self._history = history
        if self.display:
            width, height = self.size.width - 1, self.size.height - 1
            lines = _last(history, width, height, self.look.ellipsis)
            self.show([Block(lines, say("recent.latest_events"))])

    def on_resize(self) -> None:
        """Show the end of the log once there is room."""
        super().on_resize()
        if self._history is not None:
            self.picture(self._history)


def _last(history: History, width: int, height: int, ellipsis: str) -> tuple[Line, ...]:
    """Return the last events, in three sentences at least: hour, GM if there are several, sentence."""
    events = [*islice(reversed(history), MOST)]
    several = len({event.gm for event in events}) > 1
    shown: list[tuple[Line, ...]] = []
    told = 0
    for event in events:
        if height <= 0 or not width:
            break
        when = event_hour(event, history) + (f" {event.gm}" if several else "")
        start = line((f"{when}  ", Emphasis.MUTED))
        whole = sentences(event, history)
        told += len(whole)
        most = max(1, height - max(0, _LEAST - told))
        in_a_line, in_all = width - width_of(start), width * most - _TAIL
        brief = brief_text(event, history, _fitting(in_a_line), _fitting(in_all), whole=whole)
        text = (*start, *_tinted(event, brief, history))
        wrapped = wrap(text, width)
        if len(wrapped) > most:
            wrapped = wrap(cut_inside(text, most * (width - _TAIL * (most > 1)), ellipsis, _TAIL), width)
        shown.append(wrapped[:most])
        height -= len(shown[-1])
    return tuple(each for wrapped in reversed(shown) for each in wrapped)


def _fitting(width: int) -> Callable[[str], bool]:
    """Return the test of whether a text fits in so many cells."""
    return lambda text: width_of(line(text)) <= width


def event_hour(event: Event, history: History) -> str:
    """Return the hour of an event on the campaign's clock, with its day unless that is today."""
    session = history.session
    hour = hour_text(session, event.clock)
    day = session.day_of(event.clock)
    return hour if day == session.day else f"{day_text(day, session.calendar.date(day))} {hour}"


def told_of(event: Event, history: History) -> Line:
    """Return the line of an event; an event that no longer counts is struck through, or marked in words."""
    return _tinted(event, " ".join(sentences(event, history)), history)


def _tinted(event: Event, told: str, history: History) -> Line:
    """Return the sentences of an event with its outcomes in their colours."""
    if is_undone(event, history):
        ink = Tone.PLAIN if history.counts(event.id) else Emphasis.STRUCK
        return line((f"({say('recent.undone')}) ", Tone.WARNING), (told, ink))
    if not history.counts(event.id):
        return line((told, Emphasis.STRUCK))
    runs: list[tuple[str, Tone]] = []
    for words, tone in telling_words(event, history):
        before, found, after = told.partition(words)
        if found:
            runs += [(before, Tone.PLAIN), (words, tone)]
            told = after
    return line(*runs, told)
