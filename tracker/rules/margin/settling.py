"""How each kind of due is settled, which dice it needs, and when it no longer makes sense."""

from collections.abc import Mapping

from tracker.rules.dice import Roll
from tracker.rules.margin import disasters
from tracker.rules.margin.acts.enduring import carry_on
from tracker.rules.margin.disasters import DISASTER
from tracker.rules.margin.moments import TASK
from tracker.rules.margin.sheet import character, stage
from tracker.rules.margin.sheet_check import Call, bonus_of, sides_of
from tracker.rules.settling import Settling
from tracker.rules.system import Due, RuleResult, RulesContext


def settle_task(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll another turn of an extended action (R4-025)."""
    return carry_on(context, (due.who,), {}, roll)


def _task_goes_on(context: RulesContext, due: Due) -> bool:
    task = stage(context).tasks.get(due.who)
    if task is None or task.characteristic not in character(context, due.who).characteristics:
        return False
    return not task.progress.complete


def _task_dice(context: RulesContext, due: Due) -> tuple[int, ...]:
    call = Call(stage(context).tasks[due.who].characteristic)
    return sides_of(bonus_of(character(context, due.who), call))


PENDING_ROLLS: Mapping[str, Settling] = {
    TASK: Settling(settle_task, _task_dice, _task_goes_on),
    DISASTER: Settling(disasters.settle, disasters.dice, lambda context, due: True),
}
