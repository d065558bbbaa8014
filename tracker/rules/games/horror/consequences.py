"""Consequences: the costs and effects of a roll, from a list that the table may extend (R2-020..R2-025)."""

from enum import StrEnum

from tracker.rules.games.horror.checks import Outcome


class Consequence(StrEnum):
    """The consequences that the text lists; the table may invent others (R2-020)."""

    STRAY_BULLET = "stray_bullet"
    """The attack hits an innocent bystander (R2-021)."""
    STRESS = "stress"
    """1d3 sanity points are lost (R2-022)."""
    WOUND = "wound"
    """The target takes the damage of one weapon (R2-023)."""
    IGNORE_ARMOUR = "ignore_armour"
    """The target's protection does not count (R2-024)."""
    VULNERABLE = "vulnerable"
    """The character ends up in a bad position (R2-025)."""

    @property
    def on_target(self) -> bool:
        """Whether it falls on the target of the action and not on the actor."""
        return self in {Consequence.WOUND, Consequence.IGNORE_ARMOUR}


CONDITIONS: tuple[str, ...] = (Consequence.VULNERABLE.value,)
"""The consequences that last."""


def listed_consequences(outcome: Outcome) -> tuple[Consequence, ...]:
    """List the consequences of the text that may be chosen after a roll (R2-008..R2-010).

    Empty after a failure, which has the effect that the GM announced (R2-006).
    """
    if not outcome.success:
        return ()
    return tuple(one for one in Consequence if one.on_target == outcome.may_affect_target)
