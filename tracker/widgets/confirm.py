"""A question answered with one key: yes or no."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType

from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import Line
from tracker.widgets.question import ABORT, Question
from tracker.widgets.text_panel import Block, TextPanel


class Confirm(Question[bool]):
    """Asks before an action that is hard to take back, and shows what the action would do."""

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
        """Close with the answer."""
        self.dismiss(yes)

    def action_cancel(self) -> None:
        """Take no answer for a no."""
        self.dismiss(False)
