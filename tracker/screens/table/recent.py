"""The last events, under every tab: the newest in full, the older ones without their middle."""

from collections.abc import Callable, Sequence
from itertools import islice

from msgspec import Struct

from tracker.rules.glance import Tone
from tracker.session.event import Event
from tracker.session.history import History
from tracker.widgets.ink import Emphasis, Line, line, width_of, wrap
from tracker.widgets.text_panel import Block, TextPanel
from tracker.wording.brief import brief_text, is_quoting
from tracker.wording.dates import event_hour
from tracker.wording.glance import telling_words
from tracker.wording.language import language
from tracker.wording.messages import say
from tracker.wording.sentences import is_undone, sentences
from tracker.wording.words import words_of

MOST = 30
"""Most events that are read, more than most terminals have lines for."""
_LEAST = 3
"""Number of events that get a line each before an older one gets a second."""


class Recent(TextPanel, can_focus=False):
    """The last events, the newest at the bottom; for an undone event only its undo is shown."""

    def __init__(self) -> None:
        super().__init__()
        self._history: History | None = None
        self._stretched = False
        """Whether the panel has more lines than usual, for a long newest event."""
        self._lines_by_event: dict[str, _EventLines] = {}
        """The lines shown last, by ids of the events; an action adds one event, and the others are reused."""
        self._conditions: object = None
        """All that these lines depend on besides the events: names, words, the day, the width."""

    def wanted_height(self, width: int) -> int:
        """Return the number of lines that the newest event needs in full; 0 without events."""
        if self._history is None or not (events := _newest(self._history)):
            return 0
        newest = events[0].at_hand
        start = _start(newest, self._history, several=self._are_of_several(events))
        room = width - self.gutter.width - 1 - width_of(start)
        return len(wrap(line(brief_text(newest, self._history, lambda _text: True)), room))

    def picture(self, history: History) -> None:
        """Show the end of the log; ask for more lines if the newest event does not fit."""
        self._history = history
        needs_more = self.wanted_height(self.outer_size.width) > self.size.height
        if needs_more or self._stretched:
            self._stretched = needs_more
            self.refresh(layout=True)
        self.show([Block(self.last_lines(history, self.size.width - 1, self.size.height))])

    def on_resize(self) -> None:
        super().on_resize()
        if self._history is not None:
            self.picture(self._history)

    def _are_of_several(self, events: Sequence[Event]) -> bool:
        """Whether the events are of several GMs."""
        # The GM stands in the event's document, which is decoded at the first look: a kept one spares that.
        return len({kept.gm if (kept := self._kept_lines(event)) else event.gm for event in events}) > 1

    def _kept_lines(self, event: Event) -> "_EventLines | None":
        kept_lines = self._lines_by_event.get(event.id)
        return kept_lines if kept_lines is not None and kept_lines.event is event else None

    def last_lines(self, history: History, width: int, height: int) -> tuple[Line, ...]:
        """Format the last events, the newest last: hour, GM if there are several, sentences."""
        events, session = _newest(history), history.session
        several = self._are_of_several(events)
        conditions = (
            *({**history.names}, words_of(session.system), language()),
            *(session.day, session.begins, session.calendar, several, self.look, width),
        )
        if conditions != self._conditions:
            self._conditions = conditions
            self._lines_by_event = {
                key: _EventLines(each.event, each.gm) for key, each in self._lines_by_event.items()
            }
        shown: list[tuple[Line, ...]] = []
        kept_lines: dict[str, _EventLines] = {}
        for index, event in enumerate(events):
            older_count = min(len(events), _LEAST) - index - 1
            line_limit = height if not index else max(1, height - max(0, older_count))
            kept_lines[event.id] = event_lines = self._kept_lines(event) or _EventLines(event, event.gm)
            if height <= 0 or width <= 0:
                continue
            if not event_lines.holds(history, line_limit):
                kept_lines[event.id] = event_lines = _event_lines(
                    event, history, width, line_limit, self.look.ellipsis, several=several
                )
            shown.append(event_lines.lines)
            height -= len(event_lines.lines)
        self._lines_by_event = kept_lines
        newest = shown[0] if shown else ()
        if events and not is_quoting(events[0].at_hand, history):
            newest = tuple(map(_bold_line, newest))
        return (*(line_of_event for wrapped in reversed(shown[1:]) for line_of_event in wrapped), *newest)


class _EventLines(Struct, frozen=True):
    """The lines of an event, with all that may change them besides `Recent._conditions`."""

    event: Event
    gm: str
    lines: tuple[Line, ...] = ()
    most: int = 0
    """Number of lines that there was room for; 0 if the lines must be formatted anew each time."""
    counts: bool = True
    first: Event | None = None
    """The event that superseded this one."""

    def holds(self, history: History, lines: int) -> bool:
        """Whether the lines are still right if there is room for this many.

        With less room than before they are the same if they fit: any longer version did not fit even then.
        """
        state = history.counts(self.event.id), history.first_of(self.event.id)
        return len(self.lines) <= lines <= self.most and state == (self.counts, self.first)


def _event_lines(
    stored: Event, history: History, width: int, lines: int, ellipsis: str, *, several: bool
) -> _EventLines:
    """Format an event; the lines of one that quotes another, as an undo does, may not be reused."""
    event = stored.at_hand
    start = _start(event, history, several=several)
    lines_shown = _hang_lines(start, _lines_within(event, history, width - width_of(start), lines, ellipsis))
    most = 0 if any("event" in fact.data for fact in event.facts) else lines
    return _EventLines(
        stored, event.gm, lines_shown, most, history.counts(event.id), history.first_of(event.id)
    )


def _newest(history: History) -> list[Event]:
    """List the last events, the newest first, without undone ones: their undo mentions them."""
    return [*islice((event for event in reversed(history) if not is_undone(event, history)), MOST)]


def _start(event: Event, history: History, *, several: bool) -> Line:
    """Return the hour of an event, and its GM if there are several."""
    hour = event_hour(event, history) + (f" {event.gm}" if several else "")
    return line((f"{hour}  ", Emphasis.MUTED))


def _lines_within(event: Event, history: History, width: int, lines: int, ellipsis: str) -> tuple[Line, ...]:
    """Format an event in its longest version that fits, else the shortest without its middle."""
    whole = sentences(event, history)
    brief = brief_text(event, history, _fit_test(width, lines), whole=whole)
    wrapped = wrap(_coloured_line(event, brief, history), width)
    if len(wrapped) <= lines:
        return wrapped
    short = _without_middle(brief, ellipsis, _fit_test(width, lines))
    return wrap(_coloured_line(event, short, history), width)[:lines]


def _without_middle(text: str, ellipsis: str, fits: Callable[[str], bool]) -> str:
    """Leave out words in the middle of a text until it fits: its end tells the outcome."""
    words = text.split()
    head, tail = 0, 0
    while head + tail < len(words):
        longer = (head, tail + 1) if tail <= head else (head + 1, tail)
        candidate = [*words[: longer[0]], ellipsis, *words[len(words) - longer[1] :]]
        if not fits(" ".join(candidate)):
            break
        head, tail = longer
    return " ".join([*words[:head], ellipsis, *words[len(words) - tail :]])


def _fit_test(width: int, lines: int) -> Callable[[str], bool]:
    """Return a test of whether a text fits in this many lines."""
    return lambda text: len(wrap(line(text), width)) <= lines


def _hang_lines(start: Line, event_lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Put the lines of an event behind its hour, the later ones below the first."""
    blank = line(" " * width_of(start))
    return tuple((*(blank if index else start), *event_line) for index, event_line in enumerate(event_lines))


def _bold_line(event_line: Line) -> Line:
    """Return a line of the newest event, with its plain text bold."""
    return tuple((text, Emphasis.STRONG if ink is Tone.PLAIN else ink) for text, ink in event_line)


def event_line(event: Event, history: History) -> Line:
    """Format an event as one line, struck through or marked in words if it no longer counts."""
    event = event.at_hand
    return _coloured_line(event, " ".join(sentences(event, history)), history)


def _coloured_line(event: Event, text: str, history: History) -> Line:
    if is_undone(event, history):
        ink = Tone.PLAIN if history.counts(event.id) else Emphasis.STRUCK
        return line((f"({say('recent.undone')}) ", Tone.WARNING), (text, ink))
    if not history.counts(event.id):
        return line((text, Emphasis.STRUCK))
    runs: list[tuple[str, Tone]] = []
    for words, tone in telling_words(event, history):
        text_before, match, text_after = text.partition(words)
        if match:
            runs += [(text_before, Tone.PLAIN), (words, tone)]
            text = text_after
    return line(*runs, text)
