"""How each kind of pending roll is resolved, which dice it needs, and whether it still makes sense."""

from collections.abc import Mapping

from tracker.rules.dice import Roll
from tracker.rules.games.margin import disasters
from tracker.rules.games.margin.acts.enduring import carry_on
from tracker.rules.games.margin.checks import Call, bonus_of, sides_of
from tracker.rules.games.margin.disasters import DISASTER
from tracker.rules.games.margin.moments import TASK
from tracker.rules.games.margin.sheet import character, stage
from tracker.rules.pending import PendingRollKind
from tracker.rules.system import PendingRoll, RuleResult, RulesContext


def resolve_task(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll another turn of an extended action (R4-025)."""
    return carry_on(context, (pending.who,), {}, roll)


def _task_goes_on(context: RulesContext, pending: PendingRoll) -> bool:
    task = stage(context).tasks.get(pending.who)
    if task is None or task.characteristic not in character(context, pending.who).characteristics:
        return False
    return not task.complete


def _task_dice(context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
    call = Call(stage(context).tasks[pending.who].characteristic)
    return sides_of(bonus_of(character(context, pending.who), call))


PENDING_ROLLS: Mapping[str, PendingRollKind] = {
    TASK: PendingRollKind(resolve_task, _task_dice, _task_goes_on),
    DISASTER: PendingRollKind(disasters.resolve, disasters.dice, lambda context, pending: True),
}
