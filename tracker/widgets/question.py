"""Dialogs are questions: they appear at the bottom, over as little as they can, and leave with an answer."""

from typing import TypeVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen

from tracker.widgets.ink import Emphasis, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.text_panel import Block, TextPanel
from tracker.wording.language import N_

Answer = TypeVar("Answer")

ABORT = Binding("ctrl+c", "cancel", N_("Cancelar"), show=False, priority=True, id="question.abort")
"""Leaves any question, whatever has the keys; each question puts it among its own bindings."""


class Title(TextPanel, can_focus=False):
    """What is asked, wrapped where it does not fit on a line."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def on_mount(self) -> None:
        """Show the text."""
        self.say(self._text)

    def say(self, text: str) -> None:
        """Ask this."""
        self.show([Block((line((text, Emphasis.STRONG)),))])


class Question(ModalScreen[Answer | None]):
    """Base of the dialogs: a title, what a subclass asks with, and the keys that answer.

    Escape takes over a tenth of a second to be told from an arrow, and half a second inside tmux: it is
    never the only way out.
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self._question = title

    def ask(self) -> ComposeResult:
        """Yield the widgets between the title and the keys."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Put the question together."""
        with Vertical(classes="question--box"):
            yield Title(self._question)
            yield from self.ask()
            yield KeyBar()

    def action_cancel(self) -> None:
        """Leave without an answer."""
        self.dismiss(None)
