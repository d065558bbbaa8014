"""Circumstances: how time, surroundings and the opponent move a percentage (R3-022..R3-027)."""

from enum import StrEnum


class Circumstances(StrEnum):
    """The row that the GM picks, one for the whole check (A3-08)."""

    VERY_FAVOURABLE = "very_favourable"
    """Over twice the time, easy for the unskilled, or an opponent who suspects nothing (R3-022)."""
    FAVOURABLE = "favourable"
    """Time to spare, favourable to the practised, or an opponent who trusts (R3-023)."""
    NORMAL = "normal"
    UNFAVOURABLE = "unfavourable"
    """Time enough for the skilled only, complications, or an opponent who distrusts (R3-025)."""
    VERY_UNFAVOURABLE = "very_unfavourable"
    """Clearly too little time, hard for anyone, or an opponent who can and will resist (R3-026)."""


MODIFIERS = {
    Circumstances.VERY_FAVOURABLE: 20,
    Circumstances.FAVOURABLE: 10,
    Circumstances.NORMAL: 0,
    Circumstances.UNFAVOURABLE: -10,
    Circumstances.VERY_UNFAVOURABLE: -20,
}


def modifier(circumstances: Circumstances) -> int:
    """Give the percentage points that circumstances add to a skill (R3-022..R3-027, A3-09)."""
    return MODIFIERS[circumstances]
