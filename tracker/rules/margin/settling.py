"""How each kind of due is settled, which dice it needs, and when it no longer makes sense."""

from tracker.rules.dice import Roll
from tracker.rules.margin import disasters
from tracker.rules.margin.acts.enduring import carry_on
from tracker.rules.margin.disasters import DISASTER
from tracker.rules.margin.moments import TASK
from tracker.rules.margin.sheet import character, stage
from tracker.rules.margin.sheet_check import Call, bonus_of, sides_of
from tracker.rules.settling import Settling, Settlings
from tracker.rules.system import Due, Ruling, Table


def settle_task(table: Table, due: Due, roll: Roll) -> Ruling:
    """Roll another turn of an extended action (R4-025)."""
    return carry_on(table, (due.who,), {}, roll)


def _task_goes_on(table: Table, due: Due) -> bool:
    task = stage(table).tasks.get(due.who)
    if task is None or task.characteristic not in character(table, due.who).characteristics:
        return False
    return not task.progress.complete


def _task_dice(table: Table, due: Due) -> tuple[int, ...]:
    call = Call(stage(table).tasks[due.who].characteristic)
    return sides_of(bonus_of(character(table, due.who), call))


SETTLINGS = Settlings(
    {
        TASK: Settling(settle_task, _task_dice, _task_goes_on),
        DISASTER: Settling(disasters.settle, disasters.dice, lambda table, due: True),
    }
)
