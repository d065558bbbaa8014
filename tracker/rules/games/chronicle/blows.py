"""An attack of Chronicle as a forecast plays it (R1-013, R1-015, R1-092..R1-094).

The text has no roll to hit. Players roll here: their characters hit with Strength or Agility, whichever is
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
    """Return how the first attack of a creature on another goes; None without an attack.

    Raises what the notation of a damage raises.
    """
    sheet, victim = character(context, who), character(context, target)
    written = next(iter(damages(sheet).values()), "")
    if not written or Condition.PETRIFIED in sheet.states:
        return None
    if Condition.PETRIFIED in victim.states:
        return NOTHING
    harm = damage_of(written, _handling(sheet, context.now))
    hits = _hits(sheet, victim, context.now) * _acts(sheet)
    return weighted_blow((hits, _through_armour(harm, victim, context.now)))


def _hits(sheet: Character, victim: Character, now: int) -> Fraction:
    """Return how likely an attack hits: nobody rolls for those whom no player plays."""
    if sheet.is_pc:
        tried = (Task(each, sight=True) for each in (Attribute.STRENGTH, Attribute.AGILITY))
        return max(chance_of(figures_of(sheet, Call(task), now)) for task in tried)
    if is_dodged(sheet, victim):
        return 1 - chance_of(figures_of(victim, Call(save_task(Attribute.AGILITY)), now))
    return Fraction(1)


def _acts(sheet: Character) -> Fraction:
    """Return how likely a creature keeps its turn (R1-099, R1-104)."""
    lost = [name for name in implied_conditions(sheet.states) if CONDITIONS[name].lost_turn]
    return (1 - probability(LOST_CONTROL)) ** len(lost)


def _through_armour(harm: Blow, victim: Character, now: int) -> Blow:
    """Return the damage that armour lets through (R1-094); only players' characters roll it."""
    if not (victim.is_pc and victim.armour_die):
        return harm
    return with_protection(harm, damage_of(f"1d{victim.armour_die}", _handling(victim, now)))


def _handling(sheet: Character, now: int) -> EffectHandling:
    """Return how a creature makes its effect rolls: damage, armour (R1-028)."""
    how = effect_handling(sheet, now)
    return EffectHandling(how.mode, how.static)
