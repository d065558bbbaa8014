"""A table that repaints only the cells that changed, with a cursor, marks and the row of the turn."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace
from textual import events
from textual.binding import BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive

from tracker.widgets.bindings import keys_at
from tracker.widgets.columns import (
    GAP,
    Column,
    Slot,
    heading,
    leading,
    measured_columns,
    needed_widths,
    share,
    side_by_side,
)
from tracker.widgets.ink import (
    Band,
    Cell,
    Emphasis,
    Forms,
    Ink,
    Line,
    fit,
    form_of,
    line,
    strip_line,
    text_of,
    truncate,
    whole_of,
    width_of,
    wrap,
)
from tracker.widgets.painted import WHEEL, Drawn, PaintedWidget

_MOST_MADE = 200
"""Rows of a long list that are kept, in case they are drawn again."""
_TWICE = 58
"""Cells from which rows stand in two columns if they do not fit in one."""
_APART = 2
"""Cells between two columns of rows."""


class Row(Struct, frozen=True):
    """One row. `key` identifies it in any order."""

    key: str
    cells: tuple[Cell, ...]
    edge: Line = ()
    """The sign of its side, in a table with turns."""
    gone: bool = False
    """Whether it asks for no more attention: all of it is dim."""
    acts: bool = False
    """Whether its turn is under way, besides that of the table's active row."""
    letter: str = ""
    """The letter by which keys name it, or several."""
    across: Cell = ()
    """A line that is drawn over all columns instead of the cells."""

    @property
    def text(self) -> str:
        """All that the row says."""
        return " ".join(text_of(whole_of(cell)) for cell in (*self.cells, self.across))


class _OfTable(Message):
    """Base of the messages of a table."""

    def __init__(self, table: "LineTable") -> None:
        super().__init__()
        self.table = table

    @property
    def control(self) -> "LineTable":
        """The table, so that `@on` may select it."""
        return self.table


class LineTable(PaintedWidget, can_focus=True):
    """Rows with a cursor. The cursor stays on its key when rows come, go or change places."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("list")

    active: reactive[str | None] = reactive(None, init=False, repaint=False)
    """Key of the row whose turn it is; the next `show` paints its sign."""

    waiting: reactive[str | None] = reactive(None, init=False, repaint=False)
    """Key of the row that the first pending roll is about; the next `show` paints it."""

    highlighted: reactive[str | None] = reactive(None, init=False, repaint=False)
    """Key of the row under the cursor, None without rows. Panels that describe the row watch it."""

    marked: reactive[frozenset[str]] = reactive(frozenset(), init=False, repaint=False)
    """Keys of the rows marked for one action. A row that disappears loses its mark."""

    class Chosen(_OfTable):
        """Enter was pressed on a row."""

        def __init__(self, table: "LineTable", key: str) -> None:
            super().__init__(table)
            self.key = key

    def __init__(
        self,
        columns: Sequence[Column],
        *,
        empty: str = "",
        heading: bool = True,
        marking: bool = False,
        turns: bool = False,
        cursor: bool = True,
        clicks_choose: bool = False,
        folds: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.columns = tuple(columns)
        self.empty = empty
        """The text of an empty table."""
        self._heading = int(heading)
        self._marking = marking
        self._turns = turns
        self._lettered = 0
        """Cells of the longest letter of a row."""
        self._has_cursor = cursor
        self._clicks_choose = clicks_choose
        """Whether a click on the row under the cursor chooses it, as Enter does."""
        self._folds = folds
        """Whether rows that do not fit stand in two columns, without their titles if need be."""
        self._measured = self._untitled = self.columns
        """The columns, as wide as the rows need with their titles, and without."""
        self._keys: tuple[str, ...] = ()
        self._row: Callable[[str], Row] = _no_row
        """Returns the row of a key."""
        self._follows_turn = False
        """Whether the turn has changed since the cursor last moved."""
        self._cursor = 0
        self._top = 0

    @property
    def signs(self) -> int:
        """Cells before the first column: side and turn in a table with turns, the mark, the letter, a gap."""
        if not self._turns:
            return 2 + self._lettered
        return 3 + self._lettered + bool(self._lettered)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the rows shown, in their order."""
        return self._keys

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows shown, in their order."""
        return tuple(map(self._row, self._keys))

    @property
    def follows_turn(self) -> bool:
        """Whether the cursor has not moved since the turn began."""
        return self._follows_turn

    @property
    def cursor_key(self) -> str | None:
        """Key of the row under the cursor, None when the table is empty."""
        return self._keys[self._cursor] if self._keys else None

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; the cursor stays on its key, or on the nearest one left."""
        made = {row.key: row for row in rows}
        needs = needed_widths(self.columns, (row.cells for row in rows))
        self._measured = measured_columns(self.columns, needs)
        self._untitled = (
            measured_columns(self.columns, needs, titled=False) if self._folds else self._measured
        )
        self._lettered = max((len(row.letter) for row in rows), default=0)
        self._put_rows(tuple(made), made.__getitem__)

    def show_long(self, keys: Sequence[str], make: Callable[[str], Row]) -> None:
        """Show rows that are made when they are drawn: there may be many. They widen no column."""
        self._measured = self._untitled = measured_columns(self.columns, needed_widths(self.columns, ()))
        self._put_rows(tuple(keys), lru_cache(_MOST_MADE)(make))

    def _put_rows(self, keys: tuple[str, ...], row: Callable[[str], Row]) -> None:
        places = {key: place for place, key in enumerate(keys)}
        near = chain(islice(self._keys, self._cursor, None), reversed(self._keys[: self._cursor]))
        self._cursor = next((places[key] for key in near if key in places), 0)
        other_lines = not keys or len(keys) != len(self._keys)
        resized = other_lines and self.display and self.styles.is_auto_height
        self._keys, self._row = keys, row
        self.marked = self.marked.intersection(places)
        self._scroll()
        if resized:
            self.refresh(layout=True)
        self.highlighted = self.cursor_key

    @property
    def cursor_cell(self) -> Offset:
        """The first cell of the row under the cursor; of the first line while that row is out of view."""
        place = self._cursor - self._top
        seen = self._keys and 0 <= place < self._height
        return self._corner(place) + Offset(self.signs, 0) if seen else Offset(self.signs, 0)

    def _corner(self, place: int) -> Offset:
        """Return where a row is drawn, by its place among those in view."""
        column, y = divmod(place, max(1, self._lines))
        return Offset(column * (self._row_width + _APART), y + self._title_height)

    def move_to(self, key: str) -> None:
        """Put the cursor on a row; a key that is not there changes nothing."""
        if (place := self._place_of(key)) >= 0:
            self._put_cursor(place)

    def toggle_mark(self, key: str) -> None:
        """Mark a row, or take its mark away."""
        self.marked ^= {key}

    def cell_region(self, key: str, index: int) -> Region | None:
        """Return where a row's cell is drawn on the widget; None if it is out of view."""
        place = self._place_of(key) - self._top
        x, y = self._corner(place)
        x += self.signs
        for slot in self._slots:
            if slot.index == index and 0 <= place < self._height:
                return Region(x, y, slot.width, 1)
            x += slot.width + GAP
        return None

    def watch_active(self) -> None:
        """Move the sign, and bring it into view; the cursor leaves a row that has gone in the turn before."""
        self._leave_gone()
        self._follows_turn = True

    def _leave_gone(self) -> None:
        """Pass the cursor to the first row of the same side that has not gone, or leave it where it is."""
        if not self._keys or not (row := self._row(self._keys[self._cursor])).gone:
            return
        rows = enumerate(map(self._row, self._keys))
        self._cursor = next((n for n, each in rows if each.edge == row.edge and not each.gone), self._cursor)
        self.highlighted = self.cursor_key

    def watch_marked(self) -> None:
        """Paint the marks."""
        self.redraw()

    def on_resize(self) -> None:
        """Keep the cursor and the turn in view."""
        self._keep_in_view()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines an auto height asks for."""
        return (len(self._keys) or len(self._nothing(width))) + self._heading

    def lines_within(self, width: int, most: int) -> int:
        """Return the lines that the table takes, of so many at most: two columns of rows take fewer."""
        rows = len(self._keys) or len(self._nothing(width))
        twice = self._folds and width >= _TWICE and rows > most
        return max(0, min((-(-rows // 2) if twice else rows) + self._heading, most))

    def fits(self, width: int, lines: int) -> bool:
        """Whether all rows fit in so many lines, without their titles if need be."""
        if not self._folds:
            return len(self._keys) + self._heading <= lines
        return len(self._keys) <= lines * (2 if width >= _TWICE else 1)

    def _nothing(self, width: int) -> Sequence[Line]:
        """Return the sentence for no rows, in lines."""
        return wrap(line(self.empty), width - self.signs)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Leave the keys of marks to the screen if rows cannot be marked, and Enter if there are no rows."""
        marks = action in ("mark", "letter")
        return (self._marking or not marks) and (action != "choose" or bool(self._keys))

    def action_move(self, rows: int) -> None:
        """Move the cursor by some rows."""
        self._put_cursor(self._cursor + rows)

    def action_page(self, pages: int) -> None:
        """Move the cursor by a page, less one row that stays in view."""
        self._put_cursor(self._cursor + pages * max(1, self._height - 1))

    def action_first(self) -> None:
        """Go to the first row."""
        self._put_cursor(0)

    def action_last(self) -> None:
        """Go to the last row."""
        self._put_cursor(len(self._keys))

    def action_mark(self) -> None:
        """Mark the row under the cursor and go on to the next."""
        if self.cursor_key is not None:
            self.toggle_mark(self.cursor_key)
            self.action_move(1)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row; where that is wanted, a click on the row under the cursor chooses it."""
        offset = event.get_content_offset_capture(self)
        column = min(offset.x // (self._row_width + _APART), self._across - 1)
        place = column * self._lines + offset.y - self._title_height
        on_a_row = 0 <= offset.y - self._title_height < self._lines
        if not on_a_row or place >= len(self._keys) - self._top:
            return
        was = self._cursor
        self._put_cursor(self._top + place)
        if self._clicks_choose and self._cursor == was:
            self.action_choose()

    def on_mouse_scroll_down(self) -> None:
        """Look further down; the cursor stays, and comes back into view with whatever happens next."""
        self._look(WHEEL)

    def on_mouse_scroll_up(self) -> None:
        """Look further up."""
        self._look(-WHEEL)

    def _look(self, rows: int) -> None:
        self._top = max(0, min(self._top + rows, len(self._keys) - self._height))
        self.redraw()

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        if self.cursor_key is not None:
            self.post_message(self.Chosen(self, self.cursor_key))

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Return the heading and the rows in view."""
        slots, titled, rows_in_view = self._slots, self._title_height, self._height
        titles = [self._draw_heading(slots, width, rows_in_view)] if titled else []
        if not self._keys:
            blank = line(" " * self.signs)
            return [*titles, *(Drawn((blank, each), Band.EMPTY) for each in self._nothing(width))]
        lines, bottom = max(0, height - titled), min(self._top + rows_in_view, len(self._keys))
        rows = [self._draw_row(index, slots) for index in range(self._top, bottom)]
        if len(rows) > lines:
            rows = [self._side_by_side(*rows[y::lines]) for y in range(lines)]
        if not titled and self._top and rows:
            rows[0] = self._with_sign(rows[0], width, "▲" if self.look.unicode else "^")
        if not titled and bottom < len(self._keys) and rows:
            rows[-1] = self._with_sign(rows[-1], width, "▼" if self.look.unicode else "v")
        return [*titles, *rows, *[Drawn()] * (lines - len(rows))]

    def _side_by_side(self, left: Drawn, right: Drawn | None = None) -> Drawn:
        """Return two rows on one line."""
        if right is None:
            return left
        missing = line(" " * (self._row_width - sum(map(width_of, left.cells))))
        between = Drawn((line(" " * _APART),), beside=right)
        return replace(left, cells=(*left.cells, missing), beside=between)

    @property
    def _across(self) -> int:
        """Number of rows on a line."""
        if not self._folds:
            return 1
        width, height = self.size
        return 2 if width >= _TWICE and len(self._keys) > height else 1

    @property
    def _title_height(self) -> int:
        """The lines of the titles: none where the rows only fit without them."""
        if not self._folds:
            return self._heading
        rows, height, across = len(self._keys), self.size.height, self._across
        if across == 1 and rows > height:
            return self._heading
        return min(self._heading, int(rows <= across * (height - 1)))

    @property
    def _lines(self) -> int:
        """The lines that rows have."""
        return max(0, self.size.height - self._title_height)

    @property
    def _row_width(self) -> int:
        """The cells of a row."""
        return (self.size.width - _APART) // 2 if self._across > 1 else self.size.width

    @property
    def _slots(self) -> tuple[Slot, ...]:
        titled = self._title_height
        signed = not titled and len(self._keys) > self._height
        columns = self._measured if titled else self._untitled
        return share(columns, self._row_width - self.signs - signed * (3 - self._across))

    @property
    def _height(self) -> int:
        """Rows that fit."""
        return self._lines * self._across

    def _place_of(self, key: str) -> int:
        """Return the place of a row; -1 if there is none."""
        return next((place for place, each in enumerate(self._keys) if each == key), -1)

    def _put_cursor(self, index: int) -> None:
        index = max(0, min(index, len(self._keys) - 1))
        if index != self._cursor:
            self._cursor, self._follows_turn = index, False
            self._scroll()
            self.highlighted = self.cursor_key

    def _scroll(self) -> None:
        self._keep_in_view()
        self.redraw()

    def _keep_in_view(self) -> None:
        """Keep the cursor and the turn in view; if both do not fit, the one that moved last."""
        turn = self._place_of(self.active) if self.active else -1
        first, last = sorted((self._cursor, turn if turn >= 0 else self._cursor))
        height = self._height
        if last - first >= height:
            first = last = turn if self._follows_turn else self._cursor
        last_top = max(0, len(self._keys) - height)
        self._top = min(max(self._top, last - height + 1, 0), first, last_top)

    def _draw_heading(self, slots: tuple[Slot, ...], width: int, rows_in_view: int) -> Drawn:
        """Draw the titles, and which rows are in view if not all are."""
        place = ""
        if len(self._keys) > rows_in_view:
            place = f" {self._top + 1}-{self._top + rows_in_view}/{len(self._keys)}"
        titles = strip_line((*line(" " * self.signs), *heading(slots, self.look.ellipsis)))
        titled = fit(titles, width - len(place), self.look.ellipsis)
        return Drawn((titled, line((place, Emphasis.MUTED))), Band.HEADING)

    def _draw_row(self, index: int, slots: tuple[Slot, ...]) -> Drawn:
        row = self._row(self._keys[index])
        active = row.key == self.active or row.acts
        row_cells = tuple(map(_dim_cell, row.cells)) if row.gone and not active else row.cells
        signs = self._draw_signs(row, active)
        told, led = side_by_side(slots, row_cells, self.look.ellipsis), leading(slots)
        if row.across:
            room = self._row_width - sum(map(width_of, signs))
            told, led = (truncate(_dim(form_of(row.across, room)), room, self.look.ellipsis),), 1
        cells = (*signs, *told)
        marked = Band.PICKED if row.key in self.marked else Band.NONE
        under_cursor = len(signs) + led if index == self._cursor and self._has_cursor else 0
        if active:
            loud = tuple(map(_on_turn, cells))
            return Drawn(loud, Band.TURN, under_cursor, Band.TURN_CURSOR, self._turns)
        return Drawn(cells, marked, under_cursor, Band.CURSOR, self._turns)

    def _with_sign(self, drawn: Drawn, width: int, sign: str) -> Drawn:
        """Return a row that ends with the sign of more rows; a heading says it where there is one."""
        if drawn.beside is not None:
            right = self._with_sign(drawn.beside, width - sum(map(width_of, drawn.cells)), sign)
            return replace(drawn, beside=right)
        gap = line(" " * (width - 1 - sum(map(width_of, drawn.cells))))
        return replace(drawn, cells=(*drawn.cells, gap, line((sign, Emphasis.KEY))))

    def _draw_signs(self, row: Row, active: bool) -> tuple[Line, ...]:
        mark = "*" if row.key in self.marked else "!" if row.key == self.waiting else " "
        letter = f"{mark}{row.letter.ljust(self._lettered)}"
        if not self._turns:
            return (line((letter, Emphasis.KEY), " "),)
        turn = ("▶" if self.look.unicode else ">") if active else " "
        gap = " " if self._lettered else ""
        return fit(row.edge, 1, ""), line((turn, Emphasis.KEY), (letter, Emphasis.KEY), gap)


_ON_TURN: Mapping[Ink, Ink] = {Emphasis.KEY: Emphasis.STRONG, Emphasis.DYING: Emphasis.ALARM}
"""Inks that are hard to read on the ground of the turn, and what stands for them there."""


def _on_turn(runs: Line) -> Line:
    """Return a drawn cell of the row whose turn it is: red figures on its ground would be too quiet."""
    return tuple((text, _ON_TURN.get(ink, ink) if _is_word(text) else ink) for text, ink in runs)


def _is_word(text: str) -> bool:
    return any(map(str.isalnum, text)) or "▶" in text


def _no_row(key: str) -> Row:
    raise KeyError(key)


def _dim_cell(cell: Cell) -> Cell:
    if isinstance(cell, Forms):
        return Forms(tuple(map(_dim, cell.forms)))
    return _dim(cell)


def _dim(runs: Line) -> Line:
    return tuple((text, Emphasis.MUTED) for text, _ink in runs)
