"""What Textual writes to the terminal, read as cells: which text stands where, and in what ink."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from rich.cells import cell_len

Ink = tuple[str, str, str]
"""How a cell is drawn, as the numbers of SGR: its colour, its ground, its weight.

Each is empty where the terminal's own will do.
"""
Cell = tuple[str, Ink]
"""What a cell holds and how; the right half of a wide character holds nothing."""

_PIECE = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([0-9;]*)m|([^\x00-\x1f\x7f]+)")
_ROW = re.compile(r"\x1b\[(\d+);\d+H(?:\x1b\[\1;\d+H|\x1b\[[0-9;]*m|[^\x00-\x1f\x7f]+)*")
BARE: Ink = ("", "", "")
_SEEN_ON_NOTHING = frozenset("34579")
"""Italics, underline, blinking, reverse and strike-through, which show even on a space."""
_COLOURS = frozenset({*map(str, range(30, 38)), *map(str, range(90, 98))})
_GROUNDS = frozenset({*map(str, range(40, 48)), *map(str, range(100, 108))})
_CUBE = {level: step for step, level in enumerate(("0", "95", "135", "175", "215", "255"))}
"""The steps of red, green and blue of the colours from place 16 of xterm's palette on."""
_GREYS = {str(level): place for place, level in enumerate(range(8, 239, 10), start=232)}
"""Where its greys stand."""
_KEPT_FREE = 22
"""Places of the palette below this one people change: the sixteen colours, and six more to go with them."""


def is_row(part: str) -> bool:
    """Whether bytes for the terminal are text in places of one row, in styles, and nothing else."""
    return _ROW.fullmatch(part) is not None


def is_last(part: str) -> bool:
    """Whether they are that in any places: a frame ends by moving to where the cursor is to be seen."""
    return _ROW.match(part) is not None and not _PIECE.sub("", part)


def runs(part: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield where each text stands and in which style; an empty text only moves."""
    x = y = 0
    style = ""
    for row, column, graphics, text in _PIECE.findall(part):
        if text:
            yield x, y, text, style
            x += cell_len(text)
        elif row:
            x, y = int(column) - 1, int(row) - 1
            yield x, y, "", style
        else:
            style = "" if graphics == "0" else graphics


@lru_cache(1_024)
def ink_of(style: str) -> Ink:
    """Return the ink of the numbers that a style is written in, each style whole, as Rich writes it."""
    numbers = iter(style.split(";"))
    colour, ground, weight = "", "", []
    for number in numbers:
        if number in {"38", "48"}:
            kind = next(numbers, "")
            mixed = _shortest(number, kind, *islice(numbers, 3 if kind == "2" else 1))
            colour, ground = (mixed, ground) if number == "38" else (colour, mixed)
        elif number in _COLOURS | {"39"}:
            colour = number.replace("39", "")
        elif number in _GROUNDS | {"49"}:
            ground = number.replace("49", "")
        elif number:
            weight.append(number)
    return colour, ground, ";".join(weight)


def _shortest(layer: str, kind: str, *levels: str) -> str:
    """Return the numbers of a colour: its place in xterm's palette, where all those of the themes are."""
    place = _place_of(*levels) if len(levels) == 3 else 0
    return f"{layer};5;{place}" if place >= _KEPT_FREE else ";".join((layer, kind, *levels))


def _place_of(red: str, green: str, blue: str) -> int:
    """Return where a colour stands in the palette, counted and not looked up: 0 if nowhere."""
    if red == green == blue and red in _GREYS:
        return _GREYS[red]
    if red in _CUBE and green in _CUBE and blue in _CUBE:
        return 16 + 36 * _CUBE[red] + 6 * _CUBE[green] + _CUBE[blue]
    return 0


@lru_cache(1_024)
def blank_of(ink: Ink) -> Ink:
    """Return the ink of a space, on which the colour of ink is not seen."""
    _colour, ground, weight = ink
    return ink if _SEEN_ON_NOTHING.intersection(weight.split(";")) else ("", ground, "")


class _Cells(dict[str, Cell]):
    """The cells of one ink by what they hold, each made once: a screen has few kinds, and many of each."""

    def __init__(self, ink: Ink) -> None:
        self._ink = ink
        self._blank = blank_of(ink)

    def __missing__(self, character: str) -> Cell:
        same = character != " " or self._blank == self._ink
        cell = self[character] = (character, self._ink) if same else _cells_in(self._blank)[character]
        return cell


_cells_in = lru_cache(128)(_Cells)


@lru_cache(256)
def cells_of(text: str, ink: Ink) -> list[Cell]:
    """Return the cells that a text fills; what has no width of its own stays with what it follows."""
    known = _cells_in(ink)
    if text.isascii():
        return list(map(known.__getitem__, text))
    cells: list[Cell] = []
    for character in text:
        width = 1 if character.isascii() else cell_len(character)
        if not width and cells:
            last = len(cells) - 1 if cells[-1][0] else len(cells) - 2
            cells[last] = (cells[last][0] + character, cells[last][1])
        else:
            cells += [known[character], *[known[""]] * (width - 1)]
    return cells
