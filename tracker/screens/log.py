"""The log screen: every event, a search, and the table as it was after the event under the cursor."""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.screen import ModalScreen

from tracker.commands.search import LONGEST_QUERY, parse_query
from tracker.feature_list import AT_MOMENT
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.table.recent import event_line
from tracker.screens.unhurried import ChunkedWork
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.moves.undo import can_undo
from tracker.session.notebook import entries_named_in
from tracker.session.state import Session
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.ink import Align, Emphasis, line
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.text_prompt import TextPrompt
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.dates import event_hour, moment_text
from tracker.wording.difference import changes_since
from tracker.wording.exports import moment
from tracker.wording.messages import say
from tracker.wording.moments import event_text, moment_marks, moment_parts
from tracker.wording.sentences import refusal_sentence, sentences, throw_text

SEARCH_TITLE = "log.search_title"


def query_error(query: str) -> str | None:
    """Return the mistake in a query; None if there is none."""
    try:
        parse_query(query)
    except Refusal as refusal:
        return refusal_sentence(refusal)
    return None


class GoingOn(StrEnum):
    """The ways on from the log."""

    RETURN = "return"
    """A return to the moment of an event, given by its id."""
    UNDO = "undo"
    """An undo of an event, given by its id, and of no other."""
    BRANCH = "branch"
    """Another campaign from that moment."""
    NOTE = "note"
    """A note with this text."""


class Onward(Struct, frozen=True):
    """The answer of the log: a way on, and the key, id or text that it needs."""

    to: str
    """A value of `GoingOn`, or the id of a feature."""
    what: str


class LogScreen(ModalScreen[Onward]):
    """Lists the events, newest last; undone events stay and are marked.

    The cursor begins at the event `at`; `mark` is an event with which others are compared. Beside the list
    stands the table as it was after the event under the cursor. The log only reads: it answers with the way
    on that the GM has chosen.
    """

    BINDINGS: ClassVar[list[BindingType]] = keys_at("log")

    app = getters.app(ThemedApp)

    def __init__(self, history: History, at: str = "", mark: str = "") -> None:
        super().__init__()
        self._history = history
        self._at = at
        self._query = ""
        self._found: dict[str, Event] = {}
        """The events found so far, newest first, by id."""
        self._shown = 0
        """Number of found events that are in the list."""
        self._nearest = ""
        """Id of the found event nearest to the one at which the search began."""
        self._put_at = ""
        """Key of the row to which the program last moved the cursor; elsewhere, the GM has moved it since."""
        self._around: tuple[Session, Session] | None = None
        """The sessions before and after the event under the cursor."""
        self._offered: Mapping[str, str] = dict.fromkeys(AT_MOMENT, "")
        """For each feature, the key of its page for the event under the cursor; empty if it has none."""
        self._mark = mark
        """Id of the event with which the moment under the cursor is compared."""
        self._looking = ChunkedWork[Event | None](self, self._read)

    def compose(self) -> ComposeResult:
        columns = (
            Column(say("log.clock"), 11, least=8, align=Align.RIGHT),
            Column(say("log.gm"), 8, least=4, priority=1),
            Column(say("log.what_happened"), 40, least=20, flexible=True),
        )
        with Container(id="log"):
            yield LineTable(columns)
            yield TextPanel()
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Show every event, with the cursor on the requested one."""
        start, table = self._at, self.query_one(LineTable)
        self._show_all()
        table.move_to(start)
        self.query_one(TextPanel).onward = self.app.key_of("log.turn_page")
        self._show_beside()
        self.watch(table, "highlighted", self._show_beside, init=False)
        table.focus()

    def action_search(self) -> None:
        def on_answer(query: str | None) -> None:
            if query is not None:
                self._search(query)

        prompt = TextPrompt(say(SEARCH_TITLE), self._query, validate=query_error, max_length=LONGEST_QUERY)
        self.app.push_screen(prompt, on_answer)

    @on(LineTable.Chosen)
    def action_around(self) -> None:
        """Show every event again, with the cursor on the same one."""
        self._show_all()

    def action_leave(self) -> None:
        self.dismiss(None)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer a feature only at an event for which it has a page, and the rest only at an event."""
        match action:
            case "open_feature":
                return bool(self._offered.get(str(parameters[0])))
            case "return" | "branch" | "copy" | "clip" | "mark":
                return self._around is not None
            case "undo":
                return self._key is not None and can_undo(self._history, self._key)
        return True

    def action_open_feature(self, feature: str) -> None:
        """Show the page of a feature for the event under the cursor, over the log or after it."""
        key, page = self._offered[feature], AT_MOMENT[feature].page
        if page is None:
            self.dismiss(Onward(feature, key))
            return
        try:
            self.app.push_screen(page(self._history, key))
        except Refusal as refusal:
            session = self._history.session
            sentence = refusal_sentence(refusal, session.system, self._history.names)
            self.query_one(Notice).say(sentence, Tone.WARNING)

    def action_return(self) -> None:
        """Leave the log for a return to the moment under the cursor."""
        self.dismiss(Onward(GoingOn.RETURN, self._key or ""))

    def action_undo(self) -> None:
        """Leave the log for an undo of the event under the cursor alone."""
        self.dismiss(Onward(GoingOn.UNDO, self._key or ""))

    def action_branch(self) -> None:
        """Leave the log for another campaign that begins at the moment under the cursor."""
        self.dismiss(Onward(GoingOn.BRANCH, self._key or ""))

    def action_copy(self) -> None:
        """Ask for a line about the moment under the cursor, and leave the log for a note of that line."""
        event = self._history[self._key or ""]
        hour = event_hour(event, self._history)
        lines = [*sentences(event, self._history), *_lines_of(self._history.sessions_around(event.id))]
        options = [Option(str(number), text) for number, text in enumerate(lines)]

        def chosen(number: str | None) -> None:
            if number is not None:
                self.dismiss(Onward(GoingOn.NOTE, f"{hour} · {lines[int(number)]}"))

        self.app.push_screen(Picker(say("moments.which_line"), options), chosen)

    def action_clip(self) -> None:
        """Send the event under the cursor to the terminal's clipboard."""
        try:
            text = event_text(self._history[self._key or ""], self._history)
            self.query_one(Notice).say(self.app.send_to_clipboard(text))
        except Refusal as refusal:
            self.query_one(Notice).say(refusal_sentence(refusal), Tone.WARNING)

    def action_mark(self) -> None:
        """Compare other moments with the one under the cursor; a second press ends that."""
        self._mark = "" if self._mark == self._key else self._key or ""
        self._tell_count(over=True)
        self._show_beside()

    def action_turn_page(self) -> None:
        self.query_one(TextPanel).turn_page()

    @property
    def _key(self) -> str | None:
        """Id of the event under the cursor; None if there is none."""
        return next((table.cursor_key for table in self.query(LineTable)), None)

    def _offers(self, event: Event, session: Session) -> dict[str, str]:
        """Return, for each feature, the key of its page for an event that led to this session."""
        return {key: offer.finds((self._history, event, session)) for key, offer in AT_MOMENT.items()}

    def _show_all(self) -> None:
        """Show every event, with the cursor where it is, or on the newest."""
        self._begin("")
        self._take(reversed(self._history))
        self._show(over=True)

    def _search(self, query: str) -> None:
        """Search all events from the newest on, and show matches as they come."""
        if not query:
            self._show_all()
            return
        self._begin(query)
        search_test, history = parse_query(query), self._history
        events = tuple(reversed(history))
        self._looking.begin(event if search_test.finds(event, history) else None for event in events)

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
        """Take the next matches, and show them once their number has doubled or the search is over."""
        # Showing a long list is slow; shown at each doubling, it is shown few times.
        self._take(event for event in events if event is not None)
        if over or len(self._found) >= 2 * self._shown:
            self._show(over=over)

    def _show(self, *, over: bool) -> None:
        table = self.query_one(LineTable)
        has_moved = table.cursor_key not in (None, self._put_at)
        table.empty = say("log.nothing_found_hint") if over else ""
        table.show_long([*reversed(self._found)], lambda key: _row(self._found[key], self._history))
        if not has_moved:
            table.move_to(self._nearest)
            self._put_at = table.cursor_key or self._put_at
        self._shown = len(self._found)
        self._tell_count(over=over)
        self._show_beside()

    def _tell_count(self, *, over: bool) -> None:
        """Show the number of listed and of all events, the query, and the moment of comparison."""
        count_text = say("log.of", count=self._shown, all=len(self._history))
        reading = "" if over else say("log.still_reading")
        search_text = f"{count_text} · {self._query}{reading}" if self._query else count_text
        hour = event_hour(self._history[self._mark], self._history) if self._mark else ""
        self.query_one(Notice).say(
            " · ".join(filter(None, [search_text, say("moments.marked", hour=hour) if hour else ""]))
        )

    def _show_beside(self) -> None:
        """Show the event under the cursor and the table after it, and the changes since the marked event."""
        key, history = self._key, self._history
        blocks: list[Block] = []
        self._around = history.sessions_around(key) if key else None
        self._offered = dict.fromkeys(AT_MOMENT, "")
        if key and self._around:
            self._offered = self._offers(history[key], self._around[1])
            blocks.append(_event_block(history[key], history))
            if self._mark and self._mark != key:
                blocks.append(_comparison_block(min(self._mark, key), max(self._mark, key), history))
            blocks += _table_of(self._around)
        self.query_one(TextPanel).show(blocks)
        self.refresh_bindings()


def _row(event: Event, history: History) -> Row:
    return Row(
        event.id,
        (
            line((event_hour(event, history), Emphasis.MUTED)),
            line((event.gm, Emphasis.MUTED)),
            event_line(event, history),
        ),
    )


def _event_block(event: Event, history: History) -> Block:
    event_sentences = sentences(event, history)
    entries = entries_named_in(history.session.notebook, " ".join(event_sentences))
    throws = [line((throw_text(throw, history), Emphasis.STRONG)) for throw in event.throws]
    heading = f"{moment(event.at)} · {moment_text(history.session, event.clock)} · {event.gm}"
    marks = [line((mark, Tone.WARNING)) for mark in moment_marks(event, history)]
    names = ", ".join(history.session.notebook[key].name for key in entries)
    linked = [line((say("log.in_the_notebook", names=names), Emphasis.KEY))] if names else []
    return Block((line((heading, Emphasis.MUTED)), *linked, *marks, *map(line, event_sentences), *throws))


def _comparison_block(first: str, last: str, history: History) -> Block:
    """List the changes between an event and a later one."""
    event = history[first]
    text = " ".join(sentences(event, history)).removesuffix(".")
    changes = changes_since(history, history.session_then(first), history.session_then(last)) or [
        say("moments.nothing_since")
    ]
    heading = say("moments.since", hour=event_hour(event, history), told=text)
    return Block(tuple(line((text, Emphasis.STRONG)) for text in changes), heading)


def _table_of(around: tuple[Session, Session]) -> Iterator[Block]:
    """Yield the table after an event, with the rows that it changed marked."""
    for part in moment_parts(*around):
        rows = [
            line(("* ", Emphasis.KEY), (row.text, Emphasis.STRONG)) if row.changed else line(f"  {row.text}")
            for row in part.rows
        ]
        yield Block(tuple(rows), part.heading.removesuffix(":"))


def _lines_of(around: tuple[Session, Session]) -> Iterator[str]:
    """Yield the lines of the table after an event, those that it changed first."""
    rows = [row for part in moment_parts(*around) for row in part.rows]
    yield from (row.text.strip() for row in sorted(rows, key=lambda row: not row.changed))
