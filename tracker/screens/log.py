"""The log of a campaign: every event, with a search, and a jump from a result to the events around it."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from tracker.commands.search import LONGEST_QUERY, search
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.table.recent import event_hour, told_of
from tracker.screens.unhurried import Unhurried
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.notebook import named_in
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.ink import Align, Emphasis, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.dates import moment_text
from tracker.wording.exports import moment
from tracker.wording.messages import say
from tracker.wording.sentences import is_undone, refusal_sentence, sentences, throw_text

SEARCH_TITLE = "log.search_title"


def query_error(query: str) -> str | None:
    """Return the mistake in a query; None if there is none."""
    try:
        search(query)
    except Refusal as refusal:
        return refusal_sentence(refusal)
    return None


class LogScreen(ModalScreen[str]):
    """Lists the events, newest last; undone events stay and are marked. `at` is the event to begin at.

    Answers with the key of the notebook's entry to go on to, or with nothing.
    """

    BINDINGS: ClassVar[list[BindingType]] = keys_at("log")

    def __init__(self, history: History, at: str = "") -> None:
        super().__init__()
        self._history = history
        self._at = at
        self._query = ""
        self._found: dict[str, Event] = {}
        """The events found so far, newest first, by id."""
        self._shown = 0
        """How many of them are shown."""
        self._nearest = ""
        """Id of the one among them that is nearest to the event at which the search began."""
        self._put_at = ""
        """Where the cursor was put last: a GM may have moved it since."""
        self._looking = Unhurried[Event | None](self, self._read)

    def compose(self) -> ComposeResult:
        """Yield the list over the details of the event under the cursor."""
        columns = (
            Column(say("log.clock"), 11, least=8, align=Align.RIGHT),
            Column(say("log.gm"), 8, least=4, priority=1),
            Column(say("log.what_happened"), 40, least=20, flexible=True),
        )
        yield LineTable(columns)
        yield TextPanel()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show every event, with the cursor on the one asked for."""
        asked_for, table = self._at, self.query_one(LineTable)
        self._show_all()
        table.move_to(asked_for)
        self._show_beside()
        self.watch(table, "highlighted", self._show_beside, init=False)
        table.focus()

    def action_search(self) -> None:
        """Ask for a query."""

        def answered(query: str | None) -> None:
            if query is not None:
                self._search(query)

        prompt = TextPrompt(say(SEARCH_TITLE), self._query, validate=query_error, max_length=LONGEST_QUERY)
        self.app.push_screen(prompt, answered)

    @on(LineTable.Chosen)
    def action_around(self) -> None:
        """Show every event again, around the one under the cursor."""
        self._show_all()

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss("")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer the notebook only from an event that names one of its entries."""
        return action != "notebook" or bool(self._entries)

    def action_notebook(self) -> None:
        """Go on to the entry of the notebook that the event under the cursor names first."""
        self.dismiss(self._entries[0])

    @property
    def _entries(self) -> tuple[str, ...]:
        """Keys of the notebook's entries that the event under the cursor names."""
        notebook = self._history.session.notebook
        key = next((table.cursor_key for table in self.query(LineTable)), None)
        return named_in(notebook, " ".join(sentences(self._history[key], self._history))) if key else ()

    def _show_all(self) -> None:
        """Show every event, with the cursor where it is, or on the newest."""
        self._begin("")
        self._take(reversed(self._history))
        self._show(over=True)

    def _search(self, query: str) -> None:
        """Look through the whole past, the newest first, and show what is found as it comes."""
        if not query:
            self._show_all()
            return
        self._begin(query)
        wanted, history = search(query), self._history
        past = tuple(reversed(history))
        self._looking.begin(event if wanted.finds(event, history) else None for event in past)

    def _begin(self, query: str) -> None:
        self._looking.stop()
        newest = next(iter(reversed(self._history))).id
        self._at = self._put_at = self.query_one(LineTable).cursor_key or newest
        self._query, self._found, self._shown, self._nearest = query, {}, 0, ""

    def _take(self, events: Iterable[Event]) -> None:
        for event in events:
            self._found[event.id] = event
            if not self._nearest or event.id >= self._at:
                self._nearest = event.id

    def _read(self, events: list[Event | None], over: bool) -> None:
        """Take what was found, and show it whenever that has doubled: a long list is dear to show."""
        self._take(event for event in events if event is not None)
        if over or len(self._found) >= 2 * self._shown:
            self._show(over=over)

    def _show(self, *, over: bool) -> None:
        table = self.query_one(LineTable)
        has_moved = table.cursor_key not in (None, self._put_at)
        table.empty = say("log.nothing_that_has_happened_is") if over else ""
        table.show_long([*reversed(self._found)], lambda key: _row(self._found[key], self._history))
        if not has_moved:
            table.move_to(self._nearest)
            self._put_at = table.cursor_key or self._put_at
        self._shown = len(self._found)
        told = say("log.of", count=self._shown, all=len(self._history))
        reading = "" if over else say("log.still_reading")
        self.query_one(Notice).say(f"{told} · {self._query}{reading}" if self._query else told)
        self._show_beside()

    def _show_beside(self) -> None:
        key = self.query_one(LineTable).cursor_key
        blocks = [_about(self._history[key], self._history, self._entries)] if key else []
        self.query_one(TextPanel).show(blocks)
        self.refresh_bindings()


def _row(event: Event, history: History) -> Row:
    return Row(
        event.id,
        (
            line((event_hour(event, history), Emphasis.MUTED)),
            line((event.gm, Emphasis.MUTED)),
            told_of(event, history),
        ),
    )


def _about(event: Event, history: History, entries: Sequence[str]) -> Block:
    told = [line(sentence) for sentence in sentences(event, history)]
    thrown = [line((throw_text(throw, history), Emphasis.STRONG)) for throw in event.throws]
    when = f"{moment(event.at)} · {moment_text(history.session, event.clock)} · {event.gm}"
    undone = [line((say("log.undone"), Tone.WARNING))] if is_undone(event, history) else []
    names = ", ".join(history.session.notebook[key].name for key in entries)
    linked = [line((say("log.notebook", names=names), Emphasis.KEY))] if names else []
    return Block((line((when, Emphasis.MUTED)), *linked, *undone, *told, *thrown))
