"""The base of dialogs, small questions at the bottom that close with an answer; and the one for yes or no."""

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.text_panel import Block, TextPanel

Answer = TypeVar("Answer")

(ABORT,) = keys_at("question")
"""Closes any question, whichever widget has the focus; each class of questions lists it in its bindings."""


class Title(TextPanel, can_focus=False):
    """The text of a question, wrapped."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def on_mount(self) -> None:
        self.say(self._text)

    def say(self, text: str) -> None:
        """Replace the text."""
        self.show([Block((line((text, Emphasis.STRONG)),))])


class Question(ModalScreen[Answer | None]):
    """Base of the dialogs: a title, the widgets of the subclass, and the keys that answer.

    Escape takes over a tenth of a second to be told from an arrow, and half a second inside tmux: it is
    never the only way out.
    """

    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = []  # noqa: RUF012 - Textual's own shape
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = []  # noqa: RUF012 - as above

    def __init__(self, title: str) -> None:
        super().__init__()
        self._question = title
        self._is_opened = False
        """Whether the first event with its size has come."""

    def on_resize(self, event: events.Resize) -> None:
        """Skip Textual's layout at the first event, if the size is the app's."""
        # The dialog was laid out for that size as it opened; Textual would lay it out again, and the table
        # behind it too. Later events come from the terminal.
        if not self._is_opened and event.size == self.app.size and self.VERTICAL_BREAKPOINTS is not None:
            event.prevent_default()
        self._is_opened = True

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        # Every widget got its styles as it was mounted.
        event.refresh_styles = False

    def ask(self) -> ComposeResult:
        """Yield the widgets between the title and the keys."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        with Vertical(classes="question--box"):
            yield Title(self._question)
            yield from self.ask()
            yield KeyBar()

    def action_cancel(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class Confirm(Question[bool]):
    """Asks before an action that is hard to undo, and shows what the action would do."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("confirm"), ABORT]

    def __init__(self, question: str, details: Sequence[Line] = ()) -> None:
        super().__init__(question)
        self._details = tuple(details)

    def ask(self) -> ComposeResult:
        """Yield the details, if there are any."""
        if self._details:
            panel = TextPanel()
            panel.show([Block(self._details)])
            yield panel

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)

    def action_cancel(self) -> None:
        """Answer no."""
        self.dismiss(False)
