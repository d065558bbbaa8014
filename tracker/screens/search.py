"""The search in everything: the table, the log, the rules and the manual."""

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
    has_all_words,
    place,
    places_of_log,
    places_of_rules,
    present_places,
    query_words,
)
from tracker.commands.search import LONGEST_QUERY
from tracker.feature_list import open_feature
from tracker.manual import PAGES, text_lines, title
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
"""Most places of one kind that are shown."""
_ROW, _FILTER = "row", "filter"
_GROUP, _ENCOUNTER, _EXPLORATION = "1", "2", "3"


class SearchAnswer(Struct, frozen=True):
    """The answer of the search: a place to go to, a row of the tab, or a filter of the tab's rows."""

    query: str
    place: Place | None = None
    row: str = ""


class SearchScreen(ModalScreen[SearchAnswer]):
    """Searches while the GM types; Enter goes to the place under the cursor, or filters the tab's rows."""

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
        """The query of the list that is shown."""
        self._counts: Counter[Where] = Counter()
        """Number of places of each kind in the list that is shown, those that do not fit included."""
        self._over = False
        """Whether all places have been read."""
        self._reading = ChunkedWork[Place](self, self._read)

    def compose(self) -> ComposeResult:
        yield Entry(self._begins_with, accept=self._choose, max_length=LONGEST_QUERY)
        columns = (
            Column("", 12, least=9, priority=1),
            Column("", 16, least=8, named=True, sized=True),
            Column("", 30, least=16, flexible=True),
        )
        yield LineTable(columns, heading=False)
        yield Notice()
        yield KeyBar()

    def on_mount(self) -> None:
        """Search for the filter of the tab, while everything else is read in the background."""
        self.query_one(LineTable).can_focus = False
        self.query_one(Entry).focus()
        self._reading.begin(_everything(self._history))
        self._show()

    def action_move(self, rows: int) -> None:
        self._follow_typing()
        self.query_one(LineTable).action_move(rows)

    def action_page(self, pages: int) -> None:
        self.query_one(LineTable).action_page(pages)

    def action_leave(self) -> None:
        self.dismiss(None)

    @property
    def _query(self) -> str:
        return self.query_one(Entry).text

    @on(Entry.Changed)
    def _typed(self) -> None:
        self._follow_typing()

    def _follow_typing(self) -> None:
        """Search for the current query, with the cursor on the first match."""
        # A key may arrive before the message about the text that it follows.
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
        """Answer with the row under the cursor."""
        self._follow_typing()
        query, key = self._query, self.query_one(LineTable).cursor_key
        kind, _dot, row_key = (key or _FILTER).partition(".")
        if kind == _ROW:
            self.dismiss(SearchAnswer(query, row=row_key))
        elif kind != _FILTER:
            self.dismiss(SearchAnswer(query, place=next(each for each in self._places if each.id == key)))
        elif key is not None or not query:
            self.dismiss(SearchAnswer(query))
        elif error := self._pane.filter_error(query):
            self.query_one(Notice).say(error, Tone.BAD)

    def _read(self, places: list[Place], over: bool) -> None:
        self._places += places
        self._over = over
        words = query_words(self._query)
        new_kinds = {each.where for each in places if words and has_all_words(each, words)}
        if over or any(self._counts[where] < MOST for where in new_kinds):
            self._show()

    def _show(self) -> None:
        query = self._shown = self._query
        words = query_words(query)
        matches = [each for each in self._places if words and has_all_words(each, words)]
        self._counts = Counter(each.where for each in matches)
        rows = self._pane.rows_containing(self._rows, query) if query else []
        rows_shown = [*self._filter_rows(query, rows), *_rows_here(rows), *_rows_elsewhere(matches, words)]
        self.query_one(LineTable).show(rows_shown)
        self.query_one(Notice).say(self._result_text(query, len(rows) + len(matches)))

    def _filter_rows(self, query: str, rows: Sequence[Row]) -> Iterator[Row]:
        """Yield the row that filters the tab if some of its rows match, or that shows all its rows again."""
        text = ""
        if not query and self._pane.filter:
            text = say("search.show_all")
        elif query and self._pane.QUERIES and not self._pane.filter_error(query):
            text = say("search.show_matching", text=query)
        elif rows:
            text = say("search.show_only_count", text=query, count=len(rows))
        if text:
            yield Row(_FILTER, (line((say("search.here"), Emphasis.HEADING)), (), line(text)))

    def _result_text(self, query: str, count: int) -> str:
        """Return the number of matches, the mistake in a query, or a hint for an empty one."""
        if not query:
            return self._pane.filter_title
        if not count and (error := self._pane.filter_error(query)):
            return error
        reading = "" if self._over else say("search.still_reading")
        return say("search.found", count=count) + reading


def _rows_here(rows: Sequence[Row]) -> Iterator[Row]:
    for row in rows[:MOST]:
        name, *other_cells = (text_of(whole_of(cell)) for cell in row.cells)
        details = " · ".join(filter(None, other_cells))
        yield Row(f"{_ROW}.{row.key}", ((), line((name, Emphasis.STRONG)), line(details)))


def _rows_elsewhere(matches: Sequence[Place], words: tuple[str, ...]) -> Iterator[Row]:
    """Yield the places found, kind by kind, with the heading of each kind on its first row."""
    counts = Counter(match.where for match in matches)
    for where in Where:
        of_kind = [match for match in matches if match.where is where]
        of_kind.sort(key=lambda match: not all(word in match.folded[: len(match.name)] for word in words))
        for index, match in enumerate(of_kind[:MOST]):
            count = counts[where]
            heading = say(_KINDS[where].heading) + (f" {count}" if count > MOST else "")
            cells = (
                line((heading if not index else "", Emphasis.HEADING)),
                line((match.name, Emphasis.STRONG)),
                line(excerpt(match, words)),
            )
            yield Row(match.id, cells)


class _Kind(Struct, frozen=True):
    """The heading of a kind of places, and the collection of the session that may no longer have one."""

    heading: str
    collection: str = ""


_KINDS = {
    Where.CREATURE: _Kind("search.creatures", "creatures"),
    Where.SUPPLY: _Kind("search.things", "supplies"),
    Where.PROGRESS: _Kind("search.clocks", "progress"),
    Where.NOTEBOOK: _Kind("search.notebook", "notebook"),
    Where.ROOM: _Kind("search.rooms", "rooms"),
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
    yield from present_places(history.session)
    yield from places_of_rules(history.session)
    yield from _places_of_manual()
    yield from places_of_log(history)


def _places_of_manual() -> Iterator[Place]:
    """Yield the lines of the manual, each with its page and its number there."""
    for page in PAGES:
        for number, text in text_lines(page):
            yield place(Where.MANUAL, f"{page}.{number}", title(page), text)


def ask_search(player: MovePlayer, pane: Pane, query: str = "") -> None:
    """Search everything, beginning with a query if there is one, and go to the chosen place."""

    async def on_answer(found: SearchAnswer | None) -> None:
        if found is None:
            return
        if found.row:
            pane.table.move_to(found.row)
        elif found.place is None:
            pane.keep_filter(found.query)
        else:
            await _go_to(player, found.place)

    player.screen.app.push_screen(SearchScreen(player.history, pane, query), on_answer)


def open_manual_at(player: MovePlayer, query: str) -> bool:
    """Open the manual at the first line that has all the words; False if there is none."""
    words = query_words(query)
    match = next((each for each in _places_of_manual() if has_all_words(each, words)), None)
    if match is not None:
        _push_manual(player, match.key)
    return match is not None


def _push_manual(player: MovePlayer, key: str) -> None:
    from tracker.screens.manual import ManualScreen

    page, _dot, number = key.partition(".")
    player.screen.app.push_screen(ManualScreen(page, int(number)))


async def _go_to(player: MovePlayer, target: Place) -> None:
    """Go to the row, entry, event or page of a place; refuse if it is gone."""
    push, key = player.screen.app.push_screen, target.key
    if (collection := _KINDS[target.where].collection) and key not in getattr(player.session, collection):
        player.refuse(Refusal("row_gone"))
        return
    match target.where:
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
            open_feature(target.where, player, key)
        case Where.ROOM:
            open_feature("adventure", player, key)
        case Where.NOTE | Where.EVENT:
            from tracker.screens.asking.moments import open_log

            open_log(player, key)
        case Where.MANUAL:
            _push_manual(player, key)
        case _:
            push(_page_of(player.session, target))


def _tab_of(session: Session, who: str) -> str:
    """Return the tab that lists a creature; empty if none does."""
    if who in session.party():
        return _GROUP
    return _ENCOUNTER if session.fight and who in session.fight.combatants else ""


async def _go_to_row(player: MovePlayer, tab: str, key: str) -> None:
    """Show a tab with the cursor on a row, without a filter that might hide it."""
    await player.screen.turn_to(tab)
    pane = player.screen.pane
    if isinstance(pane, Pane):
        if pane.filter:
            pane.keep_filter("")
        pane.table.move_to(key)


def _page_of(session: Session, target: Place) -> PageScreen:
    """Return the page of a table, of the dates, or of the rules with the found one."""
    if target.where is Where.PRINTED:
        return table_page(tables_of(session.system)[int(target.key)])
    if target.where is Where.DATE:
        return dates_page(session)
    if target.where is Where.RULE:
        return rules_page(session, target.key)
    table = session.tables[target.key]
    rows = tuple((f"{row.low}–{row.high}", row.text) for row in table.rows)
    return table_page(RuleTable(table.name, (table.dice, ""), rows))
