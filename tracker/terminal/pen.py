"""The shortest bytes that move the terminal's cursor, change its ink and write text."""

import re
from functools import lru_cache

from tracker.terminal.frames import BARE, Cell, Ink, blank_of

UNKNOWN: Ink = ("?", "?", "?", "?")
"""Stands for the ink of a terminal before anything is known."""
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""The SGR number that ends each weight; one number ends both bold and dim."""
_LONG_BLANK = 10
"""Within a text, more spaces than these are cheaper to erase and step over than to write."""
_SHORT_BLANK = 4
"""At the end of a text, up to this many spaces are as cheap to write as to erase."""
_BLANKS = re.compile(rf"( {{{_LONG_BLANK + 1},}}| {{{_SHORT_BLANK + 1},}}$)")

Place = tuple[int, int]


class Pen:
    """The terminal's cursor and ink, and the bytes to send. `place` is None while it is unknown.

    `erases` says that the terminal erases in the current ground colour instead of its default.
    """

    def __init__(self, place: Place | None, ink: Ink, width: int, *, erases: bool) -> None:
        self.place = place
        self._width = width
        self._erases = erases
        self._ink = ink
        self._sent: list[str] = []

    @property
    def output(self) -> str:
        return "".join(self._sent)

    def draws(self, cell: Cell) -> bool:
        """Tell whether the current ink draws this cell as it should look."""
        text, ink = cell
        return self._ink == ink or (text == " " and blank_of(self._ink) == ink)

    def move(self, x: int, y: int) -> None:
        if self.place == (x, y):
            return
        sequence = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"
        if self.place is not None:
            sequence = min(
                sequence, _move_to_row(y - self.place[1]) + _move_to_column(self.place[0], x), key=len
            )
        self._sent.append(sequence)
        self.place = (x, y)

    def distance(self, ink: Ink) -> int:
        """Count the bytes that a change to an ink takes."""
        return len(_change(self._ink, ink))

    def take(self, ink: Ink, *, blank: bool) -> None:
        """Change to an ink. Blanks accept any ink on the same ground."""
        if self._ink == ink or (blank and blank_of(self._ink) == blank_of(ink)):
            return
        self._sent.append(_change(self._ink, ink))
        self._ink = ink

    def write(self, x: int, y: int, text: str) -> None:
        """Write a text of one cell a character; long blanks are erased instead."""
        _colour, _ground, weight, link = blank_of(self._ink)
        erases = self._erases and not weight and not link
        for piece in filter(None, _BLANKS.split(text) if erases else (text,)):
            self.move(x, y)
            x += len(piece)
            if erases and len(piece) > _SHORT_BLANK and piece.isspace():
                self._sent.append("\x1b[K" if x == self._width else f"\x1b[{len(piece)}X")
            else:
                self._sent.append(piece)
                self.place = (x, y) if x < self._width else None

    def write_apart(self, x: int, y: int, cells: list[Cell]) -> None:
        """Write text whose width differs between terminals; the place is unknown before and after."""
        self.place = None
        self.move(x, y)
        for text, ink in cells:
            self.take(ink, blank=text == " ")
            self._sent.append(text)
        self.place = None

    def lift(self, top: int, end: int, by: int) -> None:
        """Move the rows that start `by` below `top` up to `top`, and leave `by` empty rows from `end` on."""
        times = "" if by == 1 else by
        self.move(0, top)
        self._sent.append(f"\x1b[{times}M")
        self.move(0, end)
        self._sent.append(f"\x1b[{times}L")

    def rest(self, place: Place) -> None:
        """End as a frame does: default ink, with the cursor in its place."""
        if self._ink not in {UNKNOWN, BARE}:
            self._sent.append(_lead(self._ink, BARE) + "\x1b[m")
        self.move(*place)


@lru_cache(256)
def _move_to_row(rows: int) -> str:
    """Find the shortest move to another row of the same column, by a number of rows."""
    if rows > 0:
        return min("\v" * rows, _move_by(rows, "B"), key=len)
    return _move_by(-rows, "A") if rows else ""


@lru_cache(4_096)
def _move_to_column(start: int, x: int) -> str:
    """Find the shortest move to another column of the same row."""
    if x > start:
        return _move_by(x - start, "C")
    sequences = ["\b" * (start - x), _move_by(start - x, "D"), "\r" + _move_by(x, "C")] if x < start else [""]
    return min(sequences, key=len)


def _move_by(cells: int, letter: str) -> str:
    return f"\x1b[{'' if cells == 1 else cells}{letter}" if cells else ""


@lru_cache(1_024)
def _change(old: Ink, new: Ink) -> str:
    """Find the shortest change of ink: its link, and only the differences or a reset and the whole ink."""
    (old_colour, old_ground, old_weight, _), (colour, ground, weight, _) = old, new
    link, whole = _lead(old, new), _graphics("0", weight, colour, ground)
    if old[:3] == new[:3]:
        return link
    old_weights, new_weights = (set(filter(None, each.split(";"))) for each in (old_weight, weight))
    if old is UNKNOWN or not old_weights | new_weights <= _OFF.keys():
        return link + whole
    off_numbers = {_OFF[each] for each in old_weights - new_weights}
    lasting = {each for each in old_weights & new_weights if _OFF[each] not in off_numbers}
    parts = [*sorted(off_numbers), *sorted(new_weights - lasting)]
    parts += [colour or "39"] if colour != old_colour else []
    parts += [ground or "49"] if ground != old_ground else []
    return link + min(whole, _graphics(*parts), key=len)


def _lead(old: Ink, new: Ink) -> str:
    """Begin the link of an ink, or end that of the ink before it."""
    return "" if new[3] == ("" if old is UNKNOWN else old[3]) else f"\x1b]8;;{new[3]}\x1b\\"


def _graphics(*numbers: str) -> str:
    return f"\x1b[{';'.join(filter(None, numbers))}m"
