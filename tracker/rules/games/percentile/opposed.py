"""The opposed check: an attribute against another, or against what resists (R3-028..R3-032)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Die, Roll, throw_die


class Odds(StrEnum):
    """Whether there is anything to roll (R3-031)."""

    ROLL = "roll"
    AUTOMATIC = "automatic"
    IMPOSSIBLE = "impossible"


class Chance(Struct, frozen=True):
    """The active side's chance, in per cent."""

    percent: int

    @property
    def odds(self) -> Odds:
        """Whether that leaves anything to roll."""
        if self.percent >= 100:
            return Odds.AUTOMATIC
        return Odds.ROLL if self.percent > 0 else Odds.IMPOSSIBLE


class Opposed(Struct, frozen=True):
    """An opposed check that was settled, with no die where none was needed."""

    chance: Chance
    die: Die | None
    success: bool
    """Whether the active side had its way."""


def chance_of(active: int, passive: int) -> Chance:
    """Compare the active factor, who is after something, with the passive one (R3-029..R3-031).

    50 % and 5 points for each point of difference; from 10 points there is nothing to roll.

    >>> chance_of(10, 18)
    Chance(percent=10)
    """
    return Chance(min(100, max(0, 50 + 5 * (active - passive))))


def opposed(active: int, passive: int, roll: Roll) -> Opposed:
    """Settle an opposed check: the active side rolls, if there is anything to roll (R3-028..R3-032).

    The face succeeds or it does not: no special, critical or fumble (A3-10, A3-11).
    """
    chance = chance_of(active, passive)
    if chance.odds is not Odds.ROLL:
        return Opposed(chance, None, chance.odds is Odds.AUTOMATIC)
    die = throw_die(100, roll)
    return Opposed(chance, die, die.face <= chance.percent)
