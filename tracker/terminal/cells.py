"""Sends to the terminal only the cells that changed.

Textual sends every cell of each widget that it repaints, and repaints the whole screen for any dialog: 18 KB
for a point of damage, nearly all of it unchanged. This driver remembers what the terminal shows and sends the
difference. It forgets everything, and sends the next frame whole, after a resize, after a change of screen,
after output that is not a frame, and when the GM asks for a repaint.
"""

import re
import shutil
from collections.abc import Iterator
from typing import Any

from textual.app import App

from tracker.terminal.frames import BARE, Cell, Ink, blank_of, cells_of, ink_of, is_last, is_row, runs
from tracker.terminal.keyboard import PatientDriver
from tracker.terminal.pen import UNKNOWN, Pen, Place
from tracker.terminal.textual_internals import FRAME_END, FRAME_START
from tracker.terminal.title import WindowTitle

_HARMLESS = (
    r"(?:\x1b\[[?<>=][0-9;]*\$?[a-zA-Z]|\x1b\[2[23];2t"
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1bP(?:[^\x1b]|\x1b[^\\])*\x1b\\|\x07)*"
)
"""Modes, queries, titles, the bell, what a multiplexer passes on: they neither draw nor move the cursor."""
_OTHER_SCREEN = "\x1b[?1049"
_SHORT_GAP = 4
"""Up to this many cells are cheaper to send again than to step over."""
_HIGHEST_LIFT = 3
"""Most rows by which a log is moved up at once: most events take one, few more than three."""
_WAYS = 3
"""Earlier outputs remembered for each row: under a dialog, Textual cuts a row into other pieces."""

Span = tuple[int, int, int]
"""Cells of one row: the row, the first column, and the column after the last."""


class Terminal:
    """The cells that a terminal shows, as far as known; computes the bytes that turn them into a frame.

    `erases` says that the terminal erases in the current ground colour.
    """

    def __init__(self, *, erases: bool = False) -> None:
        self._erases = erases
        self._width = self._height = 0
        self._cells: list[list[Cell | None]] = []
        self._cursor: Place | None = None
        self._ink = UNKNOWN
        self._rows: dict[str, tuple[str, ...]] = {}
        """Outputs that drew each current row, by their start; the same output is not parsed again."""
        self._changed: dict[int, set[int]] = {}
        """Columns of each row that the terminal does not show yet."""
        self.knows = False
        """Whether any cell is known."""
        self._apart: list[tuple[int, int, list[Cell]]] = []
        """Texts whose width differs between terminals, each with its place."""

    def forget(self) -> None:
        """Forget every cell, so that the next frame is sent whole."""
        self._width = self._height = 0

    def difference(self, data: str, width: int, height: int) -> str | None:
        """Compute the bytes that make a terminal of this size show a frame; None if `data` is no frame.

        Textual writes a frame row by row: a cursor position, the text, a line feed.
        """
        if (width, height) != (self._width, self._height):
            self._width, self._height = width, height
            self._cells = [[None] * width for _ in range(height)]
            self._cursor, self._ink = None, UNKNOWN
            self._rows, self.knows = {}, False
        *rows, last_part = data.split("\n")
        if not is_last(last_part) or not all(self._shows(part) or is_row(part) for part in rows):
            return None
        old_cells = [row[:] for row in self._cells]
        self._changed, self._apart, self.knows = {}, [], True
        for part in rows:
            if not self._shows(part):
                earlier = self._rows.get(_start(part), ())[-_WAYS:]
                _x, y = self._read(part)
                self._rows[_start(part)] = (part,) if y in self._changed else (*earlier, part)
        end = self._read(last_part)
        pen = Pen(self._cursor, self._ink, width, erases=self._erases)
        self._lift(pen, old_cells)
        self._draw(pen)
        pen.rest(end)
        self._cursor, self._ink = pen.place, BARE
        return pen.output

    def _shows(self, part: str) -> bool:
        """Tell whether the terminal already shows what this part of a frame draws."""
        return part in self._rows.get(_start(part), ())

    def _read(self, part: str) -> Place:
        """Parse a part of a frame into the cells; returns the place of its end."""
        end = (0, 0)
        for x, y, text, style, link in runs(part):
            end = (x, y)
            if text and 0 <= y < self._height:
                self._rows.pop(f"\x1b[{y + 1}", None)
                self._take(x, y, text, ink_of(style, link))
        return end

    def _take(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write a text into the cells, and note the columns that change."""
        text_cells = cells_of(text, ink)
        cells = text_cells[: max(0, self._width - x)]
        row, end = self._cells[y], x + len(cells)
        old_cells = row[x:end]
        if old_cells == cells:
            return
        changed = self._changed.setdefault(y, set())
        _break_halves(row, x, end)
        if text.isascii() or (len(text_cells) == len(text) and all(cell[0] for cell in text_cells)):
            pairs = enumerate(zip(old_cells, cells, strict=True), x)
            changed.update([place for place, (old, new) in pairs if old != new])
        else:
            changed.difference_update(range(x, end))
            self._apart.append((x, y, cells))
        row[x:end] = cells

    def _lift(self, pen: Pen, old_cells: list[list[Cell | None]]) -> None:
        """Move rows up on the terminal where the frame shows them higher, as a log does when it grows."""
        for row_count in range(1, _HIGHEST_LIFT + 1):
            top, end = _longest_run(
                [row == old_row for row, old_row in zip(self._cells, old_cells[row_count:], strict=False)]
            )
            if sum(len(self._changed.get(y, ())) for y in range(top, end)) > 2 * row_count * self._width:
                pen.lift(top, end, row_count)
                for y in range(top, end):
                    self._changed.pop(y, None)
                self._apart = [each for each in self._apart if not top <= each[1] < end + row_count]
                # Terminals differ in what they leave in the rows below: draw these whole.
                for y in range(end, end + row_count):
                    self._draw_whole(y)
                return

    def _draw_whole(self, y: int) -> None:
        """Draw each cell of a row, those of wide characters apart."""
        row = self._cells[y]
        wide = {x for x, cell in enumerate(row) if cell and _is_right_half(cell)}
        wide |= {x - 1 for x in wide}
        wide |= {x for x, cell in enumerate(row) if cell and len(cell[0]) > 1}
        self._changed[y] = set(range(self._width)) - wide
        self._apart += [(x, y, [cell]) for x, cell in enumerate(row) if x in wide and cell and cell[0]]

    def _draw(self, pen: Pen) -> None:
        """Draw the changed cells one ink after the other: moves cost less than changes of ink."""
        for x, y, cells in self._apart:
            pen.write_apart(x, y, cells)
        remaining = self._by_ink()
        while remaining:
            ink = min(remaining, key=pen.distance)
            for y, start, end in remaining.pop(ink):
                pen.take(ink, blank=self._is_blank((y, start, end)))
                self._step_over(pen, start, y)
                pen.write(start, y, "".join(cell[0] for cell in self._cells[y][start:end] if cell))
                self._changed[y].difference_update(range(start, end))

    def _by_ink(self) -> dict[Ink, list[Span]]:
        """Group the changed spans by ink; blanks join any ink on the same ground."""
        spans_by_ink: dict[Ink, list[Span]] = {}
        blanks: list[tuple[Ink, Span]] = []
        for ink, span in self._spans():
            if self._is_blank(span):
                blanks.append((ink, span))
            else:
                spans_by_ink.setdefault(ink, []).append(span)
        hosts = {blank_of(ink): ink for ink in spans_by_ink}
        for ink, span in blanks:
            spans_by_ink.setdefault(hosts.get(ink, ink), []).append(span)
        return {ink: sorted(spans) for ink, spans in spans_by_ink.items()}

    def _is_blank(self, span: Span) -> bool:
        y, start, end = span
        return all(cell and cell[0] == " " for cell in self._cells[y][start:end])

    def _spans(self) -> Iterator[tuple[Ink, Span]]:
        """Yield the changed cells as the longest spans that one ink can draw."""
        for y in sorted(self._changed):
            row = self._cells[y]
            start, end, ink, only_blank = 0, -1, BARE, True
            for x in sorted(self._changed[y]):
                text, own_ink = row[x] or (" ", BARE)
                is_blank = text == " "
                is_near = x == end or (
                    (is_blank or only_blank) and _is_blank_ground(row[max(end, 0) : x], ink)
                )
                goes_on = own_ink == ink or (is_blank and own_ink == blank_of(ink))
                if not is_near or not (goes_on or (only_blank and blank_of(own_ink) == ink)):
                    if end > start:
                        yield ink, (y, start, end)
                    start, ink, only_blank = x, own_ink, True
                elif not goes_on:
                    ink = own_ink
                end, only_blank = x + 1, only_blank and is_blank
            if end > start:
                yield ink, (y, start, end)

    def _step_over(self, pen: Pen, x: int, y: int) -> None:
        """Cross a short gap by writing its cells again, if the current ink draws them."""
        if pen.place is None or pen.place[1] != y or not 0 < x - pen.place[0] <= _SHORT_GAP:
            return
        start = pen.place[0]
        gap = self._cells[y][start:x]
        changed_columns = self._changed[y]
        texts = [
            cell[0]
            for place, cell in enumerate(gap, start)
            if cell and cell[0].isascii() and cell[0] and (place in changed_columns or pen.draws(cell))
        ]
        if len(texts) == len(gap):
            pen.write(start, y, "".join(texts))


def _longest_run(fits: list[bool]) -> tuple[int, int]:
    """Find the longest run of True: where it begins, and where it ends."""
    best, start = (0, 0), 0
    for place, fits_here in enumerate([*fits, False]):
        if not fits_here:
            best, start = max(best, (start, place), key=lambda run: run[1] - run[0]), place + 1
    return best


def _start(part: str) -> str:
    """Cut off the start of a part of a frame, which holds the number of its row."""
    return part.partition(";")[0]


def _is_blank_ground(cells: list[Cell | None], ink: Ink) -> bool:
    """Tell whether cells already look as this ink's blanks would leave them: a blank span may cross them."""
    ground = blank_of(ink)
    return all(cell == (" ", ground) for cell in cells)


def _break_halves(row: list[Cell | None], start: int, end: int) -> None:
    """Forget the other half of a wide character if a text covers only one half."""
    if 0 < start < len(row) and _is_right_half(row[start]):
        row[start - 1] = None
    if end < len(row) and _is_right_half(row[end]):
        row[end] = None


def _is_right_half(cell: Cell | None) -> bool:
    return cell is not None and not cell[0]


class CellDriver(PatientDriver):
    """Sends each frame as one write of its differences, and nothing if there are none."""

    erases = False

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal = Terminal(erases=self.erases)
        self._held: list[str] | None = None
        self.title = WindowTitle(self.write)

    def start_application_mode(self) -> None:
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's
        self.title.take_terminal()

    def stop_application_mode(self) -> None:
        self.title.leave_terminal()
        super().stop_application_mode()

    def forget(self) -> None:
        """Send the next frame whole."""
        self._terminal.forget()

    def write(self, data: str) -> None:
        """Send the changes of a frame; pass on other output unchanged."""
        if data == FRAME_START:
            self._held = []
        elif data == FRAME_END:
            pieces, self._held = self._held, None
            if pieces:
                super().write("".join((FRAME_START, *pieces, FRAME_END)))
        elif changed := self._changed_cells(data):
            if self._held is None:
                super().write(changed)
            else:
                self._held.append(changed)

    def _changed_cells(self, data: str) -> str:
        difference = self._terminal.difference(data, *shutil.get_terminal_size())
        if difference is not None:
            return difference
        if self._terminal.knows and (_OTHER_SCREEN in data or not re.fullmatch(_HARMLESS, data)):
            self.forget()
        return data


class ErasingDriver(CellDriver):
    """A driver for terminals that erase in the current ground colour, where blanks cost little."""

    erases = True
