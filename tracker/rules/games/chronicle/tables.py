"""The printed tables of Chronicle: usage dice and the tongues of the example world (R1-041, R1-060)."""

from tracker.rules.printed_table import PrintedTable, Word
from tracker.rules.usage_die import LADDER
from tracker.rules.usage_die_life import PRINTED_USES, expected_life

_TONGUES = {
    "common": "common",
    "silvan": "runic",
    "lithic": "idenic",
    "gramaran": "idenic",
    "goblin": "common",
    "purrish": "none",
    "serpid": "glyphs",
    "rasmalic": "glyphs",
    "kaelic": "runic",
}
"""The alphabet of each tongue."""

PRINTED_TABLES = (
    PrintedTable(
        "usage_dice",
        ("die", "uses", "rolls_until_depleted"),
        tuple((f"d{sides}", str(PRINTED_USES[sides]), str(int(expected_life(sides)))) for sides in LADDER),
    ),
    PrintedTable(
        "tongues",
        ("tongue", "alphabet", "speakers"),
        tuple(
            (Word("tongue", tongue), Word("alphabet", alphabet), Word("speakers", tongue))
            for tongue, alphabet in _TONGUES.items()
        ),
    ),
)
