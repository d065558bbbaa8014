"""How each kind of due is settled, which dice it needs, and when it no longer makes sense."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Die, Roll, Throw
from tracker.rules.percentile.acts.learning import marked, without_study
from tracker.rules.percentile.check import Outcome
from tracker.rules.percentile.experience import GAIN_SIDES, improve
from tracker.rules.percentile.sheet import Skill, character
from tracker.rules.percentile.skill_check import mark_offered, throw_of
from tracker.rules.percentile.study import finish_study
from tracker.rules.percentile.willpower import Effort, exert
from tracker.rules.settling import Settling, chosen_elsewhere, no_dice
from tracker.rules.system import Due, Fact, RuleResult, RulesContext

ANSWERS: Mapping[str, str] = {"fumble": "fumble"}
"""Dues that somebody settles by choosing, and the act with which they do."""


def settle_willpower(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Make the last effort: success, or a catastrophe (R3-034); not making it is letting it go (R3-035).

    The action that succeeds so earns its mark if it was very useful (R3-036).
    """
    who, name, sheet = due.who, _skill(due), replace(character(context, due.who), near_miss="")
    made = exert(sheet.power, roll)
    willed = made.effort is Effort.SUCCESS
    marks: tuple[Due, ...] = ()
    if willed and name in sheet.skills:
        marks = mark_offered(who, sheet, name, Outcome.SUCCESS, useful=bool(due.data.get("useful")))
    return RuleResult(
        sheets={who: sheet},
        facts=(Fact("willed" if willed else "catastrophe", {"who": who, "skill": name}),),
        throws=(throw_of(made.check, who, "power", "willpower"),),
        due=marks,
    )


def settle_mark(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Tick the skill: the GM agrees (R3-036)."""
    return marked(due.who, character(context, due.who), _skill(due), on=True)


def settle_improvement(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll whether a marked skill improves; its tick is spent either way (R3-038..R3-040)."""
    who, name, sheet = due.who, _skill(due), character(context, due.who)
    skill = sheet.skills[name]
    made = improve(skill.percent, roll)
    outcome = "improves" if made.gain else "does_not_improve"
    throw = Throw(
        "improvement",
        (made.die,),
        made.die.face,
        who,
        name,
        expression="1d100",
        target=skill.percent,
        outcome=outcome,
    )
    after = replace(sheet, skills={**sheet.skills, name: replace(skill, percent=made.skill, marked=False)})
    return RuleResult(
        sheets={who: after},
        facts=(_grown(who, name, skill, made.skill),),
        throws=(throw, *_gained(who, name, made.gain)),
    )


def settle_study(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Check Power as a course of study ends (R3-042, R3-043)."""
    who, name, sheet = due.who, _skill(due), without_study(character(context, due.who), _skill(due))
    skill = sheet.skills[name]
    made = finish_study(skill.percent, sheet.power, roll)
    after = replace(sheet, skills={**sheet.skills, name: replace(skill, percent=made.skill)})
    throw = throw_of(made.check, who, "power", "study")
    return RuleResult(
        sheets={who: after},
        facts=(_grown(who, name, skill, made.skill),),
        throws=(throw, *_gained(who, name, made.gain)),
    )


def settle_task(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Take note that a task is done."""
    sheet = character(context, due.who)
    fact = Fact("task_done", {"who": due.who, "text": sheet.task})
    return RuleResult(sheets={due.who: replace(sheet, task="")}, facts=(fact,))


def _grown(who: str, name: str, skill: Skill, percent: int) -> Fact:
    if percent == skill.percent:
        return Fact("no_better", {"who": who, "skill": name, "percent": percent})
    gain = percent - skill.percent
    return Fact("improved", {"who": who, "skill": name, "percent": percent, "amount": gain})


def _gained(who: str, name: str, die: Die | None) -> tuple[Throw, ...]:
    if die is None:
        return ()
    return (Throw("gain", (die,), die.face, who, name, expression=f"1d{GAIN_SIDES}"),)


def _skill(due: Due) -> str:
    return str(due.data.get("skill", ""))


def _has_skill(context: RulesContext, due: Due) -> bool:
    return _skill(due) in character(context, due.who).skills


def _marked(context: RulesContext, due: Due) -> bool:
    return _has_skill(context, due) and character(context, due.who).skills[_skill(due)].marked


def _percent(context: RulesContext, due: Due) -> tuple[int, ...]:
    return (100,)


def _percent_and_gain(context: RulesContext, due: Due) -> tuple[int, ...]:
    """Return both dice; the second falls only if the first succeeds."""
    return (100, GAIN_SIDES)


PENDING_ROLLS: Mapping[str, Settling] = {
    "willpower": Settling(
        settle_willpower,
        _percent,
        lambda context, due: bool(_skill(due)) and character(context, due.who).near_miss == _skill(due),
    ),
    "mark": Settling(
        settle_mark, no_dice, lambda context, due: _has_skill(context, due) and not _marked(context, due)
    ),
    "fumble": Settling(
        chosen_elsewhere, no_dice, lambda context, due: bool(_skill(due)) and not due.data.get("told")
    ),
    "improvement": Settling(settle_improvement, _percent_and_gain, _marked),
    "study": Settling(
        settle_study,
        _percent_and_gain,
        lambda context, due: _has_skill(context, due) and _skill(due) in character(context, due.who).studies,
    ),
    "task_done": Settling(
        settle_task, no_dice, lambda context, due: not character(context, due.who).task_turns
    ),
}
