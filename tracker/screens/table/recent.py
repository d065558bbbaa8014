"""The last events, under every tab: the newest whole, the older ones shortened at their ends."""

from collections.abc import Callable, Sequence
from itertools import islice

from msgspec import Struct

from tracker.rules.glance import Tone
from tracker.session.event import Event
from tracker.session.history import History
from tracker.widgets.ink import Emphasis, Line, line, width_of, wrap
from tracker.widgets.text_panel import Block, TextPanel
from tracker.wording.brief import brief_text
from tracker.wording.dates import day_text, hour_text
from tracker.wording.glance import telling_words
from tracker.wording.language import language
from tracker.wording.messages import say
from tracker.wording.sentences import is_undone, sentences
from tracker.wording.words import words_of

MOST = 30
"""Events that are looked at, more than most terminals show."""
_LEAST = 3
"""Events that are shown before an older one takes a second line."""


class Recent(TextPanel, can_focus=False):
    """The last events, the newest at the bottom; what is undone is told by its undo alone."""

    def __init__(self) -> None:
        super().__init__()
        self._history: History | None = None
        self._stretched = False
        """Whether it was given more lines than usual."""
        self._told: dict[str, _Told] = {}
        """What was shown last, by the ids of the events: one act adds one event."""
        self._told_with: object = None
        """What their lines say besides the events: names, words, the day."""

    def wanted_height(self, width: int) -> int:
        """Return the lines that the newest event needs to stand whole."""
        if self._history is None or not (events := _newest(self._history)):
            return 0
        newest = events[0].at_hand
        start = _start(newest, self._history, several=self._are_of_several(events))
        room = width - self.gutter.width - 1 - width_of(start)
        return len(wrap(line(" ".join(sentences(newest, self._history))), room))

    def picture(self, history: History) -> None:
        """Show the end of the log; ask for more lines if the newest event does not fit."""
        self._history = history
        needs_more = self.wanted_height(self.outer_size.width) > self.size.height
        if needs_more or self._stretched:
            self._stretched = needs_more
            self.refresh(layout=True)
        self.show([Block(self.last_lines(history, self.size.width - 1, self.size.height))])

    def on_resize(self) -> None:
        """Show the end of the log in the new room."""
        super().on_resize()
        if self._history is not None:
            self.picture(self._history)

    def _are_of_several(self, events: Sequence[Event]) -> bool:
        """Whether events are of several GMs; whose an event is stands in its document, which is read once."""
        return len({told.gm if (told := self._kept_lines(event)) else event.gm for event in events}) > 1

    def _kept_lines(self, event: Event) -> "_Told | None":
        told = self._told.get(event.id)
        return told if told is not None and told.event is event else None

    def last_lines(self, history: History, width: int, height: int) -> tuple[Line, ...]:
        """Return the last events: hour, GM if there are several, sentences."""
        events, session = _newest(history), history.session
        several = self._are_of_several(events)
        told_with = (
            *({**history.names}, words_of(session.system), language()),
            *(session.day, session.begins, session.calendar, several, self.look, width),
        )
        if told_with != self._told_with:
            self._told_with = told_with
            self._told = {key: _Told(each.event, each.gm) for key, each in self._told.items()}
        shown: list[tuple[Line, ...]] = []
        kept: dict[str, _Told] = {}
        for place, event in enumerate(events):
            older = min(len(events), _LEAST) - place - 1
            lines = height if not place else max(1, height - max(0, older))
            kept[event.id] = told = self._kept_lines(event) or _Told(event, event.gm)
            if height <= 0 or width <= 0:
                continue
            if not told.holds(history, lines):
                kept[event.id] = told = _tell(
                    event, history, width, lines, self.look.ellipsis, several=several
                )
            shown.append(told.lines)
            height -= len(told.lines)
        self._told = kept
        newest = (_bright(each) for each in shown[0]) if shown else ()
        return (*(each for wrapped in reversed(shown[1:]) for each in wrapped), *newest)


class _Told(Struct, frozen=True):
    """The lines of an event, with all that may change them but what `told_with` has."""

    event: Event
    gm: str
    lines: tuple[Line, ...] = ()
    most: int = 0
    """The lines that there was room for; 0 for an event that has to be told anew."""
    counts: bool = True
    first: Event | None = None
    """The event that superseded it."""

    def holds(self, history: History, lines: int) -> bool:
        """Whether the lines are still right where there is room for so many.

        What fits into fewer lines than there was room for is what is told there: every longer version would
        have been taken if it fitted.
        """
        standing = history.counts(self.event.id), history.first_of(self.event.id)
        return len(self.lines) <= lines <= self.most and standing == (self.counts, self.first)


def _tell(stored: Event, history: History, width: int, lines: int, ellipsis: str, *, several: bool) -> _Told:
    """Return the lines of an event; one that repeats another, as an undo does, is told anew each time."""
    event = stored.at_hand
    start = _start(event, history, several=several)
    told = _hanging(start, _told_within(event, history, width - width_of(start), lines, ellipsis))
    most = 0 if any("event" in fact.data for fact in event.facts) else lines
    return _Told(stored, event.gm, told, most, history.counts(event.id), history.first_of(event.id))


def _newest(history: History) -> list[Event]:
    """Return the last events that stand, the newest first; one that is undone is told by its undo."""
    return [*islice((event for event in reversed(history) if not is_undone(event, history)), MOST)]


def _start(event: Event, history: History, *, several: bool) -> Line:
    """Return the hour of an event, and its GM if there are several."""
    when = event_hour(event, history) + (f" {event.gm}" if several else "")
    return line((f"{when}  ", Emphasis.MUTED))


def _told_within(event: Event, history: History, width: int, lines: int, ellipsis: str) -> tuple[Line, ...]:
    """Return an event whole, else in its longest version that fits, else the beginning of the shortest."""
    whole = sentences(event, history)
    brief = brief_text(event, history, _fitting(width, lines), whole=whole)
    wrapped = wrap(_coloured_line(event, brief, history), width)
    if len(wrapped) <= lines:
        return wrapped
    *before, last = wrapped[:lines]
    ended = wrap(last, max(1, width - width_of(line(f" {ellipsis}"))))[0]
    return (*before, (*ended, *line(f" {ellipsis}")))


def _fitting(width: int, lines: int) -> Callable[[str], bool]:
    """Return the test of whether a text fits in so many lines."""
    return lambda text: len(wrap(line(text), width)) <= lines


def _hanging(start: Line, told: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines of an event behind its hour, the later ones under the first."""
    blank = line(" " * width_of(start))
    return tuple((*(blank if place else start), *each) for place, each in enumerate(told))


def _bright(told: Line) -> Line:
    """Return a line of the newest event: what has no tone is strong."""
    return tuple((text, Emphasis.STRONG if ink is Tone.PLAIN else ink) for text, ink in told)


def event_hour(event: Event, history: History) -> str:
    """Return the hour of an event on the campaign's clock, with its day unless that is today."""
    session = history.session
    hour = hour_text(session, event.game_time)
    day = session.day_of(event.game_time)
    return hour if day == session.day else f"{day_text(day, session.calendar.date(day))} {hour}"


def event_line(event: Event, history: History) -> Line:
    """Return the line of an event; an event that no longer counts is struck through, or marked in words."""
    return _coloured_line(event, " ".join(sentences(event, history)), history)


def _coloured_line(event: Event, told: str, history: History) -> Line:
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
