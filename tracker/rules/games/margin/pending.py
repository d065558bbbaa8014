"""The pending rolls of Margin: what calls for them, how they are resolved, when they lapse."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import Scalar
from tracker.rules.games.margin.acts import carry_on
from tracker.rules.games.margin.checks import (
    DISASTER,
    BonusDice,
    Made,
    avoidable,
    check,
    check_facts,
    contest_fact,
    finish_tasks,
    group_facts,
    helped_fact,
    made_of,
    progress,
)
from tracker.rules.games.margin.sheet import TASK, Character, add_exhaustion, character, fits_in_a_turn, stage
from tracker.rules.pending import PendingRollKind, figure
from tracker.rules.system import PendingRoll, RuleResult, RulesContext

# Rolls that each moment of play calls for.


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Remind of an extended action whose turns are those of a fight: how far it has come (R4-025)."""
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
    """Let everybody carry on with their extended action again (R4-025)."""
    scene = stage(context)
    tasks = {who: replace(task, worked={}) if task.worked else task for who, task in scene.tasks.items()}
    return RuleResult() if tasks == scene.tasks else RuleResult(scene=replace(scene, tasks=tasks))


# The disaster that somebody in combat may avoid with exhaustion and another roll (R4-017, A4-13).

MOST_NET = 100
"""More d4s than anybody rolls; a save from elsewhere may ask for any number."""


def resolve_disaster(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Mark an exhaustion point, make the whole check again, and judge its act again."""
    sheet, who = character(context, pending.who), pending.who
    tired, facts = add_exhaustion(context, who, sheet, 1)
    made = made_of(
        who,
        str(pending.data.get("characteristic", "")),
        check(figure(pending, "value"), roll, _bonus(pending)),
        purpose=str(pending.data.get("purpose", "")),
        physical=True,
    )
    own = _asked(pending.data.get("minimum")) if made.throw.purpose == "check" else None
    waiting = {key: each for key, each in context.waiting.items() if key != pending.key}
    again = avoidable(replace(context, waiting=waiting), made, **_fact_data(pending))
    result = RuleResult(
        {who: tired}, facts=(*facts, *check_facts(made, own)), throws=(made.throw,), pending=again
    )
    return replace(_read_anew(context, pending, made, result), amends=_compared_anew(context, pending, made))


def _read_anew(context: RulesContext, pending: PendingRoll, made: Made, result: RuleResult) -> RuleResult:
    match made.throw.purpose:
        case "contest":
            other = str(pending.data.get("other", ""))
            fact = contest_fact(made.who, other, made.margin, figure(pending, "against"))
            return replace(result, facts=(*result.facts, fact))
        case "group":
            margins = (made.margin, figure(pending, "others"))
            facts = group_facts(margins, figure(pending, "count"), _asked(pending.data.get("minimum")))
            return replace(result, facts=(*result.facts, *facts))
        case "task":
            return _add_margin(context, pending, made, result)
        case "help":
            return _add_help(context, str(pending.data.get("other", "")), made, result)
        case _:
            return result


def _compared_anew(context: RulesContext, pending: PendingRoll, made: Made) -> dict[str, dict[str, Scalar]]:
    """Return the new figures for the other pending disasters of the same contest or group."""
    amends: dict[str, dict[str, Scalar]] = {}
    for key, each in context.waiting.items():
        if each.kind == DISASTER and each.who != pending.who and _same(each, pending):
            further = made.margin - figure(pending, "margin")
            others = figure(each, "others") + further
            amends[key] = {"against": made.margin} if "against" in each.data else {"others": others}
    return amends


def _same(other: PendingRoll, pending: PendingRoll) -> bool:
    """Whether two disasters were part of the same contest or group effort."""
    mine, theirs = pending.data, other.data
    if "against" in mine:
        facing = theirs.get("other") == pending.who and mine.get("other") == other.who
        return facing and theirs.get("against") == mine.get("margin")
    together = "others" in mine and "others" in theirs and mine.get("count") == theirs.get("count")
    return together and _total(pending) == _total(other)


def _total(pending: PendingRoll) -> int:
    return figure(pending, "margin") + figure(pending, "others")


def _add_margin(context: RulesContext, pending: PendingRoll, made: Made, result: RuleResult) -> RuleResult:
    """Add the margin to the task, whose turn has been counted already; with mates it is that of them all."""
    scene = stage(context)
    task, holder = scene.task_of(made.who), scene.holder(made.who)
    if task is None:
        return result
    others = figure(pending, "others")
    counted = max(0, others + figure(pending, "margin"))
    further = replace(task, accumulated=task.accumulated + max(0, others + made.margin) - counted)
    tasks, done = finish_tasks({**scene.tasks, holder: further}, (holder,))
    fact = progress(holder, further)
    return replace(result, scene=replace(scene, tasks=tasks), facts=(*result.facts, fact, *done))


def _add_help(context: RulesContext, other: str, made: Made, result: RuleResult) -> RuleResult:
    sheet = context.sheets.get(other)
    if not isinstance(sheet, Character) or made.who not in sheet.helpers:
        return result
    helper = replace(sheet.helpers[made.who], success=made.success)
    after = replace(sheet, helpers={**sheet.helpers, made.who: helper})
    fact = helped_fact(made.who, other, after.helpers)
    return replace(result, sheets={**result.sheets, other: after}, facts=(*result.facts, fact))


def _fact_data(pending: PendingRoll) -> dict[str, Scalar]:
    own = ("characteristic", "value", "net", "purpose", "margin")
    return {name: value for name, value in pending.data.items() if name not in own}


def _asked(minimum: Scalar) -> int | None:
    return minimum if isinstance(minimum, int) else None


def _bonus(pending: PendingRoll) -> BonusDice:
    return BonusDice(max(-MOST_NET, min(MOST_NET, figure(pending, "net"))))


# How each kind is resolved, and whether it still makes sense.


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
