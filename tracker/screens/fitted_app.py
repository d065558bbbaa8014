"""An app fitted to its terminal and to whoever sits at it."""

import gc
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen

from tracker.widgets.bindings import binding_of
from tracker.widgets.ink import line
from tracker.widgets.notice import Notice
from tracker.widgets.preferences import Preferences
from tracker.widgets.terminal_app import TerminalApp
from tracker.widgets.text_panel import Block
from tracker.widgets.theme import NAMES
from tracker.wording.language import N_, _

LEAST = Size(60, 20)
"""What the table needs."""
STARTING = 1.0
"""Seconds until garbage is looked for: what the start has made is there to stay."""
_THEMES = {
    "dark": N_("Oscuro"),
    "light": N_("Claro"),
    "contrast": N_("Mucho contraste"),
    "16": N_("Los 16 colores de la terminal"),
}


class FittedApp(TerminalApp):
    """Base of the GM's app and of the players'."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("C", "choose_theme", N_("Colores"), show=False, id="app.theme"),
    ]

    _cover: Screen[bool] | None = None
    """What was last laid over everything, in a terminal that is too small."""
    _endured = False
    """Whether the GM goes on in a terminal that is too small."""

    def __init__(
        self, environment: Mapping[str, str], preferences: Preferences, mistakes: Sequence[str]
    ) -> None:
        super().__init__(environment, preferences)
        self._mistakes = tuple(mistakes)

    def begin(self) -> None:
        """Show the first screen."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Say what is wrong with the preferences, a sentence each, and then begin."""
        if self._mistakes:
            from tracker.screens.pages import PageScreen  # noqa: PLC0415 - few make mistakes

            sentences = tuple(map(line, self._mistakes))
            page = PageScreen([Block(sentences, _("Preferencias: tracker.toml"))])
            self.push_screen(page, lambda _read: self.begin())
        else:
            self.begin()
        self.set_timer(STARTING, self._collect_garbage)

    def _collect_garbage(self) -> None:
        """Look for garbage from now on, but not through what the start has made."""
        gc.freeze()
        gc.enable()

    def key_of(self, binding_id: str) -> str:
        """Return the first key of a binding; the guide names keys of screens that have not been opened."""
        if binding_of(binding_id) is None:
            from tracker.screens.every import import_every_screen  # noqa: PLC0415 - few sentences name such a key

            import_every_screen()
        return super().key_of(binding_id)

    def push_screen(self, *args: Any, **kwargs: Any) -> Any:
        """Show a screen; in a terminal that is too small, under the sentence that says so."""
        if self.screen is self._cover:
            self.pop_screen()
        pushed = super().push_screen(*args, **kwargs)
        self.fit(self.size)
        return pushed

    def on_resize(self, event: Resize) -> None:
        """Say so when the terminal becomes too small."""
        if self.screen_stack:
            self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Cover everything with a sentence while the terminal is too small, unless the GM goes on so."""
        small = size.width < LEAST.width or size.height < LEAST.height
        if not small:
            self._endured = False
        elif not self._endured and self.screen is not self._cover:
            from tracker.screens.too_small import TooSmall  # noqa: PLC0415 - few terminals are

            self._cover = TooSmall(LEAST)
            super().push_screen(self._cover, self._went_on)

    def _went_on(self, went_on: bool | None) -> None:
        self._endured = bool(went_on)

    def action_help_quit(self) -> None:
        """Say on the line of the screen how the program is left, where Textual would lay a box over it."""
        if notices := self.screen.query(Notice):
            notices.last().say(_("ctrl+q sale del programa."))

    def action_choose_theme(self) -> None:
        """Choose among the themes that this terminal can show."""
        from tracker.widgets.picker import Option, Picker  # noqa: PLC0415 - seldom chosen

        now = next(name for name, theme in NAMES.items() if theme == self.theme)
        options = [Option(name, _(_THEMES[name]), f'theme = "{name}"') for name in self.themes]
        self.push_screen(Picker(_("¿Qué colores?"), options, start=now), self._themed)

    def _themed(self, name: str | None) -> None:
        if name is not None:
            self.theme = NAMES[name]
            self.call_after_refresh(self.keep_theme, name)

    def keep_theme(self, name: str) -> None:
        """Keep the theme for the next time: nobody asks for it here."""
