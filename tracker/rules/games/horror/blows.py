"""An attack of Horror as a forecast plays it (R2-008, R2-016, R2-023).

Every attacker rolls Violence. From 10 on the target is wounded; an 8 or a 9 hits without a wound (R2-008).
"""

from fractions import Fraction

from msgspec.structs import replace

from tracker.rules.blow import damage_of, weighted_blow
from tracker.rules.games.horror.checks import is_exposed, is_out_of_reach, outcome_of
from tracker.rules.games.horror.sheet import Attribute, Character, character
from tracker.rules.system import Blow, RulesContext


def blow(context: RulesContext, who: str, target: str) -> Blow | None:
    """Weigh a creature's attack with its first weapon; None without a weapon or out of reach.

    A PC suffers only one NPC weapon in each TURN (R2-023). Raises what the notation of a damage raises.
    """
    sheet, victim = character(context, who), character(context, target)
    weapon = next(iter(sheet.weapons.values()), None)
    if weapon is None or is_out_of_reach(sheet, target):
        return None
    result = weighted_blow((_wound_chance(sheet, target), damage_of(weapon.damage)))
    return replace(result, once=victim.is_pc and not sheet.is_pc)


def _wound_chance(sheet: Character, target: str) -> Fraction:
    """Return the chance that 2d6 and Violence allow a wound (R2-010)."""
    violence = sheet.score(Attribute.VIOLENCE)
    value = min(0, violence) if is_exposed(sheet, target) else violence
    faces = range(1, 7)
    wounding_ways = sum(outcome_of(a + b + value).may_affect_target for a in faces for b in faces)
    return Fraction(wounding_ways, 36)
