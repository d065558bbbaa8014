"""The cover shown while the terminal is too small to play in."""

from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Resize
from textual.geometry import Size
from textual.screen import ModalScreen

from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import line
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.themed_app import ThemedApp

_SENTENCE = "too_small.sentence"


class TooSmall(ModalScreen[bool]):
    """Says the terminal's size and the least one; closes by itself once the terminal is large enough."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("small")

    app = getters.app(ThemedApp)

    def __init__(self, least: Size) -> None:
        super().__init__()
        self._least = least

    def compose(self) -> ComposeResult:
        """Yield the sentence."""
        yield TextPanel()

    def on_resize(self, event: Resize) -> None:
        """Say the size now, or close."""
        size = event.size
        if size.width >= self._least.width and size.height >= self._least.height:
            if self.is_current:  # sizes may come faster than screens go
                self.dismiss(False)
            return
        needed = {"least_width": self._least.width, "least_height": self._least.height}
        sentence = self.app.with_keys(_SENTENCE, width=size.width, height=size.height, **needed)
        self.query_one(TextPanel).show([Block((line(sentence),))])

    def action_go_on(self) -> None:
        """Play on in the small terminal."""
        self.dismiss(True)
