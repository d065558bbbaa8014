"""The acts that Percentile offers to a GM."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from tracker.rules.body import DYING_ACTS, attributes_of, needs_acts, weapons_of
from tracker.rules.clock import DAY
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.percentile import checks
from tracker.rules.games.percentile.checks import (
    Expertise,
    Method,
    Odds,
    Outcome,
    as_played,
    attribute_check,
    can_mentor,
    chance_of,
    check_skill,
    study_days,
    throw_of,
    with_outcome_effects,
)
from tracker.rules.games.percentile.sheet import (
    HIGHEST_ATTRIBUTE,
    HIGHEST_PERCENT,
    MOST_TURNS,
    NO_SOURCE,
    TURN_SECONDS,
    Character,
    Circumstances,
    Light,
    LightSource,
    Study,
    Weapon,
    character,
    light_radius,
    living,
    skill_of,
    skills_of,
    stage,
    studies_of,
    turns,
    usual_skill,
)
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import AMMUNITION, TARGET, roll_ammunition
from tracker.rules.system import WHO, Act, Args, Fact, Kind, Param, RuleResult, RulesContext, Whose
from tracker.rules.text import fitting_text
from tracker.rules.weapon import attacks, deal_or_wait, strike_with

# Acts that roll: checks of skills and attributes, opposed ones, and the effects of fumbles.

OTHER = "other"


class Setback(StrEnum):
    """The rule book's suggestions for the effect of a fumble (R3-015)."""

    DOUBLE_TIME = "double_time"
    MISLEADING = "misleading"
    NO_RETRY = "no_retry"
    HURT = "hurt"


def test(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Check a skill (R3-004..R3-017, R3-022..R3-027, R3-049..R3-061).

    Raises `Refusal`: `dead`, `no_skill`.
    """
    sheet = living(context, who)
    skill_of(who, sheet, args["skill"])
    return check_skill(context, who, sheet, args, roll)


def test_attribute(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Check an attribute, by d20 or by five times its value (R3-018..R3-020).

    Raises `Refusal`: `dead`, `no_attribute`.
    """
    sheet, name = living(context, who), args["attribute"]
    _require_attribute(context, who, name)
    method = Method.D20 if args.get("by_d20") else Method.D100
    check = as_played(stage(context), attribute_check(sheet.score(name), roll, method))
    sheet = replace(sheet, outstanding=name if check.outcome.outstanding else "")
    result = RuleResult(sheets={who: sheet}, throws=(throw_of(check, who, name, "attribute"),))
    return with_outcome_effects(context, who, name, check, result)


def oppose_attribute(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Oppose an attribute to a creature's or to a factor's number; the active side rolls (R3-028..R3-032).

    Raises `Refusal`: `dead`, `no_attribute`, `opposes_itself`, `opposed_to_what`.
    """
    sheet, name, rival = living(context, who), args["attribute"], args.get("creature") or ""
    _require_attribute(context, who, name)
    passive = _passive_value(context, who, rival, args)
    active = sheet.score(name)
    check = as_played(stage(context), checks.opposed_check(active, passive, roll), specials=False)
    data: dict[str, Scalar] = {
        "who": who,
        "other": rival,
        "active": active,
        "passive": passive,
        "chance": check.effective,
    }
    if check.die is None:
        return RuleResult(facts=(Fact(f"opposed_{chance_of(active, passive).odds}", data),))
    fact = Fact("opposed_won" if check.success else "opposed_lost", data)
    throw = throw_of(check, who, name, "opposed")
    return with_outcome_effects(
        context, who, name, check, RuleResult(sheets={who: sheet}, facts=(fact,), throws=(throw,))
    )


def odds(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Report the chance of an opposed check without rolling it (R3-029, R3-030)."""
    rival = args.get("creature") or ""
    _require_attribute(context, who, args["attribute"])
    active, passive = (
        character(context, who).score(args["attribute"]),
        _passive_value(context, who, rival, args),
    )
    chance = chance_of(active, passive)
    kind = "odds" if chance.odds is Odds.ROLL else f"opposed_{chance.odds}"
    data: dict[str, Scalar] = {
        "who": who,
        "other": rival,
        "active": active,
        "passive": passive,
        "chance": chance.percent,
    }
    return RuleResult(facts=(Fact(kind, data),))


def fumble(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Choose the effect of a fumble: one of the rule book's suggestions, or the GM's own words (R3-015).

    It answers the first pending fumble, and stays on the sheet until it is removed. Doubled time applies to a
    task in progress or just over.
    """
    sheet, setback = living(context, who), args["setback"]
    fumbles = {
        key: each for key, each in context.waiting.items() if each.kind == "fumble" and each.who == who
    }
    first = next(iter(fumbles), "")
    words = fitting_text(str(args.get("text") or "")).replace(",", " ")
    text = words if setback == OTHER else setback
    setbacks = (*sheet.setbacks, text) if text and text not in sheet.setbacks else sheet.setbacks
    skill = fumbles[first].data["skill"] if first else ""
    data: dict[str, Scalar] = {"who": who, "setback": text, "skill": skill}
    result = RuleResult(facts=(Fact("set_back", data),), amends={first: {"told": True}})
    sheet = replace(sheet, setbacks=setbacks)
    at_work = sheet.task_turns or _just_done(context, who)
    if setback != Setback.DOUBLE_TIME or sheet.task_fails or not at_work:
        return replace(result, sheets={who: sheet})
    takes = sheet.task_takes or sheet.task_turns
    sheet = replace(sheet, task_turns=sheet.task_turns + takes, task_fails=True)
    fact = Fact("task_doubled", {"who": who, "text": sheet.task, "turns": sheet.task_turns})
    return replace(result, sheets={who: sheet}, facts=(*result.facts, fact))


def _just_done(context: RulesContext, who: str) -> bool:
    """Whether a task's turns are over and its notice is still pending."""
    return any(each.kind == "task_done" and each.who == who for each in context.waiting.values())


def recover(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Remove an effect of a fumble; raises `Refusal` `not_suffered`."""
    sheet, setback = character(context, who), args["setback"]
    if setback not in sheet.setbacks:
        raise Refusal("not_suffered", who=who, condition=setback)
    updated = replace(sheet, setbacks=tuple(each for each in sheet.setbacks if each != setback))
    return RuleResult(sheets={who: updated}, facts=(Fact("put_right", {"who": who, "setback": setback}),))


def setbacks_of(context: RulesContext, who: str) -> Mapping[str, str]:
    return {each: each for each in character(context, who).setbacks}


def _require_attribute(context: RulesContext, who: str, name: str) -> None:
    if name not in attributes_of(context, who):
        raise Refusal("no_attribute", who=who, attribute=name)


def _passive_value(context: RulesContext, who: str, rival: str, args: Args) -> int:
    """Return the passive side's number: a creature's attribute, or an external factor (R3-028)."""
    if rival == who:
        raise Refusal("opposes_itself", who=who)
    unused_param = "factor" if rival else "other_attribute"
    if args.get(unused_param) is not None:
        raise Refusal("not_used", param=unused_param, value=args[unused_param])
    if rival:
        name = args.get("other_attribute") or args["attribute"]
        _require_attribute(context, rival, name)
        return living(context, rival).score(name)
    factor = args.get("factor")
    if factor is None:
        raise Refusal("opposed_to_what")
    return int(factor)


SKILL = Param("skill", Kind.CHOICE, required=True, offers=skills_of)
ATTRIBUTE = Param("attribute", Kind.CHOICE, required=True, offers=attributes_of)
OPPOSITION = (
    Param("other_attribute", Kind.CHOICE, offers=attributes_of, words="attribute"),
    ATTRIBUTE,
    Param("factor", Kind.NUMBER, low=0, high=HIGHEST_ATTRIBUTE),
    Param("creature", Kind.CREATURE),
)

ROLLING = (
    Act(
        "test",
        test,
        (
            SKILL,
            Param("circumstances", Kind.CHOICE, choices=tuple(Circumstances)),
            Param("useful", Kind.FLAG),
            Param("lit", Kind.FLAG),
            Param(
                "threshold",
                Kind.LABELLED,
                low=1,
                high=HIGHEST_PERCENT,
                figures={each.name.lower(): each.value for each in Expertise},
            ),
            Param("more", Kind.FLAG),
            Param("impossible", Kind.FLAG),
            Param("modifier", Kind.MODIFIER),
        ),
        rolls=True,
    ),
    Act("attribute", test_attribute, (ATTRIBUTE, Param("by_d20", Kind.FLAG)), rolls=True),
    Act("opposed", oppose_attribute, OPPOSITION, rolls=True),
    Act("odds", odds, OPPOSITION),
    Act(
        "fumble",
        fumble,
        (
            Param(
                "setback",
                Kind.CHOICE,
                required=True,
                choices=(*Setback, OTHER),
                open_choices=(OTHER,),
                words="setbacks",
            ),
            Param("text", Kind.TEXT),
        ),
    ),
    Act(
        "release",
        recover,
        (Param("setback", Kind.CHOICE, required=True, offers=setbacks_of, words="setbacks"),),
    ),
)


# Blows: the damage of weapons, doubled where they impale, off the hit points that the GM counts.

AMOUNT = Param("amount", Kind.EFFECT, required=True)
SPECIAL, CRITICAL = Param("special", Kind.FLAG), Param("critical", Kind.FLAG)
"""Whether the blow was a special success or a critical: both double impaling damage (R3-009, R3-010)."""


def damage(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage, doubled once for an impaling weapon on a special (R3-009, R3-010, A3-18)."""
    amount, facts = _impaled_damage(
        args["amount"], impaling=bool(args.get("impaling")), special=_is_outstanding_blow(args)
    )
    result = apply_damage(who, living(context, who), amount)
    return replace(result, facts=(*facts, *result.facts))


def wound(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Strike with a weapon of one's own: its damage, doubled if the rules double it, goes to the target.

    The blow follows the attacker's check of this turn: a special or a critical counts without being typed
    again, unless `plain` takes it away. Raises `Refusal`: `dead`, `no_weapon`.
    """
    sheet = living(context, who)
    name, weapon = _weapon(context, who, args)
    special = _is_outstanding_blow(args) or bool(sheet.outstanding and not args.get("plain"))
    data: dict[str, Scalar] = {
        "other": args.get("creature") or "",
        "attack": name,
        "damage": weapon.damage,
        "doubles": weapon.impaling and special,
        "skill": sheet.outstanding,
    }
    after = RuleResult(sheets={who: replace(sheet, outstanding="")})
    later = replace(context, sheets={**context.sheets, **after.sheets})
    deal = (
        deal_or_wait(later, who, data, roll, deal_blow)
        if data["other"]
        else deal_blow(later, who, data, roll)
    )
    return after.followed_by(deal)


def deal_blow(context: RulesContext, who: str, data: Mapping[str, Scalar], roll: Roll) -> RuleResult:
    """Roll the damage of a weapon, doubled if the blow doubles it, and deal it to its target, if it has one.

    Raises `Refusal` `dead`.
    """
    target, weapon = str(data["other"]), str(data["attack"])
    rolled_damage, throws = strike_with(who, weapon, str(data["damage"]), roll)
    doubles = bool(data.get("doubles"))
    amount, facts = _impaled_damage(
        rolled_damage, impaling=doubles, special=doubles, skill=str(data.get("skill", ""))
    )
    fact = Fact("strikes", {"who": who, "weapon": weapon, "amount": amount})
    result = RuleResult(facts=(*facts, fact), throws=throws)
    return result.followed_by(apply_damage(target, living(context, target), amount)) if target else result


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Check a skill and, on a success, strike `creature` with a weapon (R3-004..R3-010).

    The default skill is the `usual_skill`. With `ammunition`, its usage die is rolled too. Raises
    `Refusal`: `dead`, `whom`, `unarmed`, `no_weapon`, `which_skill`, `no_skill`.
    """
    sheet, target = living(context, who), args.get("creature")
    if not target:
        raise Refusal("whom")
    living(context, target)
    if not sheet.weapons:
        raise Refusal("unarmed", who=who)
    weapon, _figures = _weapon(context, who, args)
    skill = args.get("skill") or usual_skill(sheet, weapon)
    if not skill:
        raise Refusal("which_skill", who=who, weapon=weapon, known=", ".join(sheet.skills) or "—")
    skill_of(who, sheet, skill)
    fact = attacks(who, target, weapon)
    check = check_skill(context, who, sheet, {**args, "skill": skill}, roll)
    result = RuleResult(facts=(fact,)).followed_by(check)
    if Outcome(check.throws[0].outcome).success:
        later = replace(context, sheets={**context.sheets, **check.sheets})
        blow = wound(later, who, {"weapon": weapon, "creature": target}, roll)
        # A damage that waits comes before the mark that the check may earn.
        result = replace(result.followed_by(blow), pending=(*blow.pending, *result.pending))
    return result.followed_by(roll_ammunition(context, args.get("ammunition"), roll))


def attack_skills(context: RulesContext, who: str) -> Mapping[str, str]:
    """Offer the skills for an attack, the usual one too, except those that a weapon's name already means."""
    weapons = weapons_of(context, who)
    return {key: name for key, name in skills_of(context, who).items() if key not in weapons}


def heal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give hit points back; raises `Refusal`: `dead`, `no_hit_points` if the GM counts none."""
    sheet = living(context, who)
    if not sheet.hit_points_max:
        raise Refusal("no_hit_points", who=who)
    current = min(sheet.hit_points_max, sheet.hit_points + max(0, args["amount"]))
    data: dict[str, Scalar] = {"who": who, "amount": current - sheet.hit_points, "hit_points": current}
    return RuleResult(sheets={who: replace(sheet, hit_points=current)}, facts=(Fact("healed", data),))


def apply_damage(who: str, sheet: Character, amount: int) -> RuleResult:
    """Take hit points away, if the GM counts them; the rule book gives no effect of running out."""
    if not sheet.hit_points_max:
        return RuleResult(facts=(Fact("harmed", {"who": who, "amount": max(0, amount)}),))
    current = max(0, sheet.hit_points - max(0, amount))
    data: dict[str, Scalar] = {"who": who, "amount": sheet.hit_points - current, "hit_points": current}
    updated = replace(sheet, hit_points=current)
    facts = (Fact("damaged", data), *no_hit_points_left(who, sheet, updated))
    return RuleResult(sheets={who: updated}, facts=facts)


def no_hit_points_left(who: str, old_sheet: Character, new_sheet: Character) -> tuple[Fact, ...]:
    """Report that a creature has just lost its last hit points."""
    ran_out = old_sheet.hit_points and new_sheet.hit_points_max and not new_sheet.hit_points
    return (Fact("no_hit_points_left", {"who": who}),) if ran_out else ()


def _is_outstanding_blow(args: Args) -> bool:
    """Whether the GM has typed that the blow was a special or a critical."""
    return bool(args.get("special") or args.get("critical"))


def _impaled_damage(
    rolled_damage: int, *, impaling: bool, special: bool, skill: str = ""
) -> tuple[int, tuple[Fact, ...]]:
    amount = impale_damage(rolled_damage, Outcome.SPECIAL if special else Outcome.SUCCESS, impaling=impaling)
    if amount == rolled_damage:
        return amount, ()
    return amount, (Fact("impaled", {"rolled": rolled_damage, "amount": amount, "skill": skill}),)


def _weapon(context: RulesContext, who: str, args: Args) -> tuple[str, Weapon]:
    weapons = character(context, who).weapons
    name = args.get("weapon") or (next(iter(weapons)) if len(weapons) == 1 else "")
    if name not in weapons:
        raise Refusal("no_weapon", who=who, known=", ".join(weapons) or "—")
    return name, weapons[name]


def impale_damage(damage: int, outcome: Outcome, *, impaling: bool) -> int:
    """Double an impaling weapon's rolled damage on a special, and only double it on a critical.

    Both in hit points (R3-009, R3-010, A3-18).
    """
    return 2 * damage if impaling and outcome.outstanding else damage


HARMING = (
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
        doer=WHO,
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
    Act(
        "damage",
        damage,
        (AMOUNT, Param("impaling", Kind.FLAG), SPECIAL, CRITICAL),
        rolls=True,
        on_others=True,
    ),
    Act("heal", heal, (AMOUNT,), rolls=True),
)


# Learning: experience marks, courses of study, and tasks that take their turns (R3-036..R3-048).

LONGEST_TASK = MOST_TURNS * TURN_SECONDS


def mark(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Mark a skill for experience, or remove the mark, as the GM decides (R3-036, A3-14)."""
    sheet, name = living(context, who), args["skill"]
    skill_of(who, sheet, name)
    return set_mark(who, sheet, name, on=not args.get("off"))


def set_mark(who: str, sheet: Character, name: str, *, on: bool) -> RuleResult:
    skill = replace(sheet.skills[name], marked=on)
    updated = replace(sheet, skills={**sheet.skills, name: skill})
    return RuleResult(
        sheets={who: updated}, facts=(Fact("marked" if on else "unmarked", {"who": who, "skill": name}),)
    )


def study(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Begin a course of study: it ends on its own day, with a Power check (R3-041..R3-046, A3-15).

    `mentor` is the mentor's percentage, or `creature` the mentor; a mentor too little ahead saves no time.
    Study is intensive: nobody follows two courses at once. Raises `Refusal`: `dead`, `no_skill`,
    `studies_already`, `mentors_itself`.
    """
    sheet, name = living(context, who), args["skill"]
    percent = skill_of(who, sheet, name).percent
    if sheet.studies:
        other = name if name in sheet.studies else next(iter(sheet.studies))
        raise Refusal("studies_already", who=who, skill=other)
    mentor = _mentor(context, who, name, args)
    days = study_days(percent, mentor)
    saves_time = mentor is not None and can_mentor(mentor, percent)
    course = Study(context.now, context.now + days * DAY, mentor if saves_time and mentor else 0)
    updated = replace(sheet, studies={**sheet.studies, name: course})
    data: dict[str, Scalar] = {
        "who": who,
        "skill": name,
        "days": days,
        "mentor": mentor if saves_time else None,
    }
    facts = [Fact("studies", data)]
    if mentor is not None and not saves_time:
        facts.append(Fact("poor_mentor", {"who": who, "mentor": mentor, "needed": percent + 10}))
    return RuleResult(sheets={who: updated}, facts=tuple(facts))


def leave_study(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Abandon a course of study, losing the time; raises `Refusal` `no_study`."""
    sheet, name = character(context, who), args["skill"]
    if name not in sheet.studies:
        raise Refusal("no_study", who=who, skill=name)
    return RuleResult(
        sheets={who: without_study(sheet, name)}, facts=(Fact("study_left", {"who": who, "skill": name}),)
    )


def without_study(sheet: Character, name: str) -> Character:
    return replace(sheet, studies={key: each for key, each in sheet.studies.items() if key != name})


def task(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Begin a task of `hours`, in seconds: it is counted in turns of 12 (R3-048, A3-19).

    It replaces the task in progress; a task whose turns are over counts as done.
    """
    sheet, count = living(context, who), turns(args["hours"])
    text = str(args.get("text") or "")
    updated = replace(sheet, task=text, task_turns=count, task_takes=count, task_fails=False)
    facts = (
        *_replaced_task_facts(context, who, sheet),
        Fact("task", {"who": who, "turns": count, "text": updated.task}),
    )
    return RuleResult(sheets={who: updated}, facts=facts)


def _replaced_task_facts(context: RulesContext, who: str, sheet: Character) -> tuple[Fact, ...]:
    """Report what becomes of the task that a new one replaces."""
    if sheet.task_turns:
        return (Fact("task_left", {"who": who, "text": sheet.task, "turns": sheet.task_turns}),)
    return (task_end_fact(who, sheet),) if _just_done(context, who) else ()


def task_end_fact(who: str, sheet: Character) -> Fact:
    """Return the fact that a task is done or has failed (R3-015)."""
    return Fact("task_failed" if sheet.task_fails else "task_done", {"who": who, "text": sheet.task})


def _mentor(context: RulesContext, who: str, name: str, args: Args) -> int | None:
    teacher = args.get("creature")
    if not teacher:
        return args.get("mentor")
    if teacher == who:
        raise Refusal("mentors_itself", who=who)
    return skill_of(teacher, living(context, teacher), name).percent


LEARNING = (
    Act("mark", mark, (SKILL, Param("off", Kind.FLAG))),
    Act(
        "study",
        study,
        (
            SKILL,
            Param("mentor", Kind.LABELLED, low=1, high=HIGHEST_PERCENT),
            Param("creature", Kind.CREATURE),
        ),
    ),
    Act("leave_study", leave_study, (Param("skill", Kind.CHOICE, required=True, offers=studies_of),)),
    Act(
        "task",
        task,
        (Param("hours", Kind.HOURS, required=True, low=1, high=LONGEST_TASK), Param("text", Kind.TEXT)),
    ),
)


# The state of the scene for everybody at the table: its light.


def set_light(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Change the light of the scene and its source; checks count it at once (R3-049..R3-054).

    Within its radius a source gives normal light; beyond it the scene's light holds (A3-20).
    """
    light, source = Light(args["light"]), args.get("source") or NO_SOURCE
    scene = replace(stage(context), light=light, source=source)
    facts = [Fact("light_set", {"light": light.value})]
    if source != NO_SOURCE:
        data = {"source": source, "centimetres": light_radius(LightSource(source))}
        facts.append(Fact("source_lit", data))
    return RuleResult(scene=scene, facts=tuple(facts))


STAGING = (
    Act(
        "lighting",
        set_light,
        (
            Param("light", Kind.CHOICE, required=True, choices=tuple(Light)),
            Param("source", Kind.CHOICE, choices=(*LightSource, NO_SOURCE)),
        ),
        whose=Whose.TABLE,
    ),
)


ACTS: Mapping[str, Act] = {
    act.id: act
    for act in (
        *ROLLING,
        *HARMING,
        *LEARNING,
        *STAGING,
        *needs_acts(),
        *DYING_ACTS,
    )
}
