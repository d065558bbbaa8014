"""The opposed check: an attribute against another, or against a resistance (R3-028..R3-032)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Roll, throw_die
from tracker.rules.games.percentile.checks import HIGHEST, LOWEST, Check, Outcome


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
        """Whether the chance leaves anything to roll."""
        if self.percent >= 100:
            return Odds.AUTOMATIC
        return Odds.ROLL if self.percent > 0 else Odds.IMPOSSIBLE


def chance_of(active: int, passive: int) -> Chance:
    """Compare the active factor, which wants something, with the passive one (R3-029..R3-031).

    50 % and 5 points for each point of difference; from 10 points there is nothing to roll.

    >>> chance_of(10, 18)
    Chance(percent=10)
    """
    return Chance(min(100, max(0, 50 + 5 * (active - passive))))


def opposed(active: int, passive: int, roll: Roll) -> Check:
    """Settle an opposed check: the active side rolls, if there is anything to roll (R3-028..R3-032).

    Nobody but the active side rolls (A3-11).

    >>> opposed(1, 10, lambda sides: 1).outcome
    <Outcome.CRITICAL: 'critical'>
    """
    chance = chance_of(active, passive)
    if chance.odds is not Odds.ROLL:
        automatic = chance.odds is Odds.AUTOMATIC
        return Check(chance.percent, None, Outcome.SUCCESS if automatic else Outcome.FAILURE)
    die = throw_die(100, roll)
    return Check(chance.percent, die, judge_opposed(chance.percent, die.face))


def judge_opposed(percent: int, face: int) -> Outcome:
    """Read the d100 of the active side: 01 is a critical and 00 a fumble, as in any check (A3-30).

    There is no special (A3-10).

    >>> judge_opposed(50, 51)
    <Outcome.FAILURE: 'failure'>
    """
    always = {LOWEST: Outcome.CRITICAL, HIGHEST: Outcome.FUMBLE}
    return always.get(face, Outcome.SUCCESS if face <= percent else Outcome.FAILURE)
