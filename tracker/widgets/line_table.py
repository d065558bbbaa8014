"""A table of rows with a cursor, marks and the sign of the turn; it repaints only lines that changed."""

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
    leading_count,
    measured_columns,
    needed_widths,
    share_width,
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

_MOST_CACHED = 200
"""Most rows of a long list that are cached, in case they are drawn again."""
_TWICE = 58
"""Least width in cells at which rows that do not fit stand in two columns."""
_APART = 2
"""Cells between two columns of rows."""


class Row(Struct, frozen=True):
    """One row of a table; its `key` stays the same wherever the row goes."""

    key: str
    cells: tuple[Cell, ...]
    edge: Line = ()
    """The sign of its side, in a table with turns."""
    gone: bool = False
    """Whether all of it is drawn dim, as it needs no more attention."""
    acts: bool = False
    """Whether its turn is under way too, besides that of the table's active row."""
    letter: str = ""
    """The letters that name it at the keyboard."""
    across: Cell = ()
    """A text drawn over all columns instead of the cells."""

    @property
    def text(self) -> str:
        """The full text of the row."""
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
    """Rows with a cursor, which stays on its key when rows come, go or change places."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("list")

    active: reactive[str | None] = reactive(None, init=False, repaint=False)
    """Key of the row whose turn it is; the next `show` paints its sign."""

    waiting: reactive[str | None] = reactive(None, init=False, repaint=False)
    """Key of the row that the first pending roll is about; the next `show` paints it."""

    highlighted: reactive[str | None] = reactive(None, init=False, repaint=False)
    """Key of the row under the cursor, None without rows. Panels that describe the row watch it."""

    marked: reactive[frozenset[str]] = reactive(frozenset(), init=False, repaint=False)
    """Keys of the rows marked for one action. A row that disappears loses its mark."""

    aimed: reactive[frozenset[str]] = reactive(frozenset(), init=False, repaint=False)
    """Keys of the rows that an act is for, in a table with turns."""

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
        """The text of a table without rows."""
        self._heading = int(heading)
        self._marking = marking
        self._turns = turns
        self._lettered = 0
        """Width in cells of the letters before the rows."""
        self._has_cursor = cursor
        self._clicks_choose = clicks_choose
        """Whether a click on the row under the cursor chooses it, as Enter does."""
        self._folds = folds
        """Whether rows that do not fit stand in two columns, without titles if need be."""
        self._measured = self._untitled = self.columns
        """The columns as wide as rows and titles need, and as wide as rows alone need."""
        self._keys: tuple[str, ...] = ()
        self._row: Callable[[str], Row] = _no_row
        """Returns the row of a key."""
        self._follows_turn = False
        """Whether the turn has changed since the cursor last moved."""
        self._begun: str | None = None
        """Key of the row of a turn that begins with the next rows, None if the turn goes on."""
        self._cursor = 0
        self._top = 0

    @property
    def signs(self) -> int:
        """Cells before the first column: side and turn in a table with turns, mark, letter, gap."""
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
    def chosen_texts(self) -> list[str]:
        """The marked rows as texts; without marks, the row under the cursor."""
        marked = [key for key in self._keys if key in self.marked]
        return [self._text_of_row(self._row(key)) for key in marked or self._keys[self._cursor :][:1]]

    def _text_of_row(self, row: Row) -> str:
        """Write a row without what only draws; a figure has the title of its column before it."""
        if row.across:
            return text_of(whole_of(row.across)).strip()
        texts = [text_of(whole_of(cell)).strip() for cell in row.cells]
        return " · ".join(
            f"{column.title} {text}".strip() if text[0].isdecimal() else text
            for column, text in zip(self.columns, texts, strict=False)
            if any(map(str.isalnum, text))
        )

    @property
    def follows_turn(self) -> bool:
        """Whether the cursor has not moved since the turn began."""
        return self._follows_turn

    @property
    def cursor_key(self) -> str | None:
        """Key of the row under the cursor, None when the table is empty."""
        return self._keys[self._cursor] if self._keys else None

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; the cursor stays on its key, or on the nearest one that is left."""
        rows_by_key = {row.key: row for row in rows}
        needs = needed_widths(self.columns, (row.cells for row in rows))
        self._measured = measured_columns(self.columns, needs)
        self._untitled = (
            measured_columns(self.columns, needs, titled=False) if self._folds else self._measured
        )
        self._lettered = max((len(row.letter) for row in rows), default=0)
        self._put_rows(tuple(rows_by_key), rows_by_key.__getitem__)

    def show_long(self, keys: Sequence[str], make: Callable[[str], Row]) -> None:
        """Show many rows, each made when it is drawn; they widen no column."""
        self._measured = self._untitled = measured_columns(self.columns, needed_widths(self.columns, ()))
        self._put_rows(tuple(keys), lru_cache(_MOST_CACHED)(make))

    def _put_rows(self, keys: tuple[str, ...], row: Callable[[str], Row]) -> None:
        places = {key: place for place, key in enumerate(keys)}
        near = chain(islice(self._keys, self._cursor, None), reversed(self._keys[: self._cursor]))
        self._cursor = next((places[key] for key in chain((self._begun,), near) if key in places), 0)
        self._follows_turn |= self._begun is not None
        self._begun = None
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
        """The first cell of the row under the cursor, or of the first line while that row is out of view."""
        place = self._cursor - self._top
        is_in_view = self._keys and 0 <= place < self._height
        return self._corner(place) + Offset(self.signs, 0) if is_in_view else Offset(self.signs, 0)

    def _corner(self, place: int) -> Offset:
        """First cell of a row, by its place among the rows in view."""
        column, y = divmod(place, max(1, self._lines))
        return Offset(column * (self._row_width + _APART), y + self._title_height)

    def move_to(self, key: str) -> None:
        """Put the cursor on a row; an unknown key changes nothing."""
        if (place := self._place_of(key)) >= 0:
            self._put_cursor(place)

    def follow(self, key: str) -> None:
        """Put the cursor on the row of a turn that begins, once rows are shown; an unknown key leaves it."""
        # Both come in one picture: to draw the rows twice took a fifth of a turn in a crowd.
        self._begun = key

    def toggle_mark(self, key: str) -> None:
        self.marked ^= {key}

    def cell_region(self, key: str, index: int) -> Region | None:
        """Region of a row's cell on the widget; None if it is out of view."""
        place = self._place_of(key) - self._top
        x, y = self._corner(place)
        x += self.signs
        for slot in self._slots:
            if slot.index == index and 0 <= place < self._height:
                return Region(x, y, slot.width, 1)
            x += slot.width + GAP
        return None

    def watch_active(self) -> None:
        """Follow the turn with the view; the cursor leaves a row that is gone since the turn before."""
        self._leave_gone()
        self._follows_turn = True

    def _leave_gone(self) -> None:
        """Move the cursor from a gone row to the first row of the same side that is not, if there is one."""
        if not self._keys or not (row := self._row(self._keys[self._cursor])).gone:
            return
        rows = enumerate(map(self._row, self._keys))
        self._cursor = next((n for n, each in rows if each.edge == row.edge and not each.gone), self._cursor)
        self.highlighted = self.cursor_key

    def watch_marked(self) -> None:
        self.redraw()

    def watch_aimed(self) -> None:
        self.redraw()

    def on_resize(self) -> None:
        """Keep the cursor and the turn in view."""
        self._keep_in_view()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return (len(self._keys) or len(self._nothing(width))) + self._heading

    def lines_within(self, width: int, limit: int) -> int:
        """Lines that the table takes, at most `limit`: it folds into two columns if that is too few."""
        rows = len(self._keys) or len(self._nothing(width))
        in_two_columns = self._folds and width >= _TWICE and rows > limit
        return max(0, min((-(-rows // 2) if in_two_columns else rows) + self._heading, limit))

    def fits(self, width: int, lines: int) -> bool:
        """Whether all rows fit in these lines, without their titles if need be."""
        if not self._folds:
            return len(self._keys) + self._heading <= lines
        return len(self._keys) <= lines * (2 if width >= _TWICE else 1)

    def _nothing(self, width: int) -> Sequence[Line]:
        """Text of a table without rows, wrapped."""
        return wrap(line(self.empty), width - self.signs)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Leave mark keys to the screen in a table without marks, and Enter in one without rows."""
        marks = action in ("mark", "letter")
        return (self._marking or not marks) and (action != "choose" or bool(self._keys))

    def action_move(self, rows: int) -> None:
        self._put_cursor(self._cursor + rows)

    def action_page(self, pages: int) -> None:
        # One row of the page stays in view.
        self._put_cursor(self._cursor + pages * max(1, self._height - 1))

    def action_first(self) -> None:
        self._put_cursor(0)

    def action_last(self) -> None:
        self._put_cursor(len(self._keys))

    def action_mark(self) -> None:
        """Mark the row under the cursor and go on to the next."""
        if self.cursor_key is not None:
            self.toggle_mark(self.cursor_key)
            self.action_move(1)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a row; with `clicks_choose`, a click on the row under the cursor chooses it."""
        offset = event.get_content_offset_capture(self)
        column = min(offset.x // (self._row_width + _APART), self._across - 1)
        place = column * self._lines + offset.y - self._title_height
        on_a_row = 0 <= offset.y - self._title_height < self._lines
        if not on_a_row or place >= len(self._keys) - self._top:
            return
        old_cursor = self._cursor
        self._put_cursor(self._top + place)
        if self._clicks_choose and self._cursor == old_cursor:
            self.action_choose()

    def on_mouse_scroll_down(self) -> None:
        # The cursor stays, and the next key or change brings it back into view.
        self._look(WHEEL)

    def on_mouse_scroll_up(self) -> None:
        self._look(-WHEEL)

    def _look(self, rows: int) -> None:
        self._top = max(0, min(self._top + rows, len(self._keys) - self._height))
        self.redraw()

    def action_choose(self) -> None:
        if self.cursor_key is not None:
            self.post_message(self.Chosen(self, self.cursor_key))

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
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
        """Lines of the titles: none if the rows only fit without them."""
        if not self._folds:
            return self._heading
        rows, height, across = len(self._keys), self.size.height, self._across
        if across == 1 and rows > height:
            return self._heading
        return min(self._heading, int(rows <= across * (height - 1)))

    @property
    def _lines(self) -> int:
        """Lines left for rows."""
        return max(0, self.size.height - self._title_height)

    @property
    def _row_width(self) -> int:
        """Width of a row in cells."""
        return (self.size.width - _APART) // 2 if self._across > 1 else self.size.width

    @property
    def _slots(self) -> tuple[Slot, ...]:
        titled = self._title_height
        signed = not titled and len(self._keys) > self._height
        columns = self._measured if titled else self._untitled
        return share_width(columns, self._row_width - self.signs - signed * (3 - self._across))

    @property
    def _height(self) -> int:
        """Number of rows that fit."""
        return self._lines * self._across

    def _place_of(self, key: str) -> int:
        """Find the place of a row; -1 if there is none."""
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
        """Keep cursor and turn in view; if both do not fit, the one that moved last."""
        turn = self._place_of(self.active) if self.active else -1
        first, last = sorted((self._cursor, turn if turn >= 0 else self._cursor))
        height = self._height
        if last - first >= height:
            first = last = turn if self._follows_turn else self._cursor
        last_top = max(0, len(self._keys) - height)
        self._top = min(max(self._top, last - height + 1, 0), first, last_top)

    def _draw_heading(self, slots: tuple[Slot, ...], width: int, rows_in_view: int) -> Drawn:
        """Draw the titles, and the numbers of the rows in view if not all are."""
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
        texts, lead_count = side_by_side(slots, row_cells, self.look.ellipsis), leading_count(slots)
        if row.across:
            room = self._row_width - sum(map(width_of, signs))
            texts, lead_count = (truncate(_dim(form_of(row.across, room)), room, self.look.ellipsis),), 1
        cells = (*signs, *texts)
        marked = Band.PICKED if row.key in self.marked else Band.NONE
        under_cursor = len(signs) + lead_count if index == self._cursor and self._has_cursor else 0
        if active:
            loud = tuple(map(_on_turn, cells))
            return Drawn(loud, Band.TURN, under_cursor, Band.TURN_CURSOR, self._turns)
        return Drawn(cells, marked, under_cursor, Band.CURSOR, self._turns)

    def _with_sign(self, drawn: Drawn, width: int, sign: str) -> Drawn:
        """Add the sign of more rows to the end of a row; a table with a heading has their numbers there."""
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
        turn = self.look.turn if active else self.look.aim if row.key in self.aimed else " "
        gap = " " if self._lettered else ""
        return fit(row.edge, 1, ""), line((turn, Emphasis.KEY), (letter, Emphasis.KEY), gap)


_ON_TURN: Mapping[Ink, Ink] = {Emphasis.KEY: Emphasis.STRONG, Emphasis.DYING: Emphasis.ALARM}
"""Inks that are hard to read on the ground of the turn, and the inks that replace them there."""


def _on_turn(runs: Line) -> Line:
    """Draw a cell on the ground of the turn, with inks that can be read there."""
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
