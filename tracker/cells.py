"""Sends to the terminal only the cells that are not as they were.

Written against Textual 8.2.8, which sends every cell of whatever it paints again, and paints the whole screen
again for any dialog: 18 KB for a point of damage, most of it what was there already. This driver keeps what
the terminal shows and sends the difference. It trusts nothing that it does not recognise: it forgets all that
it knows when the terminal changes its size or its screen, after bytes that are not a frame, and when the GM
asks for the screen to be painted again. What is forgotten is sent whole.

`TRACKER_FULL_FRAMES=1` does without it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual._ansi_sequences import SYNC_END, SYNC_START
from textual.app import App

from tracker.terminal import PatientDriver


class Ink(NamedTuple):
    """How a cell is drawn, as the numbers of SGR; each is empty where the terminal's own will do."""

    colour: str
    ground: str
    weight: str


Cell = tuple[str, Ink]
"""What a cell holds and how; the right half of a wide character holds nothing."""

_PIECE = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([0-9;]*)m|(\n)|([^\x00-\x1f\x7f]+)")
_FRAME = re.compile(rf"(?:{_PIECE.pattern})*")
_HARMLESS = re.compile(r"(?:\x1b\[[?<>=][0-9;]*\$?[a-zA-Z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x07)*")
"""Modes, questions, titles and the bell: they move and draw nothing."""
_OTHER_SCREEN = "\x1b[?1049"
_BARE = Ink("", "", "")
_UNKNOWN = Ink("?", "?", "?")
"""No ink: how the terminal draws before a frame begins."""
_SEEN_ON_NOTHING = frozenset("34579")
"""Italics, underline, blinking, reverse and strike-through, which show even on a space."""
_COLOURS = frozenset({*map(str, range(30, 38)), *map(str, range(90, 98))})
_GROUNDS = frozenset({*map(str, range(40, 48)), *map(str, range(100, 108))})
_SHORT_GAP = 4
"""Cells that cost less to send again than to step over."""


class Terminal:
    """What a terminal shows, as far as it is known, and the bytes that lead from it to a frame."""

    def __init__(self) -> None:
        self._width = self._height = 0
        self._cells: list[list[Cell | None]] = []
        self._cursor: tuple[int, int] | None = None
        self._ink = _UNKNOWN
        self._sent: list[str] = []

    def forget(self) -> None:
        """Know nothing: whatever is painted next is sent whole."""
        self._width = self._height = 0

    def difference(self, frame: str, width: int, height: int) -> str:
        """Return what brings a terminal of this size to show a frame as well."""
        if (width, height) != (self._width, self._height):
            self._width, self._height = width, height
            self._cells = [[None] * width for _ in range(height)]
            self._cursor = None
        self._sent, self._ink = [], _UNKNOWN
        end = (0, 0)
        for x, y, text, style in _runs(frame):
            end = (x, y)
            if text and 0 <= y < height:
                self._paint(x, y, text, _ink(style))
        if self._ink not in {_UNKNOWN, _BARE}:
            self._sent.append("\x1b[0m")
        if self._cursor != end:
            self._move(*end)
        return "".join(self._sent)

    def _paint(self, x: int, y: int, text: str, ink: Ink) -> None:
        cells = _cells_of(text, ink)
        if len(cells) == len(text):
            row = self._cells[y]
            for place, cell in enumerate(cells[: max(0, self._width - x)], start=x):
                if row[place] != cell:
                    self._send(place, y, [cell])
        elif self._cells[y][x : x + len(cells)] != cells:
            # Terminals disagree on how wide some of these are: they go together, and nothing leans on them.
            self._cursor = None
            self._send(x, y, cells)
            self._cursor = None

    def _send(self, x: int, y: int, cells: list[Cell]) -> None:
        row = self._cells[y]
        self._reach(x, y)
        for text, ink in cells:
            self._draw_in(ink, blank=text == " ")
            self._sent.append(text)
        end = min(x + len(cells), self._width)
        _break_halves(row, x, end)
        row[x:end] = cells[: end - x]
        self._cursor = (end, y) if end < self._width else None

    def _reach(self, x: int, y: int) -> None:
        """Bring the cursor to a cell, over what is there already if that is short."""
        if self._cursor == (x, y):
            return
        if self._cursor is None or self._cursor[1] != y or self._cursor[0] > x:
            self._move(x, y)
            return
        between = self._cells[y][self._cursor[0] : x]
        texts = [cell[0] for cell in between if cell and cell[0].isascii() and self._draws(*cell)]
        if len(texts) == len(between) <= _SHORT_GAP:
            self._sent.extend(texts)
        else:
            self._sent.append(f"\x1b[{len(between)}C")
        self._cursor = (x, y)

    def _draws(self, text: str, ink: Ink) -> bool:
        """Whether the terminal would draw a text so as it stands."""
        return bool(text) and (self._ink == ink or (text == " " and _blank(self._ink) == ink))

    def _draw_in(self, ink: Ink, *, blank: bool) -> None:
        """Change how the terminal draws, by no more than it takes."""
        if self._ink == ink or (blank and _blank(self._ink) == ink):
            return
        if self._ink.weight == ink.weight and self._ink is not _UNKNOWN:
            parts = [self._ink.colour != ink.colour and (ink.colour or "39")]
            parts += [self._ink.ground != ink.ground and (ink.ground or "49")]
        else:
            parts = ["0", ink.weight, ink.colour, ink.ground]
        self._sent.append(f"\x1b[{';'.join(part for part in parts if part)}m")
        self._ink = ink

    def _move(self, x: int, y: int) -> None:
        self._sent.append(f"\x1b[{y + 1};{x + 1}H")
        self._cursor = (x, y)


def is_frame(data: str) -> bool:
    """Whether bytes for the terminal are text in places and styles, and nothing else."""
    return data.startswith("\x1b[") and _FRAME.fullmatch(data) is not None


def _runs(frame: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield where each text of a frame stands and in which style; an empty text only moves."""
    x = y = 0
    style = ""
    for row, column, graphics, feed, text in _PIECE.findall(frame):
        if text:
            yield x, y, text, style
            x += cell_len(text)
        elif row:
            x, y = int(column) - 1, int(row) - 1
            yield x, y, "", style
        elif feed:
            x, y = 0, y + 1
        else:
            style = "" if graphics == "0" else graphics


@lru_cache(1_024)
def _ink(style: str) -> Ink:
    """Return the ink of the numbers that a style is written in, each style whole, as Rich writes it."""
    numbers = iter(style.split(";"))
    colour, ground, weight = "", "", []
    for number in numbers:
        if number in {"38", "48"}:
            kind = next(numbers, "")
            mixed = ";".join((number, kind, *islice(numbers, 3 if kind == "2" else 1)))
            colour, ground = (mixed, ground) if number == "38" else (colour, mixed)
        elif number in _COLOURS | {"39"}:
            colour = number.replace("39", "")
        elif number in _GROUNDS | {"49"}:
            ground = number.replace("49", "")
        elif number:
            weight.append(number)
    return Ink(colour, ground, ";".join(weight))


@lru_cache(1_024)
def _blank(ink: Ink) -> Ink:
    """Return the ink of a space, on which the colour of ink is not seen."""
    return ink if _SEEN_ON_NOTHING.intersection(ink.weight.split(";")) else Ink("", ink.ground, "")


@lru_cache(2_048)
def _cells_of(text: str, ink: Ink) -> list[Cell]:
    """Return the cells that a text fills; what has no width of its own stays with what it follows."""
    blank = _blank(ink)
    if text.isascii():
        return [(character, blank if character == " " else ink) for character in text]
    cells: list[Cell] = []
    for character in text:
        width = cell_len(character)
        if not width and cells:
            last = len(cells) - 1 if cells[-1][0] else len(cells) - 2
            cells[last] = (cells[last][0] + character, cells[last][1])
        else:
            cells += [(character, blank if character == " " else ink), *[("", ink)] * (width - 1)]
    return cells


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

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._terminal = Terminal()
        self._held: list[str] | None = None

    def forget(self) -> None:
        """Send everything again at the next paint."""
        self._terminal.forget()

    def write(self, data: str) -> None:
        """Send what a frame changes; anything else goes as it is."""
        if data == SYNC_START:
            self._held = []
        elif data == SYNC_END:
            held, self._held = self._held, None
            if held:
                super().write("".join((SYNC_START, *held, SYNC_END)))
        elif changed := self._changed(data):
            if self._held is None:
                super().write(changed)
            else:
                self._held.append(changed)

    def _changed(self, data: str) -> str:
        if is_frame(data):
            return self._terminal.difference(data, *self._get_terminal_size())
        if _OTHER_SCREEN in data or not _HARMLESS.fullmatch(data):
            self.forget()
        return data
