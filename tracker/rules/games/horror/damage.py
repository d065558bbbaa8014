"""Damage: what a weapon does to hit points, which never go below 0 (R2-012, R2-023..R2-027, R2-043)."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from tracker.rules.refusal import Refusal

Damage = TypeVar("Damage")

ONLY_HARM = 1
"""Hit points that an 8 or a 9 takes when to hurt was all that the action could do (R2-012)."""


class Damaged(Struct, frozen=True):
    """Hit points before and after damage."""

    before: int
    hit_points: int

    @property
    def dying(self) -> bool:
        """Whether no hit points are left (R2-027)."""
        return self.hit_points == 0

    @property
    def fell(self) -> bool:
        """Whether this was what took the last of them, so that a countdown starts (R2-027)."""
        return self.dying and self.before > 0


def wound(weapons: Sequence[Damage], chosen: int = 0) -> Damage:
    """Give the damage of one weapon, however many attack the same character (R2-023, A2-11).

    `weapons` holds the damage of each attacker's, as a figure or as dice still to be rolled, and `chosen`
    is the position of the one that the GM uses.
    Raises `Refusal` when there is no such weapon.

    >>> wound((3, 5, 2), 1)
    5
    """
    if not 0 <= chosen < len(weapons):
        raise Refusal("no_such_weapon", chosen=chosen, weapons=len(weapons))
    return weapons[chosen]


def take_damage(hit_points: int, damage: int) -> Damaged:
    """Take damage from hit points, down to 0 (R2-023, R2-043); a rolled damage below 0 hurts nobody."""
    return Damaged(hit_points, max(0, hit_points - max(0, damage)))
