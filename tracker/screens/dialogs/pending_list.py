"""The dialog of all pending rolls, to resolve them in any order, one kind at a time, or all at once."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType

from tracker.rules.system import PendingRoll
from tracker.session.history import History
from tracker.session.pending import creature_of_roll, keys_by_line, rolls_in, sides_to_roll
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.question import ABORT, Question
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say
from tracker.wording.sentences import pending_text


class PendingAction(StrEnum):
    """The GM's answer about one or several pending rolls."""

    SETTLE = "settle"
    KIND = "kind"
    ALL = "all"
    FACE = "face"
    FAVOUR = "favour"
    SKIP = "skip"
    SKIP_ALL = "skip_all"
    RULE = "rule"


class PendingChoice(Struct, frozen=True):
    """An action, and the key of the pending roll under the cursor."""

    action: PendingAction
    key: str


class PendingTable(LineTable):
    """The list of pending rolls, in which Enter has its own hint in the key bar."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("pending_rolls")


class PendingList(Question[PendingChoice]):
    """Lists the pending rolls; answers with an action and a roll."""

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("pending"), ABORT]

    app = getters.app(ThemedApp)

    def __init__(
        self, history: History, requests: Mapping[str, PendingRoll], start: str = "", sentence: str = ""
    ) -> None:
        """List the pending rolls, then the requests of players, with the cursor on `start`.

        `sentence` tells the result of the last answer.
        """
        session = history.session
        self._lines = {keys[0]: keys for keys in keys_by_line(session)}
        self._waiting = {**{key: session.pending[key] for key in self._lines}, **requests}
        count = len(self._waiting)
        title = say("pending_list.pending", count=count)
        super().__init__(f"{title} · {sentence}" if sentence else title)
        self._history = history
        self._start = start

    def ask(self) -> ComposeResult:
        columns = (
            Column(say("pending_list.who"), 14, least=8, named=True),
            Column(say("pending_list.what"), 30, least=16, flexible=True),
            Column(say("pending_list.dice"), 8, least=4),
        )
        yield PendingTable(columns)

    def on_mount(self) -> None:
        table = self.query_one(LineTable)
        table.show([self._row(key, pending) for key, pending in self._waiting.items()])
        table.move_to(self._start)
        table.focus()

    @on(LineTable.Chosen)
    def _chosen(self) -> None:
        self.action_answer(PendingAction.SETTLE)

    def action_answer(self, action: str) -> None:
        key = self.query_one(LineTable).cursor_key
        if key is not None:
            self.dismiss(PendingChoice(PendingAction(action), key))

    def _row(self, key: str, pending: PendingRoll) -> Row:
        session = self._history.session
        dice = " ".join(f"d{sides}" for sides in sides_to_roll(session, pending))
        who = self._history.names.get(creature_of_roll(session, pending), "")
        keys = self._lines.get(key, ())
        text = pending_text(pending, self._history, rolls_in(session, keys))
        cells = (line((who, Emphasis.STRONG)), line(text), line(dice))
        return Row(key, cells)
