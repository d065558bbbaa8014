"""The pending rolls of Margin: what calls for them, how they are resolved, when they lapse."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.margin.acts import carry_on
from tracker.rules.games.margin.checks import (
    DISASTER,
    Attempt,
    BonusDice,
    attempt_of,
    avoidable,
    check,
    check_facts,
    contest_fact,
    finish_tasks,
    group_facts,
    helped_fact,
    progress,
)
from tracker.rules.games.margin.sheet import TASK, Character, add_exhaustion, character, fits_in_a_turn, stage
from tracker.rules.pending import PendingRollKind, figure
from tracker.rules.system import PendingRoll, RuleResult, RulesContext

# Rolls that each moment of play calls for.


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Remind a creature of an extended action whose turns fit in a fight, with its progress (R4-025)."""
    scene = stage(context)
    task = scene.task_of(who)
    if task is None or character(context, who).dead or not fits_in_a_turn(scene, task):
        return ()
    data: dict[str, Scalar] = {
        "what": task.what,
        "characteristic": task.characteristic,
        "accumulated": task.accumulated,
        "target": task.target,
        "seconds": task.turn,
    }
    return (PendingRoll(TASK, TASK, who, data),)


def round_ends(context: RulesContext) -> RuleResult:
    """Free every creature to spend a turn on its extended action again (R4-025)."""
    scene = stage(context)
    tasks = {who: replace(task, worked={}) if task.worked else task for who, task in scene.tasks.items()}
    return RuleResult() if tasks == scene.tasks else RuleResult(scene=replace(scene, tasks=tasks))


# The disaster that a combatant may avoid with exhaustion and another roll (R4-017, A4-13).

MOST_NET = 100
"""The most d4s of a roll, because a save from elsewhere may ask for any number."""


def resolve_disaster(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Add an exhaustion point, roll the whole check again, and judge its act again."""
    sheet, who = character(context, pending.who), pending.who
    tired_sheet, facts = add_exhaustion(context, who, sheet, 1)
    attempt = attempt_of(
        who,
        str(pending.data.get("characteristic", "")),
        check(figure(pending, "value"), roll, _bonus(pending)),
        purpose=str(pending.data.get("purpose", "")),
        physical=True,
    )
    minimum = _minimum(pending.data.get("minimum")) if attempt.throw.purpose == "check" else None
    key = pending.key.removeprefix(f"{who}.")
    pending_again = avoidable(context, attempt, key, **_act_data(pending))
    result = RuleResult(
        {who: tired_sheet},
        facts=(*facts, *check_facts(attempt, minimum)),
        throws=(attempt.throw,),
        pending=pending_again,
    )
    return replace(
        _judge_again(context, pending, attempt, result), amends=_amended_disasters(context, pending, attempt)
    )


def _judge_again(
    context: RulesContext, pending: PendingRoll, attempt: Attempt, result: RuleResult
) -> RuleResult:
    match attempt.throw.purpose:
        case "contest":
            other = str(pending.data.get("other", ""))
            fact = contest_fact(attempt.who, other, attempt.margin, figure(pending, "against"))
            return replace(result, facts=(*result.facts, fact))
        case "group":
            margins = (attempt.margin, figure(pending, "others"))
            facts = group_facts(margins, figure(pending, "count"), _minimum(pending.data.get("minimum")))
            return replace(result, facts=(*result.facts, *facts))
        case "task":
            return _add_margin(context, pending, attempt, result)
        case "help":
            return _add_help(context, str(pending.data.get("other", "")), attempt, result)
        case _:
            return result


def _amended_disasters(
    context: RulesContext, pending: PendingRoll, attempt: Attempt
) -> dict[str, dict[str, Scalar]]:
    """Return new figures for the other pending disasters of the same contest or group."""
    amends: dict[str, dict[str, Scalar]] = {}
    for key, each in context.waiting.items():
        if each.kind == DISASTER and each.who != pending.who and _share_act(each, pending):
            difference = attempt.margin - figure(pending, "margin")
            others = figure(each, "others") + difference
            amends[key] = {"against": attempt.margin} if "against" in each.data else {"others": others}
    return amends


def _share_act(other: PendingRoll, pending: PendingRoll) -> bool:
    """Whether two disasters were part of the same contest or group effort."""
    data, other_data = pending.data, other.data
    if "against" in data:
        is_rival = other_data.get("other") == pending.who and data.get("other") == other.who
        return is_rival and other_data.get("against") == data.get("margin")
    are_of_groups = (
        "others" in data and "others" in other_data and data.get("count") == other_data.get("count")
    )
    return are_of_groups and _total(pending) == _total(other)


def _total(pending: PendingRoll) -> int:
    return figure(pending, "margin") + figure(pending, "others")


def _add_margin(
    context: RulesContext, pending: PendingRoll, attempt: Attempt, result: RuleResult
) -> RuleResult:
    """Replace the disaster's margin in its task, whose turn already counts; mates' margins count too."""
    scene = stage(context)
    task, holder = scene.task_of(attempt.who), scene.holder(attempt.who)
    if task is None:
        return result
    others = figure(pending, "others")
    old_progress = max(0, others + figure(pending, "margin"))
    updated = replace(task, accumulated=task.accumulated + max(0, others + attempt.margin) - old_progress)
    tasks, task_facts = finish_tasks({**scene.tasks, holder: updated}, (holder,))
    fact = progress(holder, updated)
    return replace(result, scene=replace(scene, tasks=tasks), facts=(*result.facts, fact, *task_facts))


def _add_help(context: RulesContext, other: str, attempt: Attempt, result: RuleResult) -> RuleResult:
    sheet = context.sheets.get(other)
    if not isinstance(sheet, Character) or attempt.who not in sheet.helpers:
        return result
    helper = replace(sheet.helpers[attempt.who], success=attempt.success)
    updated = replace(sheet, helpers={**sheet.helpers, attempt.who: helper})
    fact = helped_fact(attempt.who, other, updated.helpers)
    return replace(result, sheets={**result.sheets, other: updated}, facts=(*result.facts, fact))


def _act_data(pending: PendingRoll) -> dict[str, Scalar]:
    own_keys = ("characteristic", "value", "net", "purpose", "margin")
    return {name: value for name, value in pending.data.items() if name not in own_keys}


def _minimum(minimum: Scalar) -> int | None:
    return minimum if isinstance(minimum, int) else None


def _bonus(pending: PendingRoll) -> BonusDice:
    return BonusDice(max(-MOST_NET, min(MOST_NET, figure(pending, "net"))))


# The resolution of each kind, and whether one still makes sense.


def resolve_task(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll another turn of an extended action (R4-025)."""
    return carry_on(context, (pending.who,), {}, roll)


def _task_goes_on(context: RulesContext, pending: PendingRoll) -> bool:
    task = stage(context).task_of(pending.who)
    if task is None or task.characteristic not in character(context, pending.who).characteristics:
        return False
    return not task.complete and task.worked.get(pending.who) != context.now


PENDING_ROLLS: Mapping[str, PendingRollKind] = {
    TASK: PendingRollKind(resolve_task, _task_goes_on),
    DISASTER: PendingRollKind(resolve_disaster, lambda context, pending: True),
}
