"""Rolls that each moment of play calls for."""

from tracker.rules.clock import MINUTE
from tracker.rules.fields import Scalar
from tracker.rules.games.margin.sheet import Task, character, stage
from tracker.rules.system import PendingRoll, RulesContext

TASK = "task"


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Remind of an extended action whose turns are those of a fight: how far it has come (R4-025)."""
    task = stage(context).tasks.get(who)
    if task is None or character(context, who).dead or not _fits_in_a_turn(context, task):
        return ()
    data: dict[str, Scalar] = {
        "what": task.what,
        "characteristic": task.characteristic,
        "accumulated": task.accumulated,
        "target": task.target,
        "seconds": task.turn,
    }
    return (PendingRoll(TASK, TASK, who, data),)


def _fits_in_a_turn(context: RulesContext, task: Task) -> bool:
    """Whether a turn of the task is no longer than one of the table; a minute at most if nobody has said."""
    return task.turn <= (stage(context).turn_length or MINUTE)
