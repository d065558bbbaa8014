"""The end of the log, shown under every tab if the terminal is tall enough."""

from collections.abc import Iterator
from itertools import islice

from tracker.rules.glance import Tone
from tracker.session.event import Event
from tracker.session.history import History
from tracker.widgets.ink import Emphasis, Ink, Line, line
from tracker.widgets.text_panel import Block, TextPanel
from tracker.wording import amounts
from tracker.wording.language import _
from tracker.wording.sentences import is_undone, sentences

MOST = 12
"""Events that are looked at, more than any terminal shows."""


class Recent(TextPanel, can_focus=False):
    """The last events, the newest at the bottom; undone events are shown as undone."""

    def __init__(self) -> None:
        super().__init__(follow=True)
        self._history: History | None = None

    def picture(self, history: History) -> None:
        """Show the end of the log, if there is room for it."""
        self._history = history
        if self.display:
            self.show([Block(tuple(_lines(history)), _("Lo último"))])

    def on_resize(self) -> None:
        """Show the end of the log once there is room."""
        super().on_resize()
        if self._history is not None:
            self.picture(self._history)


def _lines(history: History) -> Iterator[Line]:
    for event in reversed([*islice(reversed(history), MOST)]):
        when = f"{amounts.duration(event.clock)} {event.gm}  "
        yield line((when, Emphasis.MUTED), *told_of(event, history))


def told_of(event: Event, history: History) -> Line:
    """Return the line of an event; an event that no longer counts is struck through, or marked in words."""
    ink: Ink = Tone.PLAIN if history.counts(event.id) else Emphasis.STRUCK
    told = (" ".join(sentences(event, history)), ink)
    if is_undone(event, history):
        return line((f"({_('deshecho')}) ", Tone.WARNING), told)
    return line(told)
