"""The forecast of an attack of Percentile (R3-004..R3-010, R3-018..R3-020).

A weapon without its usual skill is wielded with Strength, the attribute for brute force, as a percentage: the
check for want of a suitable skill (R3-018).
"""

from collections import Counter
from fractions import Fraction

from tracker.rules.blow import damage_of, weighted_blow
from tracker.rules.dice import Die
from tracker.rules.games.percentile.acts import impale_damage
from tracker.rules.games.percentile.checks import (
    HIGHEST,
    PERCENT_PER_POINT,
    Check,
    Outcome,
    as_played,
    check_base,
    judge,
)
from tracker.rules.games.percentile.sheet import Attribute, Character, Weapon, character, stage, usual_skill
from tracker.rules.system import Blow, RulesContext


def blow(context: RulesContext, who: str, target: str) -> Blow | None:
    """Forecast the first attack of a creature; None without a weapon.

    A weapon with its usual skill comes before the others. Raises what the notation of a damage raises.
    """
    sheet = character(context, who)
    if not sheet.weapons:
        return None
    skills = {name: usual_skill(sheet, name) for name in sheet.weapons}
    name = next((each for each, skill in skills.items() if skill), next(iter(skills)))
    weapon, outcomes = sheet.weapons[name], _outcomes(context, sheet, skills[name])
    harm = damage_of(weapon.damage)
    return weighted_blow(
        *(
            (Fraction(faces, HIGHEST), _impaling_blow(harm, weapon, outcome))
            for outcome, faces in outcomes.items()
            if outcome.success
        )
    )


def _outcomes(context: RulesContext, sheet: Character, skill: str) -> Counter[Outcome]:
    """Count the d100 faces of each outcome, in this light and these circumstances."""
    effective = (
        check_base(context, sheet, sheet.skills[skill], {}).effective
        if skill
        else sheet.score(Attribute.STRENGTH) * PERCENT_PER_POINT
    )
    scene, faces = stage(context), range(1, HIGHEST + 1)
    checks_made = (Check(effective, Die(HIGHEST, face), judge(effective, face)) for face in faces)
    return Counter(as_played(scene, each).outcome for each in checks_made)


def _impaling_blow(harm: Blow, weapon: Weapon, outcome: Outcome) -> Blow:
    """Double the damage of an impaling weapon on a special (R3-009, R3-010)."""
    ways = {
        impale_damage(amount, outcome, impaling=weapon.impaling): weight
        for amount, weight in harm.ways.items()
    }
    return Blow(ways, harm.whole)
