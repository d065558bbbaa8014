"""A long time at once: everything that would fall due, in order, before any of it counts."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.widgets.columns import Column
from tracker.widgets.ink import line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.question import ABORT, Question
from tracker.wording.language import N_

LONG = 8 * 3_600
"""Seconds from which a passage of time is shown before it counts."""


class JumpQuestion(Question[frozenset[str]]):
    """Lists what would fall due; answers with what the GM lets go, or with nothing when time stays."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "accept", N_("Aceptar"), id="jump.accept"),
        Binding("space", "drop", N_("Quitar línea"), id="jump.drop"),
        Binding("q,escape,backspace", "cancel", N_("No pasa el tiempo"), id="jump.cancel"),
        ABORT,
    ]

    def __init__(self, title: str, dues: Sequence[tuple[str, str]]) -> None:
        super().__init__(title)
        self._dues = tuple(dues)

    def ask(self) -> ComposeResult:
        """Yield the list; a mark takes a line away."""
        yield LineTable((Column("", 40, flexible=True),), heading=False, marking=True)

    def on_mount(self) -> None:
        """Show what would fall due."""
        table = self.query_one(LineTable)
        table.show([Row(key, (line(text),)) for key, text in self._dues])
        table.focus()

    @on(LineTable.Chosen)
    def action_accept(self) -> None:
        """Let the time pass, without what is marked."""
        self.dismiss(self.query_one(LineTable).marked)
