"""An app that fits its terminal: theme, signs and drawing filters are chosen when it starts."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.events import Resize
from textual.filter import LineFilter, NoColor
from textual.geometry import Offset
from textual.types import CSSPathType

from tracker import shipped
from tracker.cells import FULL_FRAMES, CellDriver
from tracker.terminal import ControlFilter, KeyboardFilter
from tracker.widgets.bindings import binding_of
from tracker.widgets.ink import INKS, Band
from tracker.widgets.layers import LayeredApp
from tracker.widgets.preferences import USUAL, Preferences
from tracker.widgets.theme import ANSI, NAMES, THEMES, appearance, is_colourless
from tracker.wording import amounts
from tracker.wording.language import N_, _

STYLES = shipped("styles")
STYLESHEETS = (STYLES / "tokens.tcss", STYLES / "widgets.tcss")
KEY_NAMES = {
    "space": N_("espacio"),
    "enter": N_("Intro"),
    "escape": N_("Esc"),
    "backspace": N_("Retr"),
    "tab": N_("Tab"),
    "delete": N_("Supr"),
    "home": N_("Inicio"),
    "end": N_("Fin"),
    "pageup": N_("RePág"),
    "pagedown": N_("AvPág"),
    "up": N_("arriba"),
    "down": N_("abajo"),
    "left": N_("izquierda"),
    "right": N_("derecha"),
}
"""What a Spanish keyboard prints on the keys that print nothing."""

_ARROWS = frozenset({"up", "down", "left", "right"})
_GAP = re.compile(r"\{([a-z_.]+)\}")
SHOW_CURSOR = "\x1b[?25h"
_NOTHING: Mapping[str, str] = MappingProxyType({})


class TerminalApp(LayeredApp):
    """Base of the tracker's app: no screens, only what every widget counts on.

    The filter for NO_COLOR is picked inside Textual's `__init__`, so colour is decided before it.
    """

    CSS_PATH: ClassVar[CSSPathType | None] = [*STYLESHEETS]
    ENABLE_COMMAND_PALETTE = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"ink--{ink}" for ink in INKS),
        *(f"band--{band}" for band in Band if band),
    }
    """Inks and bands of every widget, in `styles/tokens.tcss`: here, for Textual makes a node of each of them
    whenever it styles what declares them.
    """

    def __init__(self, env: Mapping[str, str] = _NOTHING, preferences: Preferences = USUAL) -> None:
        plain = preferences.plain
        super().__init__(ansi_color=True if plain or is_colourless(env) else None)
        chosen = appearance(env, self.console.color_system, theme=NAMES[preferences.theme], plain=plain)
        for known in THEMES:
            self.register_theme(known)
        self.preferences = preferences
        self.paints_whole = bool(env.get(FULL_FRAMES))
        self._shows_cursor = False
        """Whether the terminal has been told to show its cursor."""
        self.look = chosen.look
        self.no_color = self.no_color or not chosen.look.colour
        self._no_colour_filter = NoColor()
        self.theme = self._begun_with = chosen.theme
        self.stylesheet.set_variables(self.get_css_variables())
        self.animation_level = "none"
        self._keyboard_filter = KeyboardFilter()
        self._control_filter = ControlFilter()
        self.set_keymap(dict(preferences.keys))

    def action_screenshot(self, *_: Any, **__: Any) -> None:
        """Do nothing: Textual's would write a file wherever a text in a save says."""

    def save_screenshot(self, *_: Any, **__: Any) -> str:
        """Write nothing."""
        return ""

    def deliver_screenshot(self, *_: Any, **__: Any) -> None:
        """Write nothing."""

    def deliver_text(self, *_: Any, **__: Any) -> None:
        """Write nothing."""

    def deliver_binary(self, *_: Any, **__: Any) -> None:
        """Write nothing."""

    def open_url(self, *_: Any, **__: Any) -> None:
        """Open nothing: the browser would start on the server."""

    def action_suspend_process(self) -> None:
        """Stay: as the one command of an ssh connection, nothing would wake the program again."""

    def on_resize(self, event: Resize) -> None:
        """Trust nothing that the terminal shows once its size has changed."""
        self.forget_terminal()

    def forget_terminal(self) -> None:
        """Send whole what is painted next: the terminal may not show what was sent to it."""
        if isinstance(self._driver, CellDriver):
            self._driver.forget()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and the last wall against control characters."""
        wanted = {
            self._no_colour_filter: not self.look.colour,
            self._keyboard_filter: not self.look.unicode,
            self._control_filter: True,
        }
        return (*super().get_line_filters(), *(each for each, is_wanted in wanted.items() if is_wanted))

    def refresh_css(self, animate: bool = True) -> None:
        """Read the styles again for another theme; that of the beginning has its colours in them already."""
        begun_with, self._begun_with = self._begun_with, ""
        if self.theme == begun_with:
            self.stylesheet.update(self, animate=animate)
        else:
            super().refresh_css(animate)

    @property
    def themes(self) -> tuple[str, ...]:
        """Names of the themes that this terminal shows as they are."""
        few = not self.look.colour or self.console.color_system in (None, "standard")
        return tuple(name for name, theme in NAMES.items() if theme == ANSI or not few)

    def post_display_hook(self) -> None:
        """Bring the terminal's own cursor, seen or not, to what the focused widget points at.

        Who wants to see it sees it from the first frame on: screen readers and magnifiers follow it.
        """
        if self.preferences.shows_cursor and not self._shows_cursor:
            self._shows_cursor = True
            self._write(SHOW_CURSOR)
        if self.point():
            self._write(f"\x1b[{self.cursor_position.y + 1};{self.cursor_position.x + 1}H")

    def pop_screen(self) -> AwaitComplete:
        """Leave a screen; its last frame ends where the terminal's cursor belongs on the one below."""
        gone = super().pop_screen()
        self.point()
        return gone

    def point(self) -> bool:
        """Note where the terminal's cursor belongs; returns whether that is elsewhere than before."""
        before, widget = self.cursor_position, self.focused if self.screen_stack else None
        place = getattr(widget, "pointed", None)
        if widget is not None and isinstance(place, Offset):
            self.cursor_position = widget.content_region.offset + place
        return self.cursor_position != before

    def _write(self, sequence: str) -> None:
        if self._driver is not None:
            self._driver.write(sequence)
            self._driver.flush()

    def description(self, binding: Binding) -> str:
        """Return what a binding does, in the language in use."""
        interval = amounts.duration(self.preferences.interval)
        return _(binding.description).replace("{interval}", interval)

    def with_keys(self, sentence: str, **values: object) -> str:
        """Fill a sentence: `{count}` is one of the values, `{encounter.next}` the key of a binding."""
        return _GAP.sub(lambda gap: self._filled(gap[1], values), sentence)

    def _filled(self, name: str, values: Mapping[str, object]) -> str:
        return self.key_of(name) if "." in name else str(values[name])

    def key_of(self, binding_id: str) -> str:
        """Return the first key of a binding as the GM has it now, for a sentence that names it."""
        binding = binding_of(binding_id)
        if binding is None:
            return ""
        key, *_others = self.preferences.keys.get(binding_id, binding.key).split(",")
        kept = binding.key_display if binding_id not in self.preferences.keys else None
        return self.get_key_display(Binding(key.strip(), "", key_display=kept))

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a binding's key in the language in use; the arrows as arrows where they show."""
        if binding.key_display:
            return _(binding.key_display)
        if binding.key in KEY_NAMES and not (self.look.unicode and binding.key in _ARROWS):
            return _(KEY_NAMES[binding.key])
        return super().get_key_display(binding)
