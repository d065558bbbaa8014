"""Rolls that each moment of play calls for."""

from tracker.rules.fields import Scalar
from tracker.rules.games.margin.sheet import character, fits_in_a_turn, stage
from tracker.rules.system import PendingRoll, RulesContext

TASK = "task"


def turn_starts(context: RulesContext, who: str) -> tuple[PendingRoll, ...]:
    """Remind of an extended action whose turns are those of a fight: how far it has come (R4-025)."""
    scene = stage(context)
    task = scene.tasks.get(who)
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
