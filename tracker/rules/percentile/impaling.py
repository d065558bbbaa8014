"""Weapons that impale (R3-009, R3-010)."""

from tracker.rules.percentile.check import Outcome


def impale_damage(damage: int, outcome: Outcome, *, impaling: bool) -> int:
    """Double the rolled damage of an impaling weapon on a special, and once on a critical (R3-009, R3-010).

    Both in hit points (A3-18).
    """
    return 2 * damage if impaling and outcome.outstanding else damage
