"""The tables that a game's rules print, in ids: their titles, columns and cells have words."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from msgspec import Struct

from tracker.rules.fields import NOTHING


class Word(Struct, frozen=True):
    """A cell in words: the id of a text in its space, and the figures in it."""

    space: str
    name: str
    data: Mapping[str, int] = NOTHING


Cell = Word | str
"""A text by its id, or a figure that reads alike in every language."""


class PrintedTable(Struct, frozen=True):
    """A table of the rules. Its id has a word in `printed`, each of its columns in `column`."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def in_ranges(figures: Iterable[int], cells: Callable[[int], tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Return one row for each run of figures with the same cells.

    >>> in_ranges(range(1, 6), lambda figure: ("low" if figure < 3 else "high",))
    [('1–2', 'low'), ('3–5', 'high')]
    """
    rows = list[tuple[Cell, ...]]()
    for same, run in groupby(figures, cells):
        first, *others = run
        rows.append((f"{first}–{others[-1]}" if others else str(first), *same))
    return rows
