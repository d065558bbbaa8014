"""The margin vectors' operations, in the tracker's own functions."""

from collections.abc import Callable
from typing import Any

from tests.rules.adapters.clock import Passages, pass_time
from tests.rules.loaded import loaded_dice
from tests.rules.margin.tables import a_table, do, sheet_of, somebody
from tests.session.game import Game
from tracker.rules.games.margin.checks import (
    Severity,
    attain,
    band,
    check,
    group_effort,
    help_bonuses,
    net_dice,
    oppose,
    severity,
    work,
)
from tracker.rules.games.margin.sheet import Helper, Task
from tracker.rules.games.margin.system import MARGIN

Case = dict[str, Any]


def _check(**case: Any) -> Case:
    bonus = net_dice(case.get("bonuses") or 0, case.get("penalties") or 0)
    faces = case.get("d4") or []
    assert bonus.count == len(faces)
    made = check(case["characteristic"], loaded_dice(case["die"], *faces), bonus)
    return {
        "total": made.total,
        "success": made.outcome.success,
        "margin": made.margin,
        "result": made.outcome,
    }


def _net_dice(**case: Any) -> Case:
    bonus = net_dice(case["bonuses"], case["penalties"])
    return {"kind": bonus.leaning, "count": bonus.count}


def _severity(margin: int) -> str:
    """Return `simple` or `major`: the cases know no degrees of a greater failure."""
    return Severity.SIMPLE if severity(margin) is Severity.SIMPLE else Severity.MAJOR


def _extended_action(**case: Any) -> Case:
    action = Task(target=case["target"])
    for margin in case["margins"]:
        if action.complete:
            break
        action = work(action, margin)
    return {"accumulated": action.accumulated, "complete": action.complete, "turns": action.turns}


def _opposed_action(**case: Any) -> Case:
    contest = oppose(case["a"], case["b"])
    return {"winner": contest.winner, "margin": contest.margin}


def _help(**case: Any) -> Case:
    helpers = [Helper(helper["competent"], helper.get("success")) for helper in case["helpers"]]
    return {"bonuses": help_bonuses(helpers)}


def _group(**case: Any) -> Case:
    effort = group_effort(case["margins"])
    return {"total": effort.total, "success": effort.success}


def _avoid_disaster(**case: Any) -> Case:
    tired = somebody(exhaustion=case["exhaustion"])
    context = a_table(tired, fighting=frozenset({"lia"} if case["in_combat"] else ()))
    what = "Atletismo" if case["physical"] else "Sigilo"
    result = do("test", context, "lia", loaded_dice(case["die"]), characteristic=what)
    if not result.pending:
        return {"allowed": False, "die": case["die"], "exhaustion": case["exhaustion"]}
    again = MARGIN.resolve(context, result.pending[0], loaded_dice(case["reroll_die"]))
    die = again.throws[0].dice[0].face
    return {"allowed": True, "die": die, "exhaustion": sheet_of(again).exhaustion}


def clock(turn_seconds: int, passages: Passages) -> dict[str, Any]:
    game = Game(f"ajuste turno {turn_seconds}", system="margin")
    pass_time(game, passages)
    return {"seconds": game.session.elapsed}


OPERATIONS: dict[str, Callable[..., Case]] = {
    "clock": clock,
    "check": _check,
    "net_dice": _net_dice,
    "band": lambda **case: {"band": band(case["margin"])},
    "fail_severity": lambda **case: {"severity": _severity(case["margin"])},
    "min_margin": lambda **case: {
        "result": attain(case["margin"], case["minimum"], success=case["success"]),
    },
    "extended": _extended_action,
    "opposed": _opposed_action,
    "help": _help,
    "group": _group,
    "avoid_disaster": _avoid_disaster,
}
