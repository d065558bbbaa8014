"""Parses what Textual writes to the terminal into cells: a character, its place and its ink."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from rich.cells import cell_len

Ink = tuple[str, str, str, str]
"""Colour, ground and weight of a cell, each as the numbers of an SGR sequence, and the address of its link.

Empty stands for the terminal's default, and for no link.
"""
Cell = tuple[str, Ink]
"""The character of a cell and its ink. The right half of a wide character is an empty text."""

_LINK = r"\x1b\]8;[^;\x00-\x1f\x7f]*;([^\x00-\x1f\x7f]*)\x1b\\"
"""A link as Rich writes it: an id, which is another each time, and its address; an empty one ends it."""
_PIECE = re.compile(rf"\x1b\[(\d+);(\d+)H|\x1b\[([0-9;]*)m|([^\x00-\x1f\x7f]+)|({_LINK})")
_ROW = re.compile(rf"\x1b\[(\d+);\d+H(?:\x1b\[\1;\d+H|\x1b\[[0-9;]*m|[^\x00-\x1f\x7f]+|{_LINK})*")
BARE: Ink = ("", "", "", "")
_SEEN_ON_NOTHING = frozenset("34579")
"""Italics, underline, blinking, reverse and strike-through: they are visible on a space too."""
_COLOURS = frozenset({*map(str, range(30, 38)), *map(str, range(90, 98))})
_GROUNDS = frozenset({*map(str, range(40, 48)), *map(str, range(100, 108))})
_CUBE = {level: step for step, level in enumerate(("0", "95", "135", "175", "215", "255"))}
"""Red, green and blue levels of the colour cube that begins at index 16 of xterm's palette."""
_GREYS = {str(level): place for place, level in enumerate(range(8, 239, 10), start=232)}
"""Grey levels, with their index in the palette."""
_KEPT_FREE = 22
"""First palette index in use: people change the sixteen colours below 16, and the next six go with them."""


def is_row(part: str) -> bool:
    """Tell whether this output only writes styled text on one row."""
    return _ROW.fullmatch(part) is not None


def is_last(part: str) -> bool:
    """Tell whether this output only writes styled text and moves: a frame ends by placing the cursor."""
    return _ROW.match(part) is not None and not _PIECE.sub("", part)


def runs(part: str) -> Iterator[tuple[int, int, str, str, str]]:
    """Yield the place, text, style and link of each run; an empty text is a move."""
    x = y = 0
    style = link = ""
    for row, column, graphics, text, is_link, address in _PIECE.findall(part):
        if text:
            yield x, y, text, style, link
            x += cell_len(text)
        elif row:
            x, y = int(column) - 1, int(row) - 1
            yield x, y, "", style, link
        elif is_link:
            link = address
        else:
            style = "" if graphics == "0" else graphics


@lru_cache(1_024)
def ink_of(style: str, link: str = "") -> Ink:
    """Parse the numbers of an SGR sequence; Rich writes each style whole."""
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
    return colour, ground, ";".join(weight), link


def _shortest(layer: str, kind: str, *levels: str) -> str:
    """Write a colour in the fewest bytes: by index, since xterm's palette holds all colours of the themes."""
    index = _place_of(*levels) if len(levels) == 3 else 0
    return f"{layer};5;{index}" if index >= _KEPT_FREE else ";".join((layer, kind, *levels))


def _place_of(red: str, green: str, blue: str) -> int:
    """Find the palette index of a colour; 0 if the palette does not hold it."""
    if red == green == blue and red in _GREYS:
        return _GREYS[red]
    if red in _CUBE and green in _CUBE and blue in _CUBE:
        return 16 + 36 * _CUBE[red] + 6 * _CUBE[green] + _CUBE[blue]
    return 0


@lru_cache(1_024)
def blank_of(ink: Ink) -> Ink:
    """Derive the ink of a space: without the text colour, unless a space shows it."""
    _colour, ground, weight, link = ink
    return ink if link or _SEEN_ON_NOTHING.intersection(weight.split(";")) else ("", ground, "", "")


class _Cells(dict[str, Cell]):
    """Cells of one ink by their character. Each is made once: a screen repeats few different cells."""

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
    """List the cells that a text fills; a character without width joins the one before it."""
    cell_by_character = _cells_in(ink)
    if text.isascii():
        return list(map(cell_by_character.__getitem__, text))
    cells: list[Cell] = []
    for character in text:
        width = 1 if character.isascii() else cell_len(character)
        if not width and cells:
            last = len(cells) - 1 if cells[-1][0] else len(cells) - 2
            cells[last] = (cells[last][0] + character, cells[last][1])
        else:
            cells += [cell_by_character[character], *[cell_by_character[""]] * (width - 1)]
    return cells
