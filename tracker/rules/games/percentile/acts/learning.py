"""Learning: experience marks, courses of study, and tasks that take their turns (R3-036..R3-048)."""

from msgspec.structs import replace

from tracker.rules.clock import DAY
from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.percentile.improvement import can_mentor, study_days
from tracker.rules.games.percentile.moments import TURN_SECONDS, turns
from tracker.rules.games.percentile.sheet import (
    HIGHEST_PERCENT,
    Character,
    Study,
    character,
    living,
    skill_of,
    skills_of,
    studies_of,
)
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext

LONGEST_TASK = 900 * TURN_SECONDS
SKILL = Param("skill", Kind.CHOICE, required=True, offers=skills_of)


def mark(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Mark a skill for experience, or remove the mark, as the GM decides (R3-036, A3-14)."""
    sheet, name = living(context, who), args["skill"]
    skill_of(who, sheet, name)
    return marked(who, sheet, name, on=not args.get("off"))


def marked(who: str, sheet: Character, name: str, *, on: bool) -> RuleResult:
    """Return the result that sets or clears a skill's mark."""
    skill = replace(sheet.skills[name], marked=on)
    after = replace(sheet, skills={**sheet.skills, name: skill})
    return RuleResult(
        sheets={who: after}, facts=(Fact("marked" if on else "unmarked", {"who": who, "skill": name}),)
    )


def study(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Begin a course of study: it ends on its own day, with a Power check (R3-041..R3-046, A3-15).

    `mentor` is the mentor's percentage, or `creature` the mentor; one who is not far enough ahead saves no
    time. Study is intensive: nobody follows two courses at once. Raises `Refusal`: `dead`, `no_skill`,
    `studies_already`, `mentors_itself`.
    """
    sheet, name = living(context, who), args["skill"]
    percent = skill_of(who, sheet, name).percent
    if sheet.studies:
        other = name if name in sheet.studies else next(iter(sheet.studies))
        raise Refusal("studies_already", who=who, skill=other)
    mentor = _mentor(context, who, name, args)
    days = study_days(percent, mentor)
    valid = mentor is not None and can_mentor(mentor, percent)
    course = Study(context.now, context.now + days * DAY, mentor if valid and mentor else 0)
    after = replace(sheet, studies={**sheet.studies, name: course})
    data: dict[str, Scalar] = {"who": who, "skill": name, "days": days, "mentor": mentor if valid else None}
    facts = [Fact("studies", data)]
    if mentor is not None and not valid:
        facts.append(Fact("poor_mentor", {"who": who, "mentor": mentor, "needed": percent + 10}))
    return RuleResult(sheets={who: after}, facts=tuple(facts))


def leave_study(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Leave a course of study: the time is lost; raises `Refusal` `no_study`."""
    sheet, name = character(context, who), args["skill"]
    if name not in sheet.studies:
        raise Refusal("no_study", who=who, skill=name)
    return RuleResult(
        sheets={who: without_study(sheet, name)}, facts=(Fact("study_left", {"who": who, "skill": name}),)
    )


def without_study(sheet: Character, name: str) -> Character:
    """Return the sheet without a course of study."""
    return replace(sheet, studies={key: each for key, each in sheet.studies.items() if key != name})


def task(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Begin a task of so many seconds: it is counted in turns of 12 (R3-048, A3-19).

    Whatever they were at is left, or done if its turns were over.
    """
    sheet, count = living(context, who), turns(args["hours"])
    after = replace(sheet, task=str(args.get("text") or ""), task_turns=count)
    facts = (*_before(context, who, sheet), Fact("task", {"who": who, "turns": count, "text": after.task}))
    return RuleResult(sheets={who: after}, facts=facts)


def _before(context: RulesContext, who: str, sheet: Character) -> tuple[Fact, ...]:
    """Return the fact of the task that a new one replaces."""
    if sheet.task_turns:
        return (Fact("task_left", {"who": who, "text": sheet.task, "turns": sheet.task_turns}),)
    done = any(each.kind == "task_done" and each.who == who for each in context.waiting.values())
    return (Fact("task_done", {"who": who, "text": sheet.task}),) if done else ()


def _mentor(context: RulesContext, who: str, name: str, args: Args) -> int | None:
    teacher = args.get("creature")
    if not teacher:
        return args.get("mentor")
    if teacher == who:
        raise Refusal("mentors_itself", who=who)
    return skill_of(teacher, living(context, teacher), name).percent


ACTS = (
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
