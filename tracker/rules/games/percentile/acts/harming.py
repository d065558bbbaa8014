"""Blows: the damage of weapons, doubled where they impale, off the hit points that the GM counts."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.body import weapons_of
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.percentile.checks import Outcome, check_skill
from tracker.rules.games.percentile.sheet import (
    Character,
    Weapon,
    character,
    living,
    skill_of,
    skills_of,
)
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import AMMUNITION, TARGET, shot
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext
from tracker.rules.weapon import attacks, strike_with

AMOUNT = Param("amount", Kind.EFFECT, required=True)
SPECIAL, CRITICAL = Param("special", Kind.FLAG), Param("critical", Kind.FLAG)
"""Whether the blow was a special success, or a critical: both double what impales (R3-009, R3-010)."""


def damage(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage, doubled once for an impaling weapon on a special (R3-009, R3-010, A3-18)."""
    dealt, facts = _dealt(args["amount"], impaling=bool(args.get("impaling")), special=_said(args))
    result = hurt(who, living(context, who), dealt)
    return replace(result, facts=(*facts, *result.facts))


def wound(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Strike with a weapon of one's own: its damage, doubled if the rules double it, goes to the target.

    The blow follows the attacker's check of this turn: a special or a critical need not be said again,
    unless `plain` takes it away. Raises `Refusal`: `dead`, `no_weapon`.
    """
    sheet = living(context, who)
    name, weapon = _weapon(context, who, args)
    rolled, throws = strike_with(who, name, weapon.damage, roll)
    special = _said(args) or bool(sheet.outstanding and not args.get("plain"))
    dealt, facts = _dealt(rolled, impaling=weapon.impaling, special=special, skill=sheet.outstanding)
    struck = Fact("strikes", {"who": who, "weapon": name, "amount": dealt})
    target, sheets = args.get("creature"), {**context.sheets, who: replace(sheet, outstanding="")}
    if not target:
        return RuleResult(sheets={who: sheets[who]}, facts=(*facts, struck), throws=throws)
    result = hurt(target, living(replace(context, sheets=sheets), target), dealt)
    return replace(
        result,
        sheets={who: sheets[who], **result.sheets},
        facts=(*facts, struck, *result.facts),
        throws=throws,
    )


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Check a skill, and strike `creature` with a weapon if it succeeds (R3-004..R3-010).

    The skill is the one of the weapon's name, unless another is named. With `ammunition`, its usage die falls
    too. Raises `Refusal`: `dead`, `whom`, `no_weapon`, `which_skill`, `no_skill`.
    """
    sheet, target = living(context, who), args.get("creature")
    if not target:
        raise Refusal("whom")
    living(context, target)
    if not sheet.weapons:
        raise Refusal("unarmed", who=who)
    weapon, _figures = _weapon(context, who, args)
    skill = args.get("skill") or (weapon if weapon in sheet.skills else "")
    if not skill:
        raise Refusal("which_skill", who=who, weapon=weapon, known=", ".join(sheet.skills) or "—")
    skill_of(who, sheet, skill)
    told = attacks(who, target, weapon)
    checked = check_skill(context, who, sheet, {**args, "skill": skill}, roll)
    result = RuleResult(facts=(told,)).then(checked)
    if Outcome(checked.throws[0].outcome).success:
        after = replace(context, sheets={**context.sheets, **checked.sheets})
        result = result.then(wound(after, who, {"weapon": weapon, "creature": target}, roll))
    return result.then(shot(context, args.get("ammunition"), roll))


def attack_skills(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the skills that an attack may name: not those that a weapon's name already means."""
    weapons = weapons_of(context, who)
    return {key: name for key, name in skills_of(context, who).items() if key not in weapons}


def heal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give hit points back; raises `Refusal` `dead`, `no_hit_points` where the GM counts none."""
    sheet = living(context, who)
    if not sheet.hit_points_max:
        raise Refusal("no_hit_points", who=who)
    current = min(sheet.hit_points_max, sheet.hit_points + max(0, args["amount"]))
    data: dict[str, Scalar] = {"who": who, "amount": current - sheet.hit_points, "hit_points": current}
    return RuleResult(sheets={who: replace(sheet, hit_points=current)}, facts=(Fact("healed", data),))


def hurt(who: str, sheet: Character, dealt: int) -> RuleResult:
    """Take hit points away, where the GM counts any; the text says nothing of running out."""
    if not sheet.hit_points_max:
        return RuleResult(facts=(Fact("harmed", {"who": who, "amount": max(0, dealt)}),))
    current = max(0, sheet.hit_points - max(0, dealt))
    data: dict[str, Scalar] = {"who": who, "amount": sheet.hit_points - current, "hit_points": current}
    after = replace(sheet, hit_points=current)
    facts = (Fact("damaged", data), *no_hit_points_left(who, sheet, after))
    return RuleResult(sheets={who: after}, facts=facts)


def no_hit_points_left(who: str, before: Character, after: Character) -> tuple[Fact, ...]:
    """Return the fact that the last hit points are gone; none if they are not."""
    gone = before.hit_points and after.hit_points_max and not after.hit_points
    return (Fact("no_hit_points_left", {"who": who}),) if gone else ()


def _said(args: Args) -> bool:
    """Whether the GM says that the blow was a special or a critical."""
    return bool(args.get("special") or args.get("critical"))


def _dealt(rolled: int, *, impaling: bool, special: bool, skill: str = "") -> tuple[int, tuple[Fact, ...]]:
    dealt = impale_damage(rolled, Outcome.SPECIAL if special else Outcome.SUCCESS, impaling=impaling)
    if dealt == rolled:
        return dealt, ()
    return dealt, (Fact("impaled", {"rolled": rolled, "amount": dealt, "skill": skill}),)


def _weapon(context: RulesContext, who: str, args: Args) -> tuple[str, Weapon]:
    weapons = character(context, who).weapons
    name = args.get("weapon") or (next(iter(weapons)) if len(weapons) == 1 else "")
    if name not in weapons:
        raise Refusal("no_weapon", who=who, known=", ".join(weapons) or "—")
    return name, weapons[name]


def impale_damage(damage: int, outcome: Outcome, *, impaling: bool) -> int:
    """Double the rolled damage of an impaling weapon on a special, and once on a critical (R3-009, R3-010).

    Both in hit points (A3-18).
    """
    return 2 * damage if impaling and outcome.outstanding else damage


ACTS = (
    Act(
        "attack",
        attack,
        (
            Param("weapon", Kind.CHOICE, offers=weapons_of),
            Param("skill", Kind.CHOICE, offers=attack_skills),
            AMMUNITION,
            TARGET,
            Param("lit", Kind.FLAG),
            Param("modifier", Kind.MODIFIER),
        ),
        rolls=True,
    ),
    Act(
        "wound",
        wound,
        (
            Param("weapon", Kind.CHOICE, offers=weapons_of),
            SPECIAL,
            CRITICAL,
            Param("plain", Kind.FLAG),
            Param("creature", Kind.CREATURE),
        ),
        rolls=True,
    ),
    Act("damage", damage, (AMOUNT, Param("impaling", Kind.FLAG), SPECIAL, CRITICAL), rolls=True),
    Act("heal", heal, (AMOUNT,), rolls=True),
)
