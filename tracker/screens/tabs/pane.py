"""Base of the tabs: a list, a panel about its row under the cursor, the last events, and their layout."""

from collections.abc import Sequence
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tracker.rules.supply_use import NO_RATIONS, stores_for
from tracker.rules.text import fold
from tracker.screens.table.game_acts import has_act
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.table.recent import Recent
from tracker.session.history import History
from tracker.session.state import Session
from tracker.widgets.bindings import keys_at, menu_of
from tracker.widgets.columns import Column
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say
from tracker.wording.words import term, words_of

_BESIDE = ((150, 60), (110, 46))
"""Least width of a tab for a column beside its list, and the width of that column."""
_AROUND = 3
"""Lines of the screen around a tab.

If the screen needs more of them for a sentence, the events give them up, not the list or the cards.
"""
_CARD, _EVENTS = 1, 4
"""Lines that a long list leaves to the cards and to the events; a sentence takes one of the events."""
_FEW_EVENTS = 3
"""Lines left to the events if this makes all rows visible."""
_LEAST_EVENTS = 1
"""Lines that the events always keep: the last action is shown nowhere else."""
_LEAST_CARD = 3
"""Lines that the cards keep beside a long newest event."""
_MOST_CARD = 8
"""Most lines of the cards under the events."""


NOTHING_PENDING = "refusal.nothing_pending"
_RESTS = ("eat", "rest", "sleep")
"""Acts for the party, the same on every tab."""


def side_panel_width(width: int) -> int:
    """Return the width of the column of cards beside the list; 0 if they stand under it."""
    return next((column for least, column in _BESIDE if width >= least), 0)


class Places(Layout):
    """Stands the events under the list, and the cards in a column beside both or under them.

    The list has the lines that its rows need, the cards a share of the rest, the events what remains. Heights
    depend on the rows and on the size of the screen, and on the newest event only if it needs more lines.
    """

    name = "places"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Place all parts; widgets before the list are as high as their styles say."""
        *above, table, card, events = children
        assert isinstance(table, LineTable)  # noqa: S101 - a tab composes its list before cards and events
        assert isinstance(events, Recent)  # noqa: S101 - as above
        column, top = side_panel_width(size.width), 0
        list_width = size.width - column
        regions: list[tuple[Widget, Region]] = []
        for widget in above:
            height = widget.styles.height
            lines = int(height.value) if height is not None else 0
            regions.append((widget, Region(0, top, list_width, lines)))
            top += lines
        cards_below = 0 if column else _CARD
        usual_room = parent.screen.size.height - _AROUND - top
        rows = min(
            _list_lines(table, list_width, usual_room - cards_below),
            max(0, size.height - top - cards_below - _LEAST_EVENTS),
        )
        if not column:
            rest = usual_room - rows
            usual_cards = min((rest - 1) // 2, rest - _EVENTS, _MOST_CARD)
            needed = max(_LEAST_CARD, rest - events.wanted_height(list_width))
            cards_below = max(_CARD, min(usual_cards, needed))
        room = size.height - top - rows
        cards_below = max(0, min(cards_below, room - _LEAST_EVENTS))
        cards = (
            Region(list_width, 0, column, size.height)
            if column
            else Region(0, size.height - cards_below, list_width, cards_below)
        )
        regions += [
            (table, Region(0, top, list_width, rows)),
            (events, Region(0, top + rows, list_width, room - cards_below)),
            (card, cards),
        ]
        return [WidgetPlacement(region, NULL_OFFSET, Spacing(), widget) for widget, region in regions]


def _list_lines(table: LineTable, width: int, room: int) -> int:
    """Return the lines of the list; it takes one more from the events if all rows fit then."""
    usual, more = (table.lines_within(width, room - events) for events in (_EVENTS, _FEW_EVENTS))
    return more if table.fits(width, more) and not table.fits(width, usual) else usual


def lines_of_rows(pane: Size, screen: Size) -> int:
    """Return the lines that a tab has for rows, without the title, before it takes any from the events."""
    cards_below = 0 if side_panel_width(pane.width) else _CARD
    return min(screen.height - _AROUND, pane.height) - cards_below - _EVENTS - 1


class Pane(Widget):
    """A tab: its list, its panel and its events; the app builds it on its first visit."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("pane")

    BLANK = True
    EMPTY: ClassVar[str]
    MARKING: ClassVar[bool] = True
    QUERIES: ClassVar[bool] = False
    """Whether its filter is a query of the log, which is too slow to run at every key."""
    TURNS: ClassVar[bool] = False
    """Whether its rows take turns."""
    FOLDS: ClassVar[bool] = False
    """Whether rows that do not fit stand in two columns."""

    app = getters.app(ThemedApp)

    def __init__(self, player: MovePlayer, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self.player = player
        self._places = Places()
        self.filter = ""
        self._system = player.session.system
        """Id of the game whose columns are shown."""
        self._unmarked: dict[str, frozenset[str]] = {}
        """Keys of the rows whose marks an event removed, by id of the event."""

    def compose(self) -> ComposeResult:
        yield LineTable(
            self.columns(), empty=self._nothing(), marking=self.MARKING, turns=self.TURNS, folds=self.FOLDS
        )
        yield TextPanel(classes="card", folds=True)
        yield Recent()

    def _nothing(self) -> str:
        if not self.filter:
            return self.player.screen.with_keys(self.EMPTY)
        key = "pane.filter_found_nothing"
        return self.player.screen.with_keys(key, text=self.filter)

    @property
    def idle(self) -> str:
        """Word key of the answer to Enter with nothing pending: the keys that do something to the row."""
        return NOTHING_PENDING

    @property
    def layout(self) -> Layout:
        return self._places

    @property
    def session(self) -> Session:
        return self.player.session

    @property
    def history(self) -> History:
        return self.player.history

    @property
    def table(self) -> LineTable:
        return self.query_one(LineTable)

    @property
    def panel(self) -> TextPanel:
        return self.query_one(".card", TextPanel)

    @property
    def panel_is_beside(self) -> bool:
        """Whether the panel stands beside the list, with room for more than the row under the cursor."""
        return bool(side_panel_width(self.size.width))

    @property
    def selected_ids(self) -> tuple[str, ...]:
        """Keys of the marked rows, in the order shown; without marks, of the row under the cursor."""
        table = self.table
        marked = tuple(key for key in table.keys if key in table.marked)
        under_cursor = table.cursor_key
        return marked or ((under_cursor,) if under_cursor else ())

    @property
    def picked_ids(self) -> tuple[str, ...]:
        """Ids of the creatures that the GM has picked for the next turn; empty if rows take no turns."""
        return ()

    @property
    def company(self) -> tuple[str, ...]:
        """Ids of the creatures for a meal, sleep or rest; empty for the whole party."""
        return ()

    @property
    def everyone(self) -> tuple[str, ...]:
        """Ids of all creatures that the selected rows stand for."""
        return self.selected_ids

    def columns(self) -> Sequence[Column]:
        raise NotImplementedError

    def rows(self) -> Sequence[Row]:
        raise NotImplementedError

    def visible_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the rows as the list shows them; several may share one if room is short."""
        return rows

    def side_panel(self, key: str) -> Sequence[Block]:
        """Return the blocks of the panel about a row; `key` is empty if there are no rows."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Draw the session in advance, if the tab caches its rows."""

    def row_of(self, who: str, supply: str) -> str:
        """Return the key of the row for a pending roll of this creature or supply."""
        return who

    def picture(self) -> None:
        """Show the session as it stands, with new columns if another game's rules are in force."""
        if self._system != self.session.system:
            self._system, self.table.columns = self.session.system, tuple(self.columns())
        rows = self.visible_rows(self.rows())
        if self.filter:
            rows = self.matching_rows(rows)
        if not rows:
            self.table.empty = self._nothing()
        old_row = self.table.highlighted
        self.table.show(rows)
        # Otherwise the row under the cursor is another, and the panel has been shown for it.
        if self.table.highlighted == old_row:
            self._picture_beside()
        self.query_one(Recent).picture(self.history)

    @property
    def filter_title(self) -> str:
        """The hint in the search field while it is empty."""
        return say("pane.search_hint")

    def filter_error(self, text: str) -> str | None:
        """Return the mistake in a filter; None if there is none."""
        return None

    def matching_rows(self, rows: Sequence[Row]) -> Sequence[Row]:
        return self.rows_containing(rows, self.filter)

    def rows_containing(self, rows: Sequence[Row], text: str) -> Sequence[Row]:
        """Return the rows that contain a text, in any capitals and accents; runs at every key of a search."""
        return [row for row in rows if fold(text) in fold(row.text)]

    def keep_filter(self, text: str) -> None:
        """Show the rows that match a filter, all if it is empty."""
        self.filter = text
        self.picture()
        self.player.say(say("pane.filter_on", text=text) if text else say("pane.filter_off"))

    def on_mount(self) -> None:
        """Show the tab for the first time: only now is its size known."""
        self.watch(self.table, "highlighted", self._picture_beside, init=False)
        self.picture()
        self.panel.onward = self.app.key_of("pane.turn_page")
        self.table.focus()

    def on_resize(self) -> None:
        if self.query(LineTable):
            self._picture_beside()

    def point_at(self, creature_ids: tuple[str, ...] | None) -> None:
        """Show the rows that an act is for, in a tab whose rows take turns; None for those of its keys."""

    def _picture_beside(self) -> None:
        self.panel.show(self.side_panel(self.table.cursor_key or ""))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer marks, a menu and a next page only if there are any."""
        if action == "unmark":
            return any(table.marked for table in self.query(LineTable))
        if action == "menu":
            return bool(menu_of(type(self), str(parameters[0])))
        if action in _RESTS and not has_act(self.session, action):
            return False
        if action == "turn_page":
            return all(self.region.overlaps(panel.region) for panel in self.query(".card"))
        return bool(super().check_action(action, parameters))

    def use_supply(self, key: str) -> None:
        from tracker.session.moves import supplies

        self.player.play(lambda history: supplies.use(history.session, key, self.player.roll))

    def hint_of(self, binding_id: str) -> str:
        """Return a hint for an entry of the tab's menu, such as the creatures that it is for; else empty."""
        return ""

    def action_menu(self, menu: str) -> None:
        from tracker.screens.asking.menus import ask_menu

        ask_menu(self.player, menu, (self,))

    def action_line(self, key_id: str) -> None:
        """Play the line of a key, or ask for what the line lacks."""
        self.player.screen.play_key(key_id)

    def action_eat(self) -> None:
        """Feed the party or the marked creatures; if nobody has food left, ask first."""
        session, line = self.player.session, "eat ." if self.company else "eat todos"
        eaters = self.company or session.party()
        if eaters and all("" in stores_for(session.supplies, who).values() for who in eaters):
            title = say("people.no_rations")
            no_rations = term(words_of(session.system), "choice", NO_RATIONS)
            self.player.screen.ask_line(title, f"{line} ", self.company, initial=no_rations)
        else:
            self.player.play_line(line, self.company)

    def action_rest(self) -> None:
        self.player.play_line("rest ." if self.company else "rest", self.company)

    def action_sleep(self) -> None:
        if self.company:
            names = ", ".join(self.player.session.creatures[who].name for who in self.company)
            title, lead = say("people.sleep_of", names=names), "sleep . "
        else:
            title, lead = say("people.all_sleep"), "sleep todos "
        self.player.screen.ask_line(title, lead, self.company, initial="8h")

    def action_turn_page(self) -> None:
        self.panel.turn_page()

    def action_unmark(self) -> None:
        self.table.marked = frozenset()

    def clear_marks(self, event_id: str) -> None:
        """Remove the marks after the action that used them; `mark_again` restores them if it is undone."""
        if marked := self.table.marked:
            self._unmarked[event_id], self.table.marked = marked, frozenset()

    def mark_again(self, event_id: str) -> None:
        """Restore the marks that an event removed, unless the GM has set new ones."""
        if not self.table.marked:
            self.table.marked = self._unmarked.get(event_id, frozenset())
