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

from tracker.rules.refusal import Refusal
from tracker.session.text import clean, is_clean
from tracker.terminal.cells import CellDriver
from tracker.terminal.keyboard import PatientDriver
from tracker.terminal.osc import Osc
from tracker.terminal.textual_internals import driver_of, forget_colours, use_mouse
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say

_ON_A_KEYBOARD = str.maketrans("✎→←↑↓▶▲▼█░▁▂▃▅▇…×−–—·", "*><^v>^v#._-=%#~x----")
"""Signs of the tracker's own sentences, each with ASCII: the pencil of real dice, arrows, bars."""
LAST_ACTIONS = 20
"""Actions remembered for an error report."""
_SHOWN = 60
"""Most letters of a copied text that are shown."""
SHOW_CURSOR = "\x1b[?25h"


class ControlFilter(LineFilter):
    """Replaces control and invisible characters before they reach the terminal.

    Each replacement is as wide as Textual measured the character, so that lines keep their width.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.control or is_clean(segment.text)
            else segment._replace(text=_safe(segment.text))
            for segment in segments
        ]


class KeyboardFilter(LineFilter):
    """Replaces signs that no keyboard has by ASCII of the same width, for terminals and screen readers."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.control or segment.text.isascii()
            else segment._replace(text=_typed(segment.text))
            for segment in segments
        ]


class LinkFilter(LineFilter):
    """Drops links, for terminals that would print the address of each once more."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment._replace(style=segment.style.update_link(None))
            if segment.style is not None and segment.style.link
            else segment
            for segment in segments
        ]


def _typed(text: str) -> str:
    return text.translate(_ON_A_KEYBOARD)


def _safe(text: str) -> str:
    return "".join(c if is_clean(c) else clean(c, cell_len(c)) for c in text)


_NO_COLOUR, _KEYBOARD, _CONTROL, _NO_LINKS = NoColor(), KeyboardFilter(), ControlFilter(), LinkFilter()


class InTerminal(ThemedApp):
    """Base of the GM's app and of the players' app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.last_actions: deque[tuple[type, str]] = deque(maxlen=LAST_ACTIONS)
        """The last actions, each with the class that bound it, for an error report."""

    osc = Osc()
    """What this terminal can be told beside text."""
    _copied = ""
    """The text copied last."""
    _shows_cursor = False
    """Whether the terminal already shows its cursor."""

    async def run_action(self, action: Any, default_namespace: Any = None, namespaces: Any = None) -> bool:
        """Remember the action, and run it."""
        if isinstance(action, str):
            self.last_actions.append((type(default_namespace or self), action))
        return await super().run_action(action, default_namespace, namespaces)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add the filters for this look, and the one that stops control characters."""
        filters = {
            _NO_COLOUR: not self.look.colour,
            _KEYBOARD: not self.look.unicode,
            _CONTROL: True,
            _NO_LINKS: not self.osc.known,
        }
        return (*super().get_line_filters(), *(each for each, is_on in filters.items() if is_on))

    def on_resize(self, event: Resize) -> None:
        self.forget_terminal()  # the terminal may have moved its text

    def forget_terminal(self) -> None:
        """Send the next frame whole: the terminal may not show what was sent before."""
        driver = driver_of(self)
        if isinstance(driver, CellDriver):
            driver.forget()

    def refresh(self, *, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Skip layout: the children of an app are screens, and a screen lays itself out when it is shown.

        Textual asks for a layout after a screen has gone, when the one below is complete.
        """
        return self if layout else super().refresh(repaint=repaint, recompose=recompose)

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen; its last frame already puts the cursor in its place on the screen below."""
        forget_colours()
        removal = super().pop_screen()
        self._point()
        return removal

    def post_display_hook(self) -> None:
        """Move the terminal's own cursor, visible or not, to where the focused widget points.

        If the GM wants a visible cursor, it shows from the first frame: screen readers follow it.
        """
        if self.preferences.shows_cursor and not self._shows_cursor:
            self._shows_cursor = True
            self._write(SHOW_CURSOR)
        if self._point():
            self._write(f"\x1b[{self.cursor_position.y + 1};{self.cursor_position.x + 1}H")

    def _point(self) -> bool:
        """Note where the terminal's cursor belongs; returns whether it must move."""
        old_position, widget = self.cursor_position, self.focused if self.screen_stack else None
        place = getattr(widget, "cursor_cell", None)
        if widget is not None and isinstance(place, Offset):
            self.cursor_position = widget.content_region.offset + place
        return self.cursor_position != old_position

    def choose_mouse(self, wanted: bool) -> None:
        """Ask the terminal for clicks and the wheel from now on, or for none."""
        super().choose_mouse(wanted)
        driver = driver_of(self)
        if isinstance(driver, PatientDriver):
            use_mouse(driver, wanted)

    def show_title(self, title: str) -> None:
        driver = driver_of(self)
        if self.osc.known and isinstance(driver, CellDriver):
            driver.title.show(title if self.preferences.title else "")

    @property
    def clipboard(self) -> str:
        return self._copied

    def copy_to_clipboard(self, text: str) -> None:
        """Keep a text for the program's fields, and send it to the terminal's clipboard if that takes it."""
        self._copied = text
        self._write(self.osc.copy(text))

    def send_to_clipboard(self, text: str) -> str:
        content, osc = clean(text, len(text), lines=True), self.osc
        if not osc.known:
            raise Refusal("no_clipboard")
        if len(content.encode()) > osc.most_copied:
            raise Refusal("too_long_to_copy", most=osc.most_copied)
        self.copy_to_clipboard(content)
        line = " / ".join(content.splitlines())
        shown = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"
        return say("clipboard.sent_in_tmux" if osc.in_tmux else "clipboard.sent", text=shown)

    def notify_desktop(self, sentence: str) -> None:
        self._write(self.osc.notify(sentence))

    def _write(self, sequence: str) -> None:
        driver = driver_of(self)
        if driver is not None:
            driver.write(sequence)
            driver.flush()
