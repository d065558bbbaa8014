"""The printed tables of Margin: what margins mean (R4-007..R4-009, R4-022)."""

from tracker.rules.games.margin.checks import Reference, band, severity
from tracker.rules.printed_table import PrintedTable, Word, rows_by_range

_BEYOND = 21
"""The first margin above the printed rows (R4-008)."""

PRINTED_TABLES = (
    PrintedTable(
        "minimum",
        ("margin", "criteria"),
        tuple((str(each.value), Word("criteria", str(each.value))) for each in Reference),
    ),
    PrintedTable(
        "success",
        ("margin", "result"),
        (
            *rows_by_range(range(_BEYOND), lambda margin: (Word("band", band(margin)),)),
            (Word("cell", "more_than", {"figure": _BEYOND - 1}), Word("band", band(_BEYOND))),
        ),
    ),
    PrintedTable(
        "failure",
        ("margin", "result"),
        tuple(rows_by_range(range(1, _BEYOND), lambda margin: (Word("severity", severity(margin)),))),
    ),
)
