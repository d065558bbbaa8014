"""The printed tables of a game, to be read: names, columns and rows in the language in use."""

from collections.abc import Callable, Iterable
from itertools import groupby

from msgspec import Struct


class RuleTable(Struct, frozen=True):
    """A table of a game's rules, already in words."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        """Return the heading and the rows in columns.

        >>> RuleTable("Dado", ("Dado", "Usos"), (("d20", "10"), ("d4", "1"))).lines()
        ['Dado  Usos', 'd20   10', 'd4    1']
        """
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        return [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in (self.columns, *self.rows)
        ]


def in_ranges(figures: Iterable[int], words: Callable[[int], tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return one row for each run of figures with the same words.

    >>> in_ranges(range(1, 6), lambda figure: ("low" if figure < 3 else "high",))
    [('1–2', 'low'), ('3–5', 'high')]
    """
    rows = []
    for cells, run in groupby(figures, words):
        first, *others = run
        rows.append((f"{first}–{others[-1]}" if others else str(first), *cells))
    return rows
