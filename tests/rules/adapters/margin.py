"""The margin vectors' operations, in the tracker's own functions."""

from collections.abc import Callable
from typing import Any

from tests.rules.loaded import loaded
from tracker.rules.margin.bands import band, severity
from tracker.rules.margin.bonus_dice import net_dice
from tracker.rules.margin.check import check
from tracker.rules.margin.cooperation import Helper, group_effort, help_bonuses
from tracker.rules.margin.exhaustion import avoid, can_avoid
from tracker.rules.margin.extended import ExtendedAction, work
from tracker.rules.margin.minimum import attain
from tracker.rules.margin.opposed import oppose

Case = dict[str, Any]


def _check(**case: Any) -> Case:
    bonus = net_dice(case["bonuses"], case["penalties"])
    assert bonus.count == len(case["d4"])
    made = check(case["characteristic"], loaded(case["die"], *case["d4"]), bonus)
    return {
        "total": made.total,
        "success": made.outcome.success,
        "margin": made.margin,
        "result": made.outcome,
    }


def _net_dice(**case: Any) -> Case:
    bonus = net_dice(case["bonuses"], case["penalties"])
    return {"kind": bonus.leaning, "count": bonus.count}


def _extended(**case: Any) -> Case:
    action = ExtendedAction(case["target"])
    for margin in case["margins"]:
        if action.complete:
            break
        action = work(action, margin)
    return {"accumulated": action.accumulated, "complete": action.complete, "turns": action.turns}


def _opposed(**case: Any) -> Case:
    contest = oppose(case["a"], case["b"])
    return {"winner": contest.winner, "margin": contest.margin}


def _help(**case: Any) -> Case:
    helpers = [Helper(helper["competent"], helper["success"]) for helper in case["helpers"]]
    return {"bonuses": help_bonuses(helpers)}


def _group(**case: Any) -> Case:
    effort = group_effort(case["margins"])
    return {"total": effort.total, "success": effort.success}


def _avoid_disaster(**case: Any) -> Case:
    made = check(10, loaded(case["die"]))
    where = {"in_combat": case["in_combat"], "physical": case["physical"]}
    if not can_avoid(made, **where):
        return {"allowed": False, "die": made.die.face, "exhaustion": case["exhaustion"]}
    again = avoid(made, case["exhaustion"], loaded(case["reroll_die"]), **where)
    return {"allowed": True, "die": again.check.die.face, "exhaustion": again.exhaustion}


OPERATIONS: dict[str, Callable[..., Case]] = {
    "check": _check,
    "net_dice": _net_dice,
    "band": lambda **case: {"band": band(case["margin"])},
    "fail_severity": lambda **case: {"severity": severity(case["margin"])},
    "min_margin": lambda **case: {
        "result": attain(case["margin"], case["minimum"], success=case["success"]),
    },
    "extended": _extended,
    "opposed": _opposed,
    "help": _help,
    "group": _group,
    "avoid_disaster": _avoid_disaster,
}
