"""The tables of a rule book, as ids: their titles, columns and cells have words in each language."""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from msgspec import Struct

from tracker.rules.fields import NOTHING


class Word(Struct, frozen=True):
    """A cell in words: the id of a text in its space, and the figures in that text."""

    space: str
    name: str
    data: Mapping[str, int] = NOTHING


Cell = Word | str
"""A word, or a figure that is the same in every language."""


class PrintedTable(Struct, frozen=True):
    """A table of the rule book. The word of its id stands in `printed`, those of its columns in `column`."""

    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def rows_by_range(figures: Iterable[int], cells: Callable[[int], tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Make one row of each run of figures with the same cells.

    >>> rows_by_range(range(1, 6), lambda figure: ("low" if figure < 3 else "high",))
    [('1–2', 'low'), ('3–5', 'high')]
    """
    rows = list[tuple[Cell, ...]]()
    for shared_cells, run in groupby(figures, cells):
        first, *others = run
        rows.append((f"{first}–{others[-1]}" if others else str(first), *shared_cells))
    return rows
