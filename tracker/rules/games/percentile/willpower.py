"""Willpower: a last effort after a near miss, at a risk (R3-033..R3-035)."""

from enum import StrEnum

from msgspec import Struct

from tracker.rules.dice import Roll
from tracker.rules.games.percentile.check import Check, Method, Outcome, attribute_check


class Effort(StrEnum):
    """How the last effort ended (R3-034)."""

    SUCCESS = "success"
    """The action that had failed is achieved."""
    CATASTROPHIC = "catastrophic"


class Willpower(Struct, frozen=True):
    """A last effort that was made."""

    check: Check

    @property
    def effort(self) -> Effort:
        """How it ended."""
        return Effort.SUCCESS if self.check.success else Effort.CATASTROPHIC


def may_exert(failed: Check, power: int) -> bool:
    """Tell whether a skill check was missed by half of Power, rounded down, or less (R3-033).

    The miss is measured from the effective percentage, and a fumble is past saving (A3-12). It is for skill
    checks and the player decides (R3-035).
    """
    if failed.die is None or failed.outcome is not Outcome.FAILURE:
        return False
    return failed.die.face - failed.effective <= power // 2


def exert(power: int, roll: Roll) -> Willpower:
    """Roll Power as a percentage: what had failed succeeds, or fails catastrophically (R3-034).

    >>> exert(20, lambda sides: 100).effort
    <Effort.CATASTROPHIC: 'catastrophic'>
    """
    return Willpower(attribute_check(power, roll, Method.D100))
