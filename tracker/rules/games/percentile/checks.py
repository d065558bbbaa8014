"""The checks of Percentile: a d100 at or under a skill, opposed checks, and learning from both."""

from enum import IntEnum, StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Die, Roll, Throw, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.games.percentile.sheet import (
    Attribute,
    Character,
    Circumstances,
    Light,
    Skill,
    Stage,
    skill_in,
    stage,
)
from tracker.rules.games.percentile.sheet import modifier as modifier_of
from tracker.rules.pending import own_key
from tracker.rules.system import Args, Fact, PendingRoll, RuleResult, RulesContext

# The check: a d100 at or under a skill, and its modifiers.
# Willpower and experience marks stand here too, because each begins with the outcome of a check.

LOWEST, HIGHEST = 1, 100
"""The faces 01, always a critical, and 00, always a fumble (R3-016, R3-017, A3-30)."""
FUMBLE_FROM = 96


class Outcome(StrEnum):
    """The outcome of a check, from best to worst."""

    CRITICAL = "critical"
    """Like a special, and it turns the scene the party's way (R3-010, R3-012)."""
    SPECIAL = "special"
    """Sooner, with style, or beyond the aim (R3-008)."""
    SUCCESS = "success"
    BASIC = "basic"
    """The least result of a skill that reaches the threshold, whatever the dice show (R3-059)."""
    FAILURE = "failure"
    FUMBLE = "fumble"
    """Worse than not acting; the GM says how (R3-015)."""

    @property
    def success(self) -> bool:
        """Whether the action succeeded."""
        return self not in {Outcome.FAILURE, Outcome.FUMBLE}

    @property
    def outstanding(self) -> bool:
        """Whether it counts as a special; a critical does too (R3-010)."""
        return self in {Outcome.SPECIAL, Outcome.CRITICAL}


class Check(Struct, frozen=True):
    """A check that was made. `effective` is the number to roll at most. Without a die, nothing was rolled."""

    effective: int
    die: Die | None
    outcome: Outcome

    @property
    def success(self) -> bool:
        return self.outcome.success


def judge(effective: int, face: int) -> Outcome:
    """Find the outcome of a d100 face, 00 being 100, against an effective percentage (R3-061).

    01 is always critical and 96 to 00 always a fumble, whatever the percentage (R3-014, R3-016, A3-05).

    >>> judge(40, 8)
    <Outcome.SPECIAL: 'special'>
    """
    if face >= FUMBLE_FROM:
        return Outcome.FUMBLE
    low = thresholds(effective)
    if face <= max(LOWEST, low.critical):
        return Outcome.CRITICAL
    if face <= low.special:
        return Outcome.SPECIAL
    return Outcome.SUCCESS if face <= effective else Outcome.FAILURE


def check(skill: int, roll: Roll, modifier: int = 0, *, possible: bool = True) -> Check:
    """Roll a d100 against a skill and its modifier, both in percentage points (R3-004, R3-027).

    Light comes first: pass the skill that it leaves (`skill_in`, A3-16). What is not `possible` fails without
    a roll, even on a 01 (R3-011, A3-06).

    >>> check(40, lambda sides: 41, modifier=20).success
    True
    """
    effective = skill + modifier
    if not possible:
        return Check(effective, None, Outcome.FAILURE)
    die = throw_die(100, roll)
    return Check(effective, die, judge(effective, die.face))


class Thresholds(Struct, frozen=True):
    """The highest faces that are a special and a critical success; 0 if none is."""

    special: int
    critical: int


def thresholds(effective: int) -> Thresholds:
    """Compute a fifth and a twentieth of an effective percentage, rounded like the printed table (R3-007).

    To the nearest, halves up, and never below 1 (A3-01); the same beyond 100 (A3-02). Without a percentage
    both are 0 (A3-04).

    >>> thresholds(50)
    Thresholds(special=10, critical=3)
    """
    if effective <= 0:
        return Thresholds(0, 0)
    return Thresholds(max(1, (effective + 2) // 5), max(1, (effective + 10) // 20))


PERCENT_PER_POINT = 5


class Method(StrEnum):
    """The two ways of rolling an attribute, not quite as equal as the rule book says (A3-07)."""

    D20 = "d20"
    """At or under the attribute, without special outcomes (R3-019)."""
    D100 = "d100"
    """Five times the attribute as a percentage, with every outcome (R3-020)."""


def attribute_check(attribute: int, roll: Roll, method: Method = Method.D100) -> Check:
    """Roll an attribute by either method (R3-018..R3-020).

    >>> attribute_check(12, lambda sides: 12, Method.D20).outcome
    <Outcome.SUCCESS: 'success'>
    >>> attribute_check(12, lambda sides: 12, Method.D100).outcome
    <Outcome.SPECIAL: 'special'>
    """
    if method is Method.D100:
        return check(attribute * PERCENT_PER_POINT, roll)
    die = throw_die(20, roll)
    return Check(attribute, die, Outcome.SUCCESS if die.face <= attribute else Outcome.FAILURE)


class Expertise(IntEnum):
    """The guide to thresholds, in per cent (R3-060)."""

    PROFESSIONAL = 25
    """Obvious to an experienced professional."""
    SPECIALIST = 50
    """Takes work in that field, or long experience."""
    EMINENCE = 75
    """For the recognised eminences of the field."""


def is_automatic(skill: int, threshold: int) -> bool:
    """Whether the sheet's percentage reaches the threshold: a success without a roll (R3-056, A3-17)."""
    return skill >= threshold


def check_with_threshold(skill: int, threshold: int, roll: Roll, modifier: int = 0) -> Check:
    """Roll against a threshold: to do better if the skill reaches it, else to succeed (R3-057..R3-059).

    If the skill reaches it, even a fumble keeps the basic result (A3-17). The GM decides whether one may roll
    to do better (R3-058).

    >>> check_with_threshold(50, 25, lambda sides: 97).outcome
    <Outcome.BASIC: 'basic'>
    """
    result = check(skill, roll, modifier)
    if result.success or not is_automatic(skill, threshold):
        return result
    return replace(result, outcome=Outcome.BASIC)


def may_exert(check: Check, power: int) -> bool:
    """Whether a skill check was missed by half of Power, rounded down, or less (R3-033).

    The miss is measured from the effective percentage, and a fumble cannot be saved (A3-12). The player
    decides (R3-035).
    """
    if check.die is None or check.outcome is not Outcome.FAILURE:
        return False
    return check.die.face - check.effective <= power // 2


def roll_willpower(power: int, roll: Roll) -> Check:
    """Roll Power as a percentage: a success achieves the failed action, a failure is a catastrophe (R3-034).

    >>> roll_willpower(20, lambda sides: 100).success
    False
    """
    return attribute_check(power, roll, Method.D100)


def earns_tick(outcome: Outcome, *, very_useful: bool, gm_agrees: bool) -> bool:
    """Whether a use of a skill earns its tick (R3-036, A3-14).

    It must succeed, be a special, a critical or very useful to the party, and the GM must agree.
    """
    return outcome.success and (outcome.outstanding or very_useful) and gm_agrees


def as_played(scene: Stage, check: Check, *, specials: bool = True) -> Check:
    """Apply the campaign's rules to a check: without criticals, a critical is a special or a success.

    A 01 succeeds all the same (R3-013, R3-016). `specials` says whether the check has special successes.
    """
    if check.outcome is not Outcome.CRITICAL or scene.critical_successes:
        return check
    special = specials and check.die is not None and check.die.face <= thresholds(check.effective).special
    return replace(check, outcome=Outcome.SPECIAL if special else Outcome.SUCCESS)


class Footing(Struct, frozen=True):
    """The base of a check: the skill in this light, and the points that everything else adds."""

    lit: int
    modifier: int

    @property
    def effective(self) -> int:
        """The number to roll at most."""
        return self.lit + self.modifier


def check_base(context: RulesContext, sheet: Character, skill: Skill, args: Args) -> Footing:
    """Apply light, then circumstances (R3-022..R3-027, R3-049..R3-053, A3-16)."""
    scene = stage(context)
    light = Light.NORMAL if skill.sightless or args.get("lit") else scene.light
    skill_in_light = skill_in(light, skill.percent, sheet.power, sheet.score(Attribute.INTELLIGENCE))
    circumstances = Circumstances(args.get("circumstances") or scene.circumstances)
    return Footing(skill_in_light, modifier_of(circumstances) + sum(args.get("modifier") or ()))


def check_skill(context: RulesContext, who: str, sheet: Character, args: Args, roll: Roll) -> RuleResult:
    """Check a skill: the threshold first, then the dice (R3-004..R3-017, R3-055..R3-059).

    A character who reaches the threshold rolls only if the GM allows `more` (R3-058).
    """
    name: str = args["skill"]
    skill, threshold = sheet.skills[name], args.get("threshold")
    sheet = replace(sheet, near_miss="", outstanding="")
    if args.get("impossible"):
        return RuleResult(sheets={who: sheet}, facts=(Fact("impossible", {"who": who, "skill": name}),))
    needs_no_roll = threshold is not None and is_automatic(skill.percent, threshold)
    if needs_no_roll and not args.get("more"):
        data = {"who": who, "skill": name, "percent": skill.percent, "threshold": threshold}
        marks = mark_offered(who, sheet, name, Outcome.BASIC, useful=bool(args.get("useful")))
        return RuleResult(sheets={who: sheet}, facts=(Fact("automatic", data),), pending=marks)
    base = check_base(context, sheet, skill, args)
    shift = base.effective - skill.percent
    result_of_roll = as_played(
        stage(context),
        check_with_threshold(skill.percent, threshold, roll, shift)
        if threshold is not None
        else check(base.lit, roll, base.modifier),
    )
    facts = _light_facts(who, name, skill, base)
    result = RuleResult(sheets={who: sheet}, facts=facts, throws=(throw_of(result_of_roll, who, name),))
    learning = _with_learning(who, name, result_of_roll, result, useful=bool(args.get("useful")))
    return with_outcome_effects(context, who, name, result_of_roll, learning)


def with_outcome_effects(
    context: RulesContext, who: str, name: str, check: Check, result: RuleResult
) -> RuleResult:
    """Add the effects of any check's outcome: a turned scene, a pending fumble (R3-012, R3-015)."""
    pending = result.pending
    if check.outcome is Outcome.FUMBLE:
        pending = (*pending, PendingRoll(own_key(context, who, "fumble"), "fumble", who, {"skill": name}))
    scene, scene_facts = _turn_scene(stage(context), _sheet_in(who, result), check.outcome)
    return replace(result, scene=scene, facts=(*result.facts, *scene_facts), pending=pending)


def _with_learning(who: str, name: str, check: Check, result: RuleResult, *, useful: bool) -> RuleResult:
    """Add the effects of a skill check's outcome: willpower, a mark (R3-033, R3-036, A3-12)."""
    sheet, pending = _sheet_in(who, result), list[PendingRoll]()
    if check.outcome.outstanding:
        sheet = replace(sheet, outstanding=name)
    if may_exert(check, sheet.power):
        sheet = replace(sheet, near_miss=name)
        data: dict[str, Scalar] = {"skill": name, "useful": True} if useful else {"skill": name}
        pending.append(PendingRoll("willpower", "willpower", who, data))
    marks = mark_offered(who, sheet, name, check.outcome, useful=useful)
    return replace(result, sheets={who: sheet}, pending=(*result.pending, *pending, *marks))


def mark_offered(
    who: str, sheet: Character, name: str, outcome: Outcome, *, useful: bool
) -> tuple[PendingRoll, ...]:
    """Offer a player's character a mark for a use of a skill that earns it (R3-036)."""
    earns_mark = earns_tick(outcome, very_useful=useful, gm_agrees=True)
    if not earns_mark or not sheet.is_pc or sheet.skills[name].marked:
        return ()
    return (PendingRoll(f"mark.{name}", "mark", who, {"skill": name}),)


def _sheet_in(who: str, result: RuleResult) -> Character:
    sheet = result.sheets[who]
    assert isinstance(sheet, Character)  # noqa: S101 - the caller's own sheet
    return sheet


def throw_of(check: Check, who: str, subject: str, purpose: str = "test") -> Throw:
    """Make the throw of a check that was rolled."""
    assert check.die is not None  # noqa: S101 - only what was rolled is thrown
    return Throw(
        purpose,
        (check.die,),
        check.die.face,
        who,
        subject,
        expression=f"1d{check.die.sides}",
        target=check.effective,
        outcome=check.outcome,
        margin=check.effective - check.die.face,
    )


def _turn_scene(scene: Stage, sheet: Character, outcome: Outcome) -> tuple[Stage | None, tuple[Fact, ...]]:
    """Turn the scene on a player's critical, if the campaign has that rule (R3-012, R3-013)."""
    if outcome is not Outcome.CRITICAL or not sheet.is_pc or not scene.criticals or scene.tide:
        return None, ()
    return replace(scene, tide=True), (Fact("tide_turned"),)


def _light_facts(who: str, name: str, skill: Skill, base: Footing) -> tuple[Fact, ...]:
    if base.lit == skill.percent:
        return ()
    data: dict[str, Scalar] = {"who": who, "skill": name, "percent": skill.percent, "lit": base.lit}
    return (Fact("dimmed", data),)


# The opposed check: an attribute against another, or against a resistance (R3-028..R3-032).


class Odds(StrEnum):
    """Whether an opposed check needs a roll (R3-031)."""

    ROLL = "roll"
    AUTOMATIC = "automatic"
    IMPOSSIBLE = "impossible"


class Chance(Struct, frozen=True):
    """The active side's chance, in per cent."""

    percent: int

    @property
    def odds(self) -> Odds:
        """Whether the chance leaves anything to roll."""
        if self.percent >= 100:
            return Odds.AUTOMATIC
        return Odds.ROLL if self.percent > 0 else Odds.IMPOSSIBLE


def chance_of(active: int, passive: int) -> Chance:
    """Compare the active factor, which wants something, with the passive one (R3-029..R3-031).

    50 % and 5 points for each point of difference; a difference of 10 needs no roll.

    >>> chance_of(10, 18)
    Chance(percent=10)
    """
    return Chance(min(100, max(0, 50 + 5 * (active - passive))))


def opposed_check(active: int, passive: int, roll: Roll) -> Check:
    """Make an opposed check: the active side rolls, if a roll is needed (R3-028..R3-032).

    The passive side never rolls (A3-11).

    >>> opposed_check(1, 10, lambda sides: 1).outcome
    <Outcome.CRITICAL: 'critical'>
    """
    chance = chance_of(active, passive)
    if chance.odds is not Odds.ROLL:
        is_automatic_success = chance.odds is Odds.AUTOMATIC
        return Check(chance.percent, None, Outcome.SUCCESS if is_automatic_success else Outcome.FAILURE)
    die = throw_die(100, roll)
    return Check(chance.percent, die, judge_opposed(chance.percent, die.face))


def judge_opposed(percent: int, face: int) -> Outcome:
    """Find the outcome of the active side's d100: 01 is a critical and 00 a fumble, as always (A3-30).

    There is no special (A3-10).

    >>> judge_opposed(50, 51)
    <Outcome.FAILURE: 'failure'>
    """
    fixed_outcomes = {LOWEST: Outcome.CRITICAL, HIGHEST: Outcome.FUMBLE}
    return fixed_outcomes.get(face, Outcome.SUCCESS if face <= percent else Outcome.FAILURE)


# The improvement of skills, by experience and by study (R3-036..R3-046).

GAIN_SIDES = 3
ALWAYS_IMPROVES_FROM = 98


class Improvement(Struct, frozen=True):
    """An improvement roll and the new percentage; the tick is spent either way (R3-040)."""

    die: Die
    gain: Die | None
    skill: int


def improve(skill: int, roll: Roll) -> Improvement:
    """Roll a d100 above the sheet's percentage, or 98 at least, to gain 1d3 points (R3-038, R3-039).

    A high face is good here, 00 being 100, and no percentage is too high to improve (A3-13).

    >>> improve(40, {100: 41, 3: 2}.__getitem__).skill
    42
    """
    die = throw_die(100, roll)
    if die.face <= skill and die.face < ALWAYS_IMPROVES_FROM:
        return Improvement(die, None, skill)
    gain = throw_die(GAIN_SIDES, roll)
    return Improvement(die, gain, skill + gain.face)


MENTOR_LEAD = 10


class Study(Struct, frozen=True):
    """The end of a course of study: the Power check, and the new percentage."""

    check: Check
    gain: Die | None
    skill: int


def study_weeks(skill: int) -> int:
    """Count the weeks of study that a skill takes: two for each 10 % or part of it (R3-041).

    Two at least, where the rule book would give a skill of 0 % none (A3-15).
    """
    return 2 * max(1, -(-skill // 10))


def can_mentor(mentor: int, skill: int) -> bool:
    """Whether a mentor is 10 percentage points ahead or more (R3-045, A3-15)."""
    return mentor >= skill + MENTOR_LEAD


def study_days(skill: int, mentor: int | None = None) -> int:
    """Count the days of study; a mentor saves a quarter of them, the rest rounded up (R3-044).

    `mentor` is the mentor's percentage; one who is too little ahead saves no time (R3-045).

    >>> study_days(30), study_days(30, mentor=60)
    (42, 32)
    """
    days = 7 * study_weeks(skill)
    if mentor is None or not can_mentor(mentor, skill):
        return days
    return -(-days * 3 // 4)


def finish_study(skill: int, power: int, roll: Roll, method: Method = Method.D100) -> Study:
    """Check Power at the end of a course of study: 1d3 points, or time lost (R3-042, R3-043).

    An attribute may be rolled either way (A3-15).
    """
    power_check = attribute_check(power, roll, method)
    if not power_check.success:
        return Study(power_check, None, skill)
    gain = throw_die(GAIN_SIDES, roll)
    return Study(power_check, gain, skill + gain.face)
