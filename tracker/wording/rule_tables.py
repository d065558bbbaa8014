"""The printed tables of a game: names, columns and rows in the language in use."""

from msgspec import Struct

from tracker.rules.printed_table import Cell, PrintedTable
from tracker.rules.systems import system_of
from tracker.wording.words import Words, term, words_of


class RuleTable(Struct, frozen=True):
    """A table of a game's rules, in words."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        """Align the heading and the rows in columns.

        >>> RuleTable("Dado", ("Dado", "Usos"), (("d20", "10"), ("d4", "1"))).lines()
        ['Dado  Usos', 'd20   10', 'd4    1']
        """
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        return [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in (self.columns, *self.rows)
        ]


def tables_of(system: str) -> tuple[RuleTable, ...]:
    words = words_of(system)
    return tuple(_in_words(table, words) for table in system_of(system).printed_tables)


def _in_words(table: PrintedTable, words: Words) -> RuleTable:
    return RuleTable(
        term(words, "printed", table.id),
        tuple(term(words, "column", column) for column in table.columns),
        tuple(tuple(_cell(cell, words) for cell in row) for row in table.rows),
    )


def _cell(cell: Cell, words: Words) -> str:
    return cell if isinstance(cell, str) else term(words, cell.space, cell.name, **cell.data)
