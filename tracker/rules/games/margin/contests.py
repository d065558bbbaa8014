"""What several checks come to together, as facts: contests, group efforts, races (R4-027..R4-032)."""

from collections.abc import Mapping

from tracker.rules.games.margin.bands import attain
from tracker.rules.games.margin.cooperation import group_effort
from tracker.rules.games.margin.opposed import Winner, oppose, race
from tracker.rules.games.margin.sheet import Task
from tracker.rules.system import Fact


def contest(a: str, b: str, margin_a: int, margin_b: int) -> Fact:
    """Tell who wins an opposed action and by how much (R4-027, A4-10)."""
    result = oppose(margin_a, margin_b)
    match result.winner:
        case Winner.A:
            return Fact("contest_won", {"who": a, "other": b, "margin": result.margin})
        case Winner.B:
            return Fact("contest_won", {"who": b, "other": a, "margin": result.margin})
        case Winner.TIE:
            return Fact("contest_tied", {"who": a, "other": b})


def group(margins: tuple[int, ...], count: int, minimum: int | None) -> tuple[Fact, ...]:
    """Tell what the effort of `count` people comes to (R4-031, R4-032)."""
    effort = group_effort(margins)
    kind = "group_succeeded" if effort.success else "group_failed"
    facts = (Fact(kind, {"count": count, "total": effort.total}),)
    if minimum is None or not effort.success:
        return facts
    attained = attain(effort.total, minimum, success=effort.success)
    return (*facts, Fact(f"minimum_{attained}", {"minimum": minimum}))


def settled(tasks: Mapping[str, Task], workers: tuple[str, ...]) -> tuple[dict[str, Task], tuple[Fact, ...]]:
    """Take away the tasks that are done and tell them: alone, or ahead of every rival (R4-026, R4-028)."""
    left, facts = dict(tasks), list[Fact]()
    for who in workers:
        if who not in left:
            continue
        rivals = [rival for rival in left[who].rivals if rival in left]
        if not rivals:
            if left[who].progress.complete:
                facts.append(_finished("task_done", who, left.pop(who)))
        elif (fact := _race(left, who, rivals)) is not None:
            facts.append(fact)
            for each in (who, *rivals):
                del left[each]
    return left, tuple(facts)


def _race(tasks: Mapping[str, Task], who: str, rivals: list[str]) -> Fact | None:
    """Return how a race ends, seen from one of its runners; None while it goes on or another leads it."""
    results = [race(tasks[who].progress, tasks[rival].progress) for rival in rivals]
    margins = [result.lead for result in results if result is not None]
    if len(margins) < len(rivals) or min(margins) < 0:
        return None
    if min(margins) == 0:
        return Fact("race_tied", {"who": who, "other": rivals[margins.index(0)]})
    return _finished("race_won", who, tasks[who], margin=min(margins))


def _finished(kind: str, who: str, task: Task, **data: int) -> Fact:
    about = {"what": task.what, "characteristic": task.characteristic}
    figures = {"accumulated": task.accumulated, "target": task.target, "turns": task.turns}
    return Fact(kind, {"who": who, **about, **figures, **data})
