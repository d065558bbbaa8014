"""An app that fits its terminal: theme, signs and drawing filters are chosen when it starts."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding
from textual.filter import LineFilter
from textual.types import CSSPathType

from tracker.cells import CellDriver
from tracker.terminal import ControlFilter
from tracker.widgets.ink import INKS
from tracker.widgets.theme import DARK, THEMES, appearance, is_colourless
from tracker.wording.language import N_, _

_PACKAGE = Path(__file__).resolve().parents[1]
STYLES = next(folder for folder in (_PACKAGE / "styles", _PACKAGE.parent / "styles") if folder.is_dir())
"""Inside the package when installed, beside it in a checkout."""

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
_NOTHING: Mapping[str, str] = MappingProxyType({})


class TerminalApp(App[None]):
    """Base of the tracker's app: no screens, only what every widget counts on.

    The filter for NO_COLOR is picked inside Textual's `__init__`, so colour is decided before it.
    """

    CSS_PATH: ClassVar[CSSPathType | None] = [*STYLESHEETS]
    ENABLE_COMMAND_PALETTE = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"ink--{ink}" for ink in INKS}
    """Inks of every widget, in `styles/tokens.tcss`: here, for Textual works them out for each node."""

    def __init__(self, env: Mapping[str, str] = _NOTHING, *, theme: str = DARK, plain: bool = False) -> None:
        super().__init__(ansi_color=True if is_colourless(env) else None)
        chosen = appearance(env, self.console.color_system, theme=theme, plain=plain)
        for known in THEMES:
            self.register_theme(known)
        self.look = chosen.look
        self.theme = chosen.theme
        self.animation_level = "none"
        self._control_filter = ControlFilter()

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

    def on_resize(self) -> None:
        """Trust nothing that the terminal shows once its size has changed."""
        self.forget_terminal()

    def forget_terminal(self) -> None:
        """Send whole what is painted next: the terminal may not show what was sent to it."""
        if isinstance(self._driver, CellDriver):
            self._driver.forget()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return Textual's filters and the last wall against control characters."""
        return (*super().get_line_filters(), self._control_filter)

    def get_key_display(self, binding: Binding) -> str:
        """Return the name of a binding's key in the language in use; the arrows as arrows where they show."""
        if binding.key_display:
            return _(binding.key_display)
        if binding.key in KEY_NAMES and not (self.look.unicode and binding.key in _ARROWS):
            return _(KEY_NAMES[binding.key])
        return super().get_key_display(binding)
