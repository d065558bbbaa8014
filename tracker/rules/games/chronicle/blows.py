"""An attack of Chronicle as a forecast plays it (R1-013, R1-015, R1-092..R1-094).

The rules have no roll to hit. Here players roll: their characters hit with Strength or Agility, whichever is
likelier, and dodge the attacks of others with Agility.
"""

from fractions import Fraction

from tracker.rules.blow import NOTHING, damage_of, weighted_blow, with_protection
from tracker.rules.games.chronicle.acts import damages, is_dodged, save_task
from tracker.rules.games.chronicle.checks import Call, chance_of, effect_handling, figures_of, probability
from tracker.rules.games.chronicle.pending import LOST_CONTROL
from tracker.rules.games.chronicle.sheet import (
    CONDITIONS,
    Attribute,
    Character,
    Condition,
    Task,
    character,
    implied_conditions,
)
from tracker.rules.system import Blow, EffectHandling, RulesContext


def blow(context: RulesContext, who: str, target: str) -> Blow | None:
    """Weigh the damage of a creature's first attack on another by its chance; None without an attack.

    Raises what the notation of a damage raises.
    """
    sheet, victim = character(context, who), character(context, target)
    notation = next(iter(damages(sheet).values()), "")
    if not notation or Condition.PETRIFIED in sheet.states:
        return None
    if Condition.PETRIFIED in victim.states:
        return NOTHING
    harm = damage_of(notation, _handling(sheet, context.now))
    hits = _hit_chance(sheet, victim, context.now) * _turn_chance(sheet)
    return weighted_blow((hits, _with_armour(harm, victim, context.now)))


def _hit_chance(sheet: Character, victim: Character, now: int) -> Fraction:
    """Return the chance that an attack hits; an NPC does not roll, so it hits unless it is dodged."""
    if sheet.is_pc:
        tasks = (Task(each, sight=True) for each in (Attribute.STRENGTH, Attribute.AGILITY))
        return max(chance_of(figures_of(sheet, Call(task), now)) for task in tasks)
    if is_dodged(sheet, victim):
        return 1 - chance_of(figures_of(victim, Call(save_task(Attribute.AGILITY)), now))
    return Fraction(1)


def _turn_chance(sheet: Character) -> Fraction:
    """Return the chance that a creature keeps its turn (R1-099, R1-104)."""
    conditions = [name for name in implied_conditions(sheet.states) if CONDITIONS[name].lost_turn]
    return (1 - probability(LOST_CONTROL)) ** len(conditions)


def _with_armour(harm: Blow, victim: Character, now: int) -> Blow:
    """Lower damage by the victim's armour (R1-094); only PCs roll it."""
    if not (victim.is_pc and victim.armour_die):
        return harm
    return with_protection(harm, damage_of(f"1d{victim.armour_die}", _handling(victim, now)))


def _handling(sheet: Character, now: int) -> EffectHandling:
    """Find how a creature makes its effect rolls: damage and armour (R1-028)."""
    how = effect_handling(sheet, now)
    return EffectHandling(how.mode, how.static)
