"""Sends to the terminal only the cells that are not as they were.

Textual sends every cell of whatever it paints again, and paints the whole screen again for any dialog: 18 KB
for a point of damage, most of it what was there already. This driver keeps what the terminal shows and sends
the difference. It trusts nothing that it does not recognise: it forgets all that it knows when the terminal
changes its size or its screen, after bytes that are not a frame, and when the GM asks for the screen to be
painted again. What is forgotten is sent whole.
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

_HARMLESS = r"(?:\x1b\[[?<>=][0-9;]*\$?[a-zA-Z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)*"
"""Modes, questions, titles and the bell: they move and draw nothing."""
_OTHER_SCREEN = "\x1b[?1049"
_SHORT_GAP = 4
"""Cells that cost less to send again than to step over."""
_WAYS = 3
"""Ways to draw a row that are remembered besides the last: Textual cuts it otherwise under a dialog."""

Span = tuple[int, int, int]
"""Cells of one row: which, the first, and the one after the last."""


class Terminal:
    """What a terminal shows, as far as it is known, and the bytes that lead from it to a frame.

    `erases` says that it erases in the colour of the ground that it draws on.
    """

    def __init__(self, *, erases: bool = False) -> None:
        self._erases = erases
        self._width = self._height = 0
        self._cells: list[list[Cell | None]] = []
        self._cursor: Place | None = None
        self._ink = UNKNOWN
        self._rows: dict[str, tuple[str, ...]] = {}
        """Ways in which what each row shows was drawn, by how they begin: so drawn again, it is not read."""
        self._changed: dict[int, set[int]] = {}
        """Cells of each row that the terminal does not show yet."""
        self.knows = False
        """Whether anything is known."""
        self._apart: list[tuple[int, int, list[Cell]]] = []
        """Texts that terminals disagree on the width of, and where they begin."""

    def forget(self) -> None:
        """Know nothing: whatever is painted next is sent whole."""
        self._width = self._height = 0

    def difference(self, data: str, width: int, height: int) -> str | None:
        """Return what brings a terminal of this size to show a frame as well; None for what is no frame.

        Textual writes a frame row by row, each behind its own place and with a line feed between.
        """
        if (width, height) != (self._width, self._height):
            self._width, self._height = width, height
            self._cells = [[None] * width for _ in range(height)]
            self._cursor, self._ink = None, UNKNOWN
            self._rows, self.knows = {}, False
        *rows, last = data.split("\n")
        if not is_last(last) or not all(self._shows(part) or is_row(part) for part in rows):
            return None
        self._changed, self._apart, self.knows = {}, [], True
        for part in rows:
            if not self._shows(part):
                known = self._rows.get(_start(part), ())[-_WAYS:]
                _x, y = self._read(part)
                self._rows[_start(part)] = (part,) if y in self._changed else (*known, part)
        end = self._read(last)
        pen = Pen(self._cursor, self._ink, width, erases=self._erases)
        self._draw(pen)
        pen.rest(end)
        self._cursor, self._ink = pen.place, BARE
        return pen.sent

    def _shows(self, part: str) -> bool:
        """Whether a row is known to show what a part of a frame draws on it."""
        return part in self._rows.get(_start(part), ())

    def _read(self, part: str) -> Place:
        """Take in a part of a frame; returns where it ends."""
        end = (0, 0)
        for x, y, text, style in runs(part):
            end = (x, y)
            if text and 0 <= y < self._height:
                self._rows.pop(f"\x1b[{y + 1}", None)
                self._take(x, y, text, ink_of(style))
        return end

    def _take(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Know that a text is to stand in a place, and note what is not there yet."""
        whole = cells_of(text, ink)
        cells = whole[: max(0, self._width - x)]
        row, end = self._cells[y], x + len(cells)
        shown = row[x:end]
        if shown == cells:
            return
        changed = self._changed.setdefault(y, set())
        _break_halves(row, x, end)
        if text.isascii() or (len(whole) == len(text) and all(cell[0] for cell in whole)):
            pairs = enumerate(zip(shown, cells, strict=True), x)
            changed.update([place for place, (was, now) in pairs if was != now])
        else:
            changed.difference_update(range(x, end))
            self._apart.append((x, y, cells))
        row[x:end] = cells

    def _draw(self, pen: Pen) -> None:
        """Draw what is not there yet, all of one ink before the next: stepping over costs less than inks."""
        for x, y, cells in self._apart:
            pen.write_apart(x, y, cells)
        for ink, spans in self._by_ink().items():
            for y, start, end in spans:
                pen.take(ink, blank=self._is_blank((y, start, end)))
                self._step_over(pen, start, y)
                pen.write(start, y, "".join(cell[0] for cell in self._cells[y][start:end] if cell))
                self._changed[y].difference_update(range(start, end))

    def _by_ink(self) -> dict[Ink, list[Span]]:
        """Return what has changed, in the inks to draw it in; blanks go with any ink on their ground."""
        found: dict[Ink, list[Span]] = {}
        blanks: list[tuple[Ink, Span]] = []
        for ink, span in self._spans():
            if self._is_blank(span):
                blanks.append((ink, span))
            else:
                found.setdefault(ink, []).append(span)
        hosts = {blank_of(ink): ink for ink in found}
        for ink, span in blanks:
            found.setdefault(hosts.get(ink, ink), []).append(span)
        return {ink: sorted(spans) for ink, spans in found.items()}

    def _is_blank(self, span: Span) -> bool:
        y, start, end = span
        return all(cell and cell[0] == " " for cell in self._cells[y][start:end])

    def _spans(self) -> Iterator[tuple[Ink, Span]]:
        """Yield the cells that have changed, together as far as one ink draws them."""
        for y in sorted(self._changed):
            row = self._cells[y]
            start, end, ink, only_blank = 0, -1, BARE, True
            for x in sorted(self._changed[y]):
                text, own = row[x] or (" ", BARE)
                blank = text == " "
                near = x == end or ((blank or only_blank) and _is_nothing(row[max(end, 0) : x], ink))
                goes_on = own == ink or (blank and own == blank_of(ink))
                if not near or not (goes_on or (only_blank and blank_of(own) == ink)):
                    if end > start:
                        yield ink, (y, start, end)
                    start, ink, only_blank = x, own, True
                elif not goes_on:
                    ink = own
                end, only_blank = x + 1, only_blank and blank
            if end > start:
                yield ink, (y, start, end)

    def _step_over(self, pen: Pen, x: int, y: int) -> None:
        """Bring the pen along a row over what is there already, or is drawn later, if that is short."""
        if pen.place is None or pen.place[1] != y or not 0 < x - pen.place[0] <= _SHORT_GAP:
            return
        start = pen.place[0]
        between = self._cells[y][start:x]
        later = self._changed[y]
        texts = [
            cell[0]
            for place, cell in enumerate(between, start)
            if cell and cell[0].isascii() and cell[0] and (place in later or pen.draws(cell))
        ]
        if len(texts) == len(between):
            pen.write(start, y, "".join(texts))


def _start(part: str) -> str:
    """Return how a part of a frame begins: with the number of its row."""
    return part.partition(";")[0]


def _is_nothing(cells: list[Cell | None], ink: Ink) -> bool:
    """Whether cells are blank already as an ink would leave them, so that blanking may go over them."""
    ground = blank_of(ink)
    return all(cell == (" ", ground) for cell in cells)


def _break_halves(row: list[Cell | None], start: int, end: int) -> None:
    """Know no longer the other half of a wide character of which one half is drawn over."""
    if 0 < start < len(row) and _is_right_half(row[start]):
        row[start - 1] = None
    if end < len(row) and _is_right_half(row[end]):
        row[end] = None


def _is_right_half(cell: Cell | None) -> bool:
    return cell is not None and not cell[0]


class CellDriver(PatientDriver):
    """Sends differences. A frame goes out in one piece, or not at all when it changes nothing."""

    erases = False

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal = Terminal(erases=self.erases)
        self._held: list[str] | None = None

    def forget(self) -> None:
        """Send everything again at the next paint."""
        self._terminal.forget()

    def write(self, data: str) -> None:
        """Send what a frame changes; anything else goes as it is."""
        if data == FRAME_START:
            self._held = []
        elif data == FRAME_END:
            held, self._held = self._held, None
            if held:
                super().write("".join((FRAME_START, *held, FRAME_END)))
        elif changed := self._changed(data):
            if self._held is None:
                super().write(changed)
            else:
                self._held.append(changed)

    def _changed(self, data: str) -> str:
        difference = self._terminal.difference(data, *shutil.get_terminal_size())
        if difference is not None:
            return difference
        if self._terminal.knows and (_OTHER_SCREEN in data or not re.fullmatch(_HARMLESS, data)):
            self.forget()
        return data


class ErasingDriver(CellDriver):
    """For a terminal that erases in the colour of the ground: what is blank costs next to nothing."""

    erases = True
