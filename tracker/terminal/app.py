"""The part of both apps that only matters in a terminal: line filters, and the terminal's own cursor."""

from collections import deque
from collections.abc import Sequence
from typing import Any, Self

from rich.cells import cell_len
from rich.segment import Segment
from textual.await_complete import AwaitComplete
from textual.color import Color
from textual.events import Resize
from textual.filter import LineFilter, NoColor
from textual.geometry import Offset

from tracker.session.text import clean, is_clean
from tracker.terminal.cells import CellDriver
from tracker.terminal.keyboard import PatientDriver
from tracker.terminal.textual_internals import driver_of, forget_colours, use_mouse
from tracker.widgets.themed_app import ThemedApp

_ON_A_KEYBOARD = str.maketrans("✎→←↑↓▶▲▼█░▁▂▃▅▇…×−–—·", "*><^v>^v#._-=%#~x----")
"""The signs that the tracker's own sentences use: the pencil of real dice, arrows, bars."""
LAST_ACTIONS = 20
"""Actions that are remembered for the report of an error."""
SHOW_CURSOR = "\x1b[?25h"


class ControlFilter(LineFilter):
    """Replaces control and invisible characters before they reach the terminal.

    Each replacement is as wide as Textual measured the character, so that lines keep their width.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with every unsafe character replaced."""
        return [
            segment
            if segment.control or is_clean(segment.text)
            else segment._replace(text=_safe(segment.text))
            for segment in segments
        ]


class KeyboardFilter(LineFilter):
    """Replaces signs that no keyboard has by ASCII, for terminals and screen readers without them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their signs replaced, each by one of the same width."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else segment._replace(text=_typed(segment.text))
            for segment in segments
        ]


def _typed(text: str) -> str:
    return text.translate(_ON_A_KEYBOARD)


def _safe(text: str) -> str:
    """Replace each unsafe character by as many cells as Textual counts for it."""
    return "".join(c if is_clean(c) else clean(c, cell_len(c)) for c in text)


_NO_COLOUR, _KEYBOARD, _CONTROL = NoColor(), KeyboardFilter(), ControlFilter()


class InTerminal(ThemedApp):
    """Base of the GM's app and of the players' app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.last_actions: deque[tuple[type, str]] = deque(maxlen=LAST_ACTIONS)
        """The last actions, each with the class that bound it, for the report of an error."""

    _shows_cursor = False
    """Whether the terminal already shows its cursor."""

    async def run_action(self, action: Any, default_namespace: Any = None, namespaces: Any = None) -> bool:
        """Run an action, and remember it."""
        if isinstance(action, str):
            self.last_actions.append((type(default_namespace or self), action))
        return await super().run_action(action, default_namespace, namespaces)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters, and the filter that stops control characters."""
        wanted = {_NO_COLOUR: not self.look.colour, _KEYBOARD: not self.look.unicode, _CONTROL: True}
        return (*super().get_line_filters(), *(each for each, is_wanted in wanted.items() if is_wanted))

    def on_resize(self, event: Resize) -> None:
        """Send the whole screen again after a resize: the terminal may have moved its text."""
        self.forget_terminal()

    def forget_terminal(self) -> None:
        """Send the next frame whole: the terminal may not show what was sent before."""
        driver = driver_of(self)
        if isinstance(driver, CellDriver):
            driver.forget()

    def refresh(self, *, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Lay nothing out: the children of an app are screens, and a screen does it once it is shown.

        Textual asks for it after a screen has gone, when the one below is complete.
        """
        return self if layout else super().refresh(repaint=repaint, recompose=recompose)

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen, and put the cursor in its place on the screen below before the last frame."""
        forget_colours()
        gone = super().pop_screen()
        self._point()
        return gone

    def post_display_hook(self) -> None:
        """Move the terminal's own cursor, visible or not, to the place that the focused widget points at.

        If the GM wants a visible cursor, it shows from the first frame: screen readers follow it.
        """
        if self.preferences.shows_cursor and not self._shows_cursor:
            self._shows_cursor = True
            self._write(SHOW_CURSOR)
        if self._point():
            self._write(f"\x1b[{self.cursor_position.y + 1};{self.cursor_position.x + 1}H")

    def _point(self) -> bool:
        """Note where the terminal's cursor belongs; returns whether it has to move."""
        before, widget = self.cursor_position, self.focused if self.screen_stack else None
        place = getattr(widget, "cursor_cell", None)
        if widget is not None and isinstance(place, Offset):
            self.cursor_position = widget.content_region.offset + place
        return self.cursor_position != before

    def choose_mouse(self, wanted: bool) -> None:
        """Ask the terminal for clicks and the wheel from now on, or for none any more."""
        super().choose_mouse(wanted)
        driver = driver_of(self)
        if isinstance(driver, PatientDriver):
            use_mouse(driver, wanted)

    def _write(self, sequence: str) -> None:
        driver = driver_of(self)
        if driver is not None:
            driver.write(sequence)
            driver.flush()
