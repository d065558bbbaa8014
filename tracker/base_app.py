"""What the GM's app and the players' app share: their start, small terminals, themes."""

import gc
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.screen import ModalScreen, Screen

from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import line
from tracker.widgets.notice import Notice
from tracker.widgets.preferences import Preferences
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.theme import NAMES
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import has, say

_SENTENCE = "too_small.sentence"
LEAST = Size(60, 20)
"""The smallest terminal in which the table fits, in cells."""
STARTING = 1.0
"""Seconds after the start until garbage is collected; objects of the start are kept for good."""


class TooSmall(ModalScreen[bool]):
    """Says the terminal's size and the required one; closes itself once the terminal is large enough."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("small")

    app = getters.app(ThemedApp)

    def __init__(self, least: Size) -> None:
        super().__init__()
        self._least = least

    def compose(self) -> ComposeResult:
        yield TextPanel()

    def on_resize(self, event: Resize) -> None:
        size = event.size
        if size.width >= self._least.width and size.height >= self._least.height:
            if self.is_current:  # several sizes may arrive before the screen has closed
                self.dismiss(False)
            return
        needed = {"least_width": self._least.width, "least_height": self._least.height}
        sentence = self.app.with_keys(_SENTENCE, width=size.width, height=size.height, **needed)
        self.query_one(TextPanel).show([Block((line(sentence),))])

    def action_go_on(self) -> None:
        self.dismiss(True)


class BaseApp(ThemedApp):
    """The base of the GM's app and of the players' app."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("app")

    _has_begun = False
    """The app has its styles, without which no screen can be painted."""
    _cover: Screen[bool] | None = None
    """The screen on top of the others while the terminal is too small."""
    _is_size_accepted = False
    """The GM goes on although the terminal is too small."""

    def __init__(
        self, environment: Mapping[str, str], preferences: Preferences, mistakes: Sequence[str]
    ) -> None:
        super().__init__(environment, preferences)
        self._mistakes = tuple(mistakes)

    def begin(self) -> None:
        raise NotImplementedError

    def on_mount(self) -> None:
        """Show the mistakes in the preferences, a sentence each, and then begin."""
        self._has_begun = True
        if self._mistakes:
            from tracker.screens.page_screen import PageScreen  # noqa: PLC0415 - few make mistakes

            sentences = tuple(map(line, self._mistakes))
            page = PageScreen([Block(sentences, say("app.preferences_title"))])
            self.push_screen(page, lambda _read: self.begin())
        else:
            self.begin()
        self.set_timer(STARTING, self._collect_garbage)

    def _collect_garbage(self) -> None:
        """Collect garbage from now on."""
        # Objects of the start live as long as the program: never search them.
        gc.freeze()
        gc.enable()

    def push_screen(self, *args: Any, **kwargs: Any) -> Any:
        """Show a screen; while the terminal is too small, show it under the cover."""
        if self.screen is self._cover:
            self.pop_screen()
        result = super().push_screen(*args, **kwargs)
        self.fit(self.size)
        return result

    def on_resize(self, event: Resize) -> None:
        # A size may come before the styles; `push_screen` covers the first screen.
        if self._has_begun:
            self.fit(event.size)

    def fit(self, size: Size) -> None:
        """Cover the screens while the terminal is too small, unless the GM goes on anyway."""
        is_small = size.width < LEAST.width or size.height < LEAST.height
        if not is_small:
            self._is_size_accepted = False
        elif not self._is_size_accepted and self.screen is not self._cover:
            self._cover = TooSmall(LEAST)
            super().push_screen(self._cover, self._accept_size)

    def _accept_size(self, accepts: bool | None) -> None:
        self._is_size_accepted = bool(accepts)

    def action_help_quit(self) -> None:
        """Say how to leave the program."""
        # Textual would show a box that hides the table.
        if notices := self.screen.query(Notice):
            notices.last().say(say("app.way_out"))

    def action_choose_theme(self) -> None:
        from tracker.widgets.picker import Option, Picker  # noqa: PLC0415 - seldom chosen

        current = next((name for name, theme in NAMES.items() if theme == self.theme), self.theme)
        options = [Option(name, _title(name), f'theme = "{name}"') for name in self.themes]
        self.push_screen(Picker(say("app.which_colours"), options, start=current), self._show_theme)

    def _show_theme(self, name: str | None) -> None:
        if name is not None:
            self.theme = self.ensure_registered(name)
            self.call_after_refresh(self.keep_theme, name)

    def keep_theme(self, name: str) -> None:
        """Save the theme for the next start; the players' app saves none."""


def _title(theme: str) -> str:
    """Name a theme in words; those of Textual have only their own name."""
    key = f"theme.{theme}"
    return say(key) if has(key) else theme
