"""Rolls that each moment of play calls for."""

from tracker.rules.fields import Scalar
from tracker.rules.games.margin.sheet import character, stage
from tracker.rules.system import PendingRoll, RulesContext

TASK = "task"


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Remind of an extended action: how far it has come, and how long its turn is (R4-025)."""
    task = stage(context).tasks.get(who)
    if task is None or character(context, who).dead:
        return ()
    data: dict[str, Scalar] = {
        "what": task.what,
        "characteristic": task.characteristic,
        "accumulated": task.accumulated,
        "target": task.target,
        "seconds": task.turn,
    }
    return (PendingRoll(TASK, TASK, who, data),)
