"""A dialog answered by typing: a name, a number, a line."""

from collections.abc import Callable
from typing import ClassVar

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical

from tracker.rules.glance import Tone
from tracker.widgets.entry import Entry, Suggest
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.notice import Notice
from tracker.widgets.question import ABORT, Question, Title
from tracker.wording.messages import say

Validate = Callable[[str], str | None]
"""Says what is wrong with a text; None if it is valid."""


def anything(_text: str) -> None:
    """Accept any text."""


def too_long_text(limit: int) -> str:
    return say("text_prompt.too_long", most=limit)


class RefusedText(Struct, frozen=True):
    """A text that was refused after it was accepted, and why; the prompt asks for it again."""

    text: str
    why: str


class TextPrompt(Question[str]):
    """One line, validated at each key. `explain` says what Enter would do with a valid text.

    Its keys stand beside its title, and the screen's key bar stays as it is: over a slow line, each repainted
    cell costs time. Erasing an empty line leaves it, as in vi, unless it began with a text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [ABORT]

    def __init__(
        self,
        title: str,
        initial: str = "",
        *,
        validate: Validate = anything,
        explain: Callable[[str], str] | None = None,
        suggest: Suggest | None = None,
        max_length: int = 200,
        refused: RefusedText | None = None,
        fresh: bool = False,
    ) -> None:
        super().__init__(title)
        self._fresh = fresh
        self._initial = initial
        self._refused = refused
        """The refused text, until it is changed."""
        self._error = validate
        self._explain = explain
        self._suggest = suggest
        self._max_length = max_length

    def begin(
        self, title: str, initial: str = "", refused: RefusedText | None = None, *, fresh: bool = False
    ) -> None:
        """Ask again with the same widgets."""
        # New widgets would cost ten times as much.
        self._initial, self._refused = initial, refused
        self.query_one(Title).say(title)
        self.query_one(Notice).clear()
        self.query_one(Entry).begin(self._text, fresh=fresh)
        self._say_why()

    @property
    def _text(self) -> str:
        """The text to begin with."""
        return self._refused.text if self._refused else self._initial

    def on_mount(self) -> None:
        if self._fresh:
            self.query_one(Entry).edit(self._text, fresh=True)
        self._say_why()

    def compose(self) -> ComposeResult:
        """Put title and keys side by side, above the entry."""
        with Vertical(classes="question--box"):
            with Horizontal():
                yield Title(self._question)
                yield KeyBar()
            yield from self.ask()

    def ask(self) -> ComposeResult:
        """Yield the entry and the line for mistakes."""
        yield Entry(self._text, accept=self._accept, max_length=self._max_length, suggest=self._suggest)
        yield Notice()

    def is_as_refused(self, text: str) -> bool:
        """Whether a text is the refused one, whose mistake is shown already."""
        return self._refused is not None and text == self._refused.text

    def _say_why(self) -> None:
        if self._refused:
            self._refuse(self._refused.why)

    def _refuse(self, error: str) -> None:
        """Show a mistake in full."""
        # While the GM types, mistakes have one line only, so that nothing jumps.
        self.query_one(Notice).say(error, Tone.BAD, whole=True)

    @on(Entry.Changed)
    def _judge(self) -> None:
        """Show what is wrong with the text, or what Enter would do; the initial text is no mistake yet."""
        text = self.query_one(Entry).text
        if self.is_as_refused(text):
            return
        self._refused = None
        error = self._error(text) if text and text != self._initial else None
        notice = self.query_one(Notice)
        if error:
            notice.say(error, Tone.WARNING)
        else:
            notice.say(self._explain(text) if self._explain and text else "")

    @on(Entry.Full)
    def _warn(self, event: Entry.Full) -> None:
        self.query_one(Notice).say(too_long_text(event.most), Tone.WARNING)

    def _accept(self) -> None:
        text = self.query_one(Entry).text
        error = self._error(text)
        if error:
            self._refuse(error)
        else:
            self.dismiss(text)

    @on(Entry.Abandoned)
    def _abandon(self, event: Entry.Abandoned) -> None:
        if not (event.by_erasing and self._initial):
            self.dismiss(None)
