"""The printed tables of Horror: scars and cosmetic changes (R2-031, R2-034)."""

from tracker.rules.games.horror.harm import COSMETIC_CHANGES, UP_TO
from tracker.rules.printed_table import Cell, PrintedTable, Word


def _scars() -> tuple[tuple[Cell, ...], ...]:
    rows, low = list[tuple[Cell, ...]](), UP_TO[0][0]
    for high, scar in UP_TO:
        total = str(high) if high == low else f"{low}–{high}"
        rows.append((total, Word("outcome", scar), Word("scar_effect", scar)))
        low = high + 1
    return tuple(rows)


PRINTED_TABLES = (
    PrintedTable("scars", ("2d6", "scar", "effect"), _scars()),
    PrintedTable(
        "cosmetic_changes",
        ("1d6", "change"),
        tuple((str(face), Word("scars", change)) for face, change in enumerate(COSMETIC_CHANGES, start=1)),
    ),
)
