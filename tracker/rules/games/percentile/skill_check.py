"""A skill check, all in: threshold, light, circumstances, and what its outcome brings (R3-004..R3-061)."""

from enum import IntEnum

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.fields import Scalar
from tracker.rules.games.percentile.check import Check, Outcome, check
from tracker.rules.games.percentile.improvement import earns_tick
from tracker.rules.games.percentile.sheet import Attribute, Character, Skill, Stage, stage
from tracker.rules.games.percentile.surroundings import Circumstances, Light, skill_in
from tracker.rules.games.percentile.surroundings import modifier as modifier_of
from tracker.rules.games.percentile.willpower import may_exert
from tracker.rules.pending import unused
from tracker.rules.system import Args, Fact, PendingRoll, RuleResult, RulesContext


class Footing(Struct, frozen=True):
    """What a check starts from: the skill in this light, and the points that everything else adds."""

    lit: int
    modifier: int

    @property
    def effective(self) -> int:
        """The number to stay under."""
        return self.lit + self.modifier


def footing(context: RulesContext, sheet: Character, skill: Skill, args: Args) -> Footing:
    """Weigh light, then circumstances (R3-022..R3-027, R3-049..R3-053, A3-16)."""
    scene = stage(context)
    light = Light.NORMAL if skill.sightless or args.get("lit") else scene.light
    lit = skill_in(light, skill.percent, sheet.power, sheet.attribute(Attribute.INTELLIGENCE))
    circumstances = Circumstances(args.get("circumstances") or scene.circumstances)
    return Footing(lit, modifier_of(circumstances) + sum(args.get("modifier") or ()))


def check_skill(context: RulesContext, who: str, sheet: Character, args: Args, roll: Roll) -> RuleResult:
    """Check a skill: the threshold first, then the dice (R3-004..R3-017, R3-055..R3-059).

    A character who reaches the threshold rolls only if the GM lets them look for `more` (R3-058).
    """
    name: str = args["skill"]
    skill, threshold = sheet.skills[name], args.get("threshold")
    sheet = replace(sheet, near_miss="")
    if args.get("impossible"):
        return RuleResult(sheets={who: sheet}, facts=(Fact("impossible", {"who": who, "skill": name}),))
    automatic = threshold is not None and is_automatic(skill.percent, threshold)
    if automatic and not args.get("more"):
        data = {"who": who, "skill": name, "percent": skill.percent, "threshold": threshold}
        marks = mark_offered(who, sheet, name, Outcome.BASIC, useful=bool(args.get("useful")))
        return RuleResult(sheets={who: sheet}, facts=(Fact("automatic", data),), pending=marks)
    stand = footing(context, sheet, skill, args)
    shift = stand.effective - skill.percent
    made = (
        check_with_threshold(skill.percent, threshold, roll, shift)
        if threshold is not None
        else check(stand.lit, roll, stand.modifier)
    )
    facts = _dimmed(who, name, skill, stand)
    result = RuleResult(sheets={who: sheet}, facts=facts, throws=(throw_of(made, who, name),))
    learnt = _learnt(who, name, made, result, useful=bool(args.get("useful")))
    return brought(context, who, name, made, learnt)


def brought(context: RulesContext, who: str, name: str, made: Check, result: RuleResult) -> RuleResult:
    """Add what the outcome of any check brings: a turned scene, a fumble's effect (R3-012, R3-015)."""
    pending = result.pending
    if made.outcome is Outcome.FUMBLE:
        pending = (*pending, PendingRoll(unused(context, who, "fumble"), "fumble", who, {"skill": name}))
    scene, turned = _turned(stage(context), _checked(who, result), made.outcome)
    return replace(result, scene=scene, facts=(*result.facts, *turned), pending=pending)


def _learnt(who: str, name: str, made: Check, result: RuleResult, *, useful: bool) -> RuleResult:
    """Add what the outcome of a skill's check brings: willpower, a mark (R3-033, R3-036, A3-12)."""
    sheet, pending = _checked(who, result), list[PendingRoll]()
    if may_exert(made, sheet.power):
        sheet = replace(sheet, near_miss=name)
        data: dict[str, Scalar] = {"skill": name, "useful": True} if useful else {"skill": name}
        pending.append(PendingRoll("willpower", "willpower", who, data))
    marks = mark_offered(who, sheet, name, made.outcome, useful=useful)
    return replace(result, sheets={who: sheet}, pending=(*result.pending, *pending, *marks))


def mark_offered(
    who: str, sheet: Character, name: str, outcome: Outcome, *, useful: bool
) -> tuple[PendingRoll, ...]:
    """Offer a player's character a mark for a use of a skill that earns it (R3-036)."""
    earned = earns_tick(outcome, very_useful=useful, gm_agrees=True)
    if not earned or not sheet.is_pc or sheet.skills[name].marked:
        return ()
    return (PendingRoll(f"mark.{name}", "mark", who, {"skill": name}),)


def _checked(who: str, result: RuleResult) -> Character:
    sheet = result.sheets[who]
    assert isinstance(sheet, Character)  # noqa: S101 - the caller's own sheet
    return sheet


def throw_of(made: Check, who: str, subject: str, purpose: str = "test") -> Throw:
    """Return the throw of a check that was rolled."""
    assert made.die is not None  # noqa: S101 - only what was rolled is thrown
    return Throw(
        purpose,
        (made.die,),
        made.die.face,
        who,
        subject,
        expression=f"1d{made.die.sides}",
        target=made.effective,
        outcome=made.outcome,
        margin=made.effective - made.die.face,
    )


def _turned(scene: Stage, sheet: Character, outcome: Outcome) -> tuple[Stage | None, tuple[Fact, ...]]:
    """Let a player's critical turn the scene, where the campaign plays so (R3-012, R3-013)."""
    if outcome is not Outcome.CRITICAL or not sheet.is_pc or not scene.criticals or scene.tide:
        return None, ()
    return replace(scene, tide=True), (Fact("tide_turned"),)


def _dimmed(who: str, name: str, skill: Skill, stand: Footing) -> tuple[Fact, ...]:
    if stand.lit == skill.percent:
        return ()
    data: dict[str, Scalar] = {"who": who, "skill": name, "percent": skill.percent, "lit": stand.lit}
    return (Fact("dimmed", data),)


class Expertise(IntEnum):
    """The guide to thresholds, in per cent (R3-060)."""

    PROFESSIONAL = 25
    """Obvious to an experienced professional."""
    SPECIALIST = 50
    """Takes work in that very field, or long experience."""
    EMINENCE = 75
    """For the recognised eminences of the field."""


def is_automatic(skill: int, threshold: int) -> bool:
    """Tell whether the sheet's percentage reaches the threshold: success, nothing to roll (R3-056, A3-17)."""
    return skill >= threshold


def check_with_threshold(skill: int, threshold: int, roll: Roll, modifier: int = 0) -> Check:
    """Roll where a threshold was set: from it up in search of more, under it to succeed (R3-057..R3-059).

    At the threshold, a fumble still keeps the basic result (A3-17). The roll in search of more
    is the GM's to allow (R3-058).

    >>> check_with_threshold(50, 25, lambda sides: 97).outcome
    <Outcome.BASIC: 'basic'>
    """
    rolled = check(skill, roll, modifier)
    if rolled.success or not is_automatic(skill, threshold):
        return rolled
    return replace(rolled, outcome=Outcome.BASIC)
