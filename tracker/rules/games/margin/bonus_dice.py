"""Bonuses and penalties: d4s that help or hinder a roll (R4-018..R4-020)."""

from enum import StrEnum

from msgspec import Struct

BONUS_SIDES = 4


class Leaning(StrEnum):
    """Which way the d4s count; a bonus lowers the roll, which is good (R4-018)."""

    NONE = "none"
    BONUS = "bonus"
    PENALTY = "penalty"


class BonusDice(Struct, frozen=True):
    """The d4s left once bonuses and penalties cancel out: bonuses above 0, penalties below."""

    net: int = 0

    @property
    def leaning(self) -> Leaning:
        """Which way they count."""
        if self.net == 0:
            return Leaning.NONE
        return Leaning.BONUS if self.net > 0 else Leaning.PENALTY

    @property
    def count(self) -> int:
        """How many d4s are rolled."""
        return abs(self.net)


def net_dice(bonuses: int, penalties: int) -> BonusDice:
    """Cancel bonuses against penalties, so that only the difference is rolled (R4-019, A4-05).

    >>> net_dice(bonuses=1, penalties=2).leaning
    <Leaning.PENALTY: 'penalty'>
    """
    return BonusDice(bonuses - penalties)
