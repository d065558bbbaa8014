"""The pending rolls of Percentile: what calls for them, how they are resolved, when they lapse."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules import body
from tracker.rules.dice import Die, Roll, Throw
from tracker.rules.games.percentile.acts import deal_blow, set_mark, task_end_fact, without_study
from tracker.rules.games.percentile.checks import (
    GAIN_SIDES,
    Outcome,
    as_played,
    finish_study,
    improve,
    mark_offered,
    roll_willpower,
    throw_of,
)
from tracker.rules.games.percentile.sheet import Character, Circumstances, Skill, character, stage
from tracker.rules.pending import PendingRollKind, resolve_by_act
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext, Sheet
from tracker.rules.weapon import BLOW, is_target_alive

# Rolls and changes of each moment: turns, the end of study, of a scene, of a scenario.


def turns_pass(context: RulesContext, creature_ids: tuple[str, ...], turns: int) -> RuleResult:
    """Count down every task in progress (R3-048); an outstanding check counts until the end of its turn."""
    sheets: dict[str, Sheet] = {}
    pending: list[PendingRoll] = []
    for who in creature_ids if turns else ():
        sheet = character(context, who)
        remaining = max(0, sheet.task_turns - turns)
        updated = replace(sheet, task_turns=remaining, outstanding="")
        if updated != sheet:
            sheets[who] = updated
        if sheet.task_turns and not remaining:
            pending.append(PendingRoll("task_done", "task_done", who, {"name": sheet.task}))
    return RuleResult(sheets=sheets, pending=tuple(pending))


def time_passes(context: RulesContext, who: str, until: int) -> tuple[PendingRoll, ...]:
    """Call for the Power check of each course of study that ends (R3-042)."""
    sheet = character(context, who)
    if sheet.dead:
        return ()
    return tuple(
        PendingRoll(f"study.{name}.{course.ends}", "study", who, {"skill": name})
        for name, course in sheet.studies.items()
        if context.now < course.ends <= until
    )


def clock_corrected(sheet: Sheet, by: int) -> Sheet:
    """Shift a sheet's clock seconds by `by`, those of its studies too."""
    if isinstance(sheet, Character):
        studies = {
            name: replace(course, begun=course.begun + by, ends=course.ends + by)
            for name, course in sheet.studies.items()
        }
        sheet = replace(sheet, studies=studies)
    return body.clock_corrected(sheet, by)


def improvement(context: RulesContext) -> RuleResult:
    """Call for an improvement roll for each mark, at the end of a scenario or of a long session (R3-037)."""
    pending = tuple(
        PendingRoll(f"improvement.{name}", "improvement", who, {"skill": name})
        for who, sheet in context.sheets.items()
        if isinstance(sheet, Character) and not sheet.dead
        for name, skill in sheet.skills.items()
        if skill.marked
    )
    return RuleResult(facts=(Fact("improvement_time" if pending else "nothing_marked"),), pending=pending)


def scene_end(context: RulesContext) -> RuleResult:
    """End a scene: its circumstances and a critical's turn are over (R3-012)."""
    scene = stage(context)
    new_scene = replace(scene, circumstances=Circumstances.NORMAL, tide=False)
    facts = (Fact("tide_over"),) if scene.tide else ()
    return RuleResult(scene=new_scene, facts=facts)


# The resolution of each kind, and whether one still makes sense.


def resolve_willpower(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Make the last effort: success, or a catastrophe (R3-034); skipping it lets the action fail (R3-035).

    An action that succeeds this way earns its mark if it was very useful (R3-036).
    """
    who, name, sheet = pending.who, _skill(pending), replace(character(context, pending.who), near_miss="")
    check = as_played(stage(context), roll_willpower(sheet.power, roll))
    marks: tuple[PendingRoll, ...] = ()
    if check.success and name in sheet.skills:
        marks = mark_offered(who, sheet, name, Outcome.SUCCESS, useful=bool(pending.data.get("useful")))
    return RuleResult(
        sheets={who: sheet},
        facts=(Fact("willed" if check.success else "catastrophe", {"who": who, "skill": name}),),
        throws=(throw_of(check, who, "power", "willpower"),),
        pending=marks,
    )


def resolve_mark(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Mark the skill: the GM agrees (R3-036)."""
    return set_mark(pending.who, character(context, pending.who), _skill(pending), on=True)


def resolve_improvement(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll whether a marked skill improves; its mark is spent either way (R3-038..R3-040)."""
    who, name, sheet = pending.who, _skill(pending), character(context, pending.who)
    skill = sheet.skills[name]
    result = improve(skill.percent, roll)
    outcome = "improves" if result.gain else "does_not_improve"
    throw = Throw(
        "improvement",
        (result.die,),
        result.die.face,
        who,
        name,
        expression="1d100",
        target=skill.percent,
        outcome=outcome,
    )
    updated = replace(
        sheet, skills={**sheet.skills, name: replace(skill, percent=result.skill, marked=False)}
    )
    return RuleResult(
        sheets={who: updated},
        facts=(_growth_fact(who, name, skill, result.skill),),
        throws=(throw, *_gain_throws(who, name, result.gain)),
    )


def resolve_study(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Check Power at the end of a course of study (R3-042, R3-043)."""
    who, name, sheet = (
        pending.who,
        _skill(pending),
        without_study(character(context, pending.who), _skill(pending)),
    )
    skill = sheet.skills[name]
    result = finish_study(skill.percent, sheet.power, roll)
    updated = replace(sheet, skills={**sheet.skills, name: replace(skill, percent=result.skill)})
    throw = throw_of(as_played(stage(context), result.check), who, "power", "study")
    return RuleResult(
        sheets={who: updated},
        facts=(_growth_fact(who, name, skill, result.skill),),
        throws=(throw, *_gain_throws(who, name, result.gain)),
    )


def resolve_blow(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll the damage of a check that has hit; a special still doubles it (R3-009, R3-010)."""
    return deal_blow(context, pending.who, pending.data, roll)


def resolve_task(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Finish a task whose turns are over."""
    sheet = character(context, pending.who)
    updated = replace(sheet, task="", task_takes=0, task_fails=False)
    return RuleResult(sheets={pending.who: updated}, facts=(task_end_fact(pending.who, sheet),))


def _growth_fact(who: str, name: str, skill: Skill, percent: int) -> Fact:
    if percent == skill.percent:
        return Fact("no_better", {"who": who, "skill": name, "percent": percent})
    gain = percent - skill.percent
    return Fact("improved", {"who": who, "skill": name, "percent": percent, "amount": gain})


def _gain_throws(who: str, name: str, die: Die | None) -> tuple[Throw, ...]:
    if die is None:
        return ()
    return (Throw("gain", (die,), die.face, who, name, expression=f"1d{GAIN_SIDES}"),)


def _skill(pending: PendingRoll) -> str:
    return str(pending.data.get("skill", ""))


def _has_skill(context: RulesContext, pending: PendingRoll) -> bool:
    return _skill(pending) in character(context, pending.who).skills


def _is_marked(context: RulesContext, pending: PendingRoll) -> bool:
    return _has_skill(context, pending) and character(context, pending.who).skills[_skill(pending)].marked


PENDING_ROLLS: Mapping[str, PendingRollKind] = {
    "willpower": PendingRollKind(
        resolve_willpower,
        lambda context, pending: (
            bool(_skill(pending)) and character(context, pending.who).near_miss == _skill(pending)
        ),
    ),
    "mark": PendingRollKind(
        resolve_mark,
        lambda context, pending: _has_skill(context, pending) and not _is_marked(context, pending),
        notice=True,
    ),
    "fumble": PendingRollKind(
        resolve_by_act,
        lambda context, pending: bool(_skill(pending)) and not pending.data.get("told"),
        answer="fumble",
    ),
    BLOW: PendingRollKind(resolve_blow, is_target_alive, outlives=True),
    "improvement": PendingRollKind(resolve_improvement, _is_marked),
    "study": PendingRollKind(
        resolve_study,
        lambda context, pending: (
            _has_skill(context, pending) and _skill(pending) in character(context, pending.who).studies
        ),
    ),
    "task_done": PendingRollKind(
        resolve_task, lambda context, pending: not character(context, pending.who).task_turns, notice=True
    ),
}
