"""The search over everything: what is typed is found at the table, in the log, the rules and the manual."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import Struct
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from tracker.commands.finding import (
    Place,
    Where,
    excerpt,
    holds,
    place,
    places_now,
    places_of_log,
    places_of_rules,
    wanted_words,
)
from tracker.commands.search import LONGEST_QUERY
from tracker.feature_list import open_feature
from tracker.manual import PAGES, lines, title
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.page_screen import PageScreen
from tracker.screens.pages import dates_page, rules_page, table_page
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.tabs.exploration import PROGRESS
from tracker.screens.tabs.pane import Pane
from tracker.screens.unhurried import ChunkedWork
from tracker.session.history import History
from tracker.session.state import Session
from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, line, text_of, whole_of
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.notice import Notice
from tracker.wording.messages import say
from tracker.wording.rule_tables import RuleTable, tables_of

MOST = 8
"""Places of one kind that are shown."""
_ROW, _FILTER = "row", "filter"
_GROUP, _ENCOUNTER, _EXPLORATION = "1", "2", "3"


class Found(Struct, frozen=True):
    """The answer: a place to go to, a row of the tab, or a filter of the tab's rows."""

    query: str
    place: Place | None = None
    row: str = ""


class SearchScreen(ModalScreen[Found]):
    """Finds while the GM types; Enter goes to the place under the cursor, or filters the tab's rows."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("search")

    def __init__(self, history: History, pane: Pane, query: str = "") -> None:
        super().__init__()
        self._begins_with = query or pane.filter
        self._history = history
        self._pane = pane
        self._rows = () if pane.QUERIES else tuple(pane.rows())
        """All rows of the tab."""
        self._places: list[Place] = []
        self._shown = ""
        """The text that was typed when the list was shown."""
        self._counts: Counter[Where] = Counter()
        """Number of places found of each kind when the list was shown: more than fit are not drawn."""
        self._over = False
        """Whether everything has been read."""
        self._reading = ChunkedWork[Place](self, self._read)

    def compose(self) -> ComposeResult:
        """Yield the line to type in over what was found."""
        yield Entry(self._begins_with, accept=self._choose, max_length=LONGEST_QUERY)
        columns = (
            Column("", 12, least=8, priority=1),
            Column("", 16, least=8, named=True, sized=True),
            Column("", 30, least=16, flexible=True),
        )
        yield LineTable(columns, heading=False)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Search for what the tab is filtered by, and read everything else meanwhile."""
        self.query_one(LineTable).can_focus = False
        self.query_one(Entry).focus()
        self._reading.begin(_everything(self._history))
        self._show()

    def action_move(self, rows: int) -> None:
        """Move the cursor."""
        self._follow_typing()
        self.query_one(LineTable).action_move(rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by pages."""
        self.query_one(LineTable).action_page(pages)

    def action_leave(self) -> None:
        """Leave everything as it is."""
        self.dismiss(None)

    @property
    def _query(self) -> str:
        return self.query_one(Entry).text

    @on(Entry.Changed)
    def _typed(self) -> None:
        self._follow_typing()

    def _follow_typing(self) -> None:
        """Find what is typed by now, with the cursor on the first; a key may come before what it changed."""
        if self._query != self._shown:
            self._show()
            self.query_one(LineTable).action_first()

    @on(Entry.Abandoned)
    def _abandon(self, event: Entry.Abandoned) -> None:
        if not (event.by_erasing and self._pane.filter):
            self.action_leave()

    @on(LineTable.Chosen)
    def _chosen(self) -> None:
        self._choose()

    def _choose(self) -> None:
        """Answer with what is under the cursor."""
        self._follow_typing()
        query, key = self._query, self.query_one(LineTable).cursor_key
        kind, _dot, rest = (key or _FILTER).partition(".")
        if kind == _ROW:
            self.dismiss(Found(query, row=rest))
        elif kind != _FILTER:
            self.dismiss(Found(query, place=next(each for each in self._places if each.id == key)))
        elif key is not None or not query:
            self.dismiss(Found(query))
        elif error := self._pane.filter_error(query):
            self.query_one(Notice).say(error, Tone.BAD)

    def _read(self, places: list[Place], over: bool) -> None:
        self._places += places
        self._over = over
        words = wanted_words(self._query)
        new = {each.where for each in places if words and holds(each, words)}
        if over or any(self._counts[where] < MOST for where in new):
            self._show()

    def _show(self) -> None:
        query = self._shown = self._query
        words = wanted_words(query)
        found = [each for each in self._places if words and holds(each, words)]
        self._counts = Counter(each.where for each in found)
        rows = self._pane.saying(self._rows, query) if query else []
        shown = [*self._filter_rows(query, rows), *_rows_here(rows), *_rows_elsewhere(found, words)]
        self.query_one(LineTable).show(shown)
        self.query_one(Notice).say(self._result_text(query, len(rows) + len(found)))

    def _filter_rows(self, query: str, rows: Sequence[Row]) -> Iterator[Row]:
        """Yield the row that filters the tab where its rows say the text, or that shows all rows again."""
        told = ""
        if not query and self._pane.filter:
            told = say("search.show_all")
        elif query and self._pane.QUERIES and not self._pane.filter_error(query):
            told = say("search.show_matching", text=query)
        elif rows:
            told = say("search.show_only_count", text=query, count=len(rows))
        if told:
            yield Row(_FILTER, (line((say("search.here"), Emphasis.HEADING)), (), line(told)))

    def _result_text(self, query: str, count: int) -> str:
        """Return how much was found, what is wrong with a query, or what to type."""
        if not query:
            return self._pane.filter_title
        if not count and (error := self._pane.filter_error(query)):
            return error
        reading = "" if self._over else say("search.still_reading")
        return say("search.found", count=count) + reading


def _rows_here(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows of the tab that were found."""
    for row in rows[:MOST]:
        first, *others = (text_of(whole_of(cell)) for cell in row.cells)
        rest = " · ".join(filter(None, others))
        yield Row(f"{_ROW}.{row.key}", ((), line((first, Emphasis.STRONG)), line(rest)))


def _rows_elsewhere(found: Sequence[Place], words: tuple[str, ...]) -> Iterator[Row]:
    """Yield the places that were found, kind by kind; each kind is named on its first row."""
    counts = Counter(each.where for each in found)
    for where in Where:
        of_kind = [each for each in found if each.where is where]
        of_kind.sort(key=lambda each: not all(word in each.folded[: len(each.name)] for word in words))
        for number, each in enumerate(of_kind[:MOST]):
            count = counts[where]
            heading = say(_KINDS[where].heading) + (f" {count}" if count > MOST else "")
            cells = (
                line((heading if not number else "", Emphasis.HEADING)),
                line((each.name, Emphasis.STRONG)),
                line(excerpt(each, words)),
            )
            yield Row(each.id, cells)


class _Kind(Struct, frozen=True):
    """The heading over one kind of place, and the collection in which it may be gone by now."""

    heading: str
    collection: str = ""


_KINDS = {
    Where.CREATURE: _Kind("search.creatures", "creatures"),
    Where.SUPPLY: _Kind("search.things", "supplies"),
    Where.PROGRESS: _Kind("search.clocks", "progress"),
    Where.NOTEBOOK: _Kind("search.notebook", "notebook"),
    Where.DATE: _Kind("search.dates"),
    Where.NOTE: _Kind("search.notes"),
    Where.EVENT: _Kind("search.log"),
    Where.TABLE: _Kind("search.tables", "tables"),
    Where.PRINTED: _Kind("search.tables"),
    Where.RULE: _Kind("search.rules"),
    Where.MANUAL: _Kind("search.manual"),
}


def _everything(history: History) -> Iterator[Place]:
    """Yield every place, those that are read fastest first."""
    yield from places_now(history.session)
    yield from places_of_rules(history.session)
    yield from _places_of_manual()
    yield from places_of_log(history)


def _places_of_manual() -> Iterator[Place]:
    """Yield the lines of the manual, each by the number of its line on its page."""
    for page in PAGES:
        for number, text in lines(page):
            yield place(Where.MANUAL, f"{page}.{number}", title(page), text)


def ask_search(player: MovePlayer, pane: Pane, query: str = "") -> None:
    """Search everything, from a text on if there is one, and go to what is chosen."""

    async def on_answer(found: Found | None) -> None:
        if found is None:
            return
        if found.row:
            pane.table.move_to(found.row)
        elif found.place is None:
            pane.keep_filter(found.query)
        else:
            await _go_to(player, found.place, found.query)

    player.screen.app.push_screen(SearchScreen(player.history, pane, query), on_answer)


def open_manual_at(player: MovePlayer, query: str) -> bool:
    """Open the manual at the first line that has all the words; False if there is none."""
    words = wanted_words(query)
    found = next((each for each in _places_of_manual() if holds(each, words)), None)
    if found is not None:
        _push_manual(player, found.key)
    return found is not None


def _push_manual(player: MovePlayer, key: str) -> None:
    from tracker.screens.manual import ManualScreen

    page, _dot, number = key.partition(".")
    player.screen.app.push_screen(ManualScreen(page, int(number)))


async def _go_to(player: MovePlayer, found: Place, query: str) -> None:
    """Go to the tab and the row, the entry, the event or the page of a place."""
    push, key = player.screen.app.push_screen, found.key
    if (collection := _KINDS[found.where].collection) and key not in getattr(player.session, collection):
        player.refuse(Refusal("row_gone"))
        return
    match found.where:
        case Where.CREATURE if tab := _tab_of(player.session, key):
            await _go_to_row(player, tab, key)
        case Where.CREATURE:
            from tracker.screens.tabs.sheet import card

            push(PageScreen([card(player.session, key)]))
        case Where.SUPPLY:
            await _go_to_row(player, _EXPLORATION, key)
        case Where.PROGRESS:
            await _go_to_row(player, _EXPLORATION, f"{PROGRESS}{key}")
        case Where.NOTEBOOK:
            open_feature(found.where, player, key)
        case Where.NOTE | Where.EVENT:
            from tracker.screens.asking.moments import open_log

            open_log(player, key)
        case Where.MANUAL:
            _push_manual(player, key)
        case _:
            push(_page_of(player.session, found, query))


def _tab_of(session: Session, who: str) -> str:
    """Return the tab that lists a creature; empty for one that is in play and on no list."""
    if who in session.party():
        return _GROUP
    return _ENCOUNTER if session.fight and who in session.fight.combatants else ""


async def _go_to_row(player: MovePlayer, tab: str, key: str) -> None:
    """Show a tab with the cursor on a row, without a filter that would hide it."""
    await player.screen.turn_to(tab)
    pane = player.screen.pane
    if isinstance(pane, Pane):
        if pane.filter:
            pane.keep_filter("")
        pane.table.move_to(key)


def _page_of(session: Session, found: Place, query: str) -> PageScreen:
    """Return the page of a table, of the dates, or of the rules with the one that was found."""
    if found.where is Where.PRINTED:
        return table_page(tables_of(session.system)[int(found.key)])
    if found.where is Where.DATE:
        return dates_page(session)
    if found.where is Where.RULE:
        return rules_page(session, found.key)
    table = session.tables[found.key]
    rows = tuple((f"{row.low}–{row.high}", row.text) for row in table.rows)
    return table_page(RuleTable(table.name, (table.dice, ""), rows))
