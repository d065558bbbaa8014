"""Avoiding a disaster in combat at the price of exhaustion (R4-017)."""

from tracker.rules.dice import Roll
from tracker.rules.margin.check import Check, Outcome, check
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Reroll:
    """The check made again, which stands, and the exhaustion points that the character now has."""

    check: Check
    exhaustion: int


def can_avoid(disaster: Check, *, in_combat: bool, physical: bool) -> bool:
    """Tell whether a check is a disaster that may be avoided (R4-017).

    In combat, and in a physical effort: a check related to Fortitude or Dexterity.
    """
    return in_combat and physical and disaster.outcome is Outcome.DISASTROUS_FAILURE


def avoid(disaster: Check, exhaustion: int, roll: Roll, *, in_combat: bool, physical: bool) -> Reroll:
    """Mark an exhaustion point and make the whole check again, d4s included (R4-017, A4-13).

    Another natural 20 may be avoided in turn. Raises `Refusal` when the disaster cannot be avoided.
    """
    if not can_avoid(disaster, in_combat=in_combat, physical=physical):
        raise Refusal("disaster_stands", in_combat=in_combat, physical=physical)
    return Reroll(check(disaster.characteristic, roll, disaster.bonus), exhaustion + 1)
