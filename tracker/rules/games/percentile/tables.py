"""The printed tables of Percentile: thresholds, opposed checks, circumstances, light.

R3-007, R3-022..R3-026, R3-030, R3-049..R3-054, R3-060.
"""

from tracker.rules.games.percentile.checks import Expertise, Odds, chance_of, thresholds
from tracker.rules.games.percentile.sheet import Circumstances, Light, LightSource, light_radius
from tracker.rules.printed_table import Cell, PrintedTable, Word, rows_by_range

_FURTHEST = 10
"""The difference at which a roll is no longer needed (R3-031)."""


def _levels(percentage: int) -> tuple[Cell, ...]:
    levels = thresholds(percentage)
    return str(levels.special), str(levels.critical)


def _difference(points: int) -> Cell:
    if abs(points) == _FURTHEST:
        return Word("cell", "or_more" if points > 0 else "or_less", {"points": points})
    return f"{points:+d}" if points else "0"


def _chance(difference: int) -> Cell:
    chance = chance_of(difference, 0)
    return f"{chance.percent} %" if chance.odds is Odds.ROLL else Word("chance", chance.odds)


PRINTED_TABLES = (
    PrintedTable(
        "levels", ("percentage", "special", "critical"), tuple(rows_by_range(range(1, 101), _levels))
    ),
    PrintedTable(
        "opposed",
        ("difference", "active_factor"),
        tuple((_difference(each), _chance(each)) for each in range(_FURTHEST, -_FURTHEST - 1, -1)),
    ),
    PrintedTable(
        "circumstances",
        ("circumstances", "criteria"),
        tuple(
            (Word("circumstances", each), Word("criteria", each))
            for each in Circumstances
            if each is not Circumstances.NORMAL
        ),
    ),
    PrintedTable(
        "expertise",
        ("threshold", "criteria"),
        tuple((f"{each.value} %", Word("criteria", str(each.value))) for each in Expertise),
    ),
    PrintedTable(
        "light",
        ("light", "skill"),
        tuple((Word("light", each), Word("light_effect", each)) for each in Light),
    ),
    PrintedTable(
        "light_sources",
        ("source", "radius"),
        tuple(
            (Word("source", each), Word("cell", "distance", {"length": light_radius(each)}))
            for each in LightSource
        ),
    ),
)
