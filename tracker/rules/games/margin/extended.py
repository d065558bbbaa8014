"""Extended actions: margins that add up turn after turn, alone or in a race (R4-025..R4-028)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.games.margin.opposed import Contest, Winner, oppose
from tracker.rules.games.margin.sheet import Task
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact


def work(task: Task, margin: int) -> Task:
    """Spend a turn and add the margin of its check; a failure adds nothing (R4-025, A4-09).

    Raises `Refusal` `already_complete` when there is nothing left to do.

    >>> work(Task(target=50, accumulated=40, turns=4), 10).complete
    True
    """
    if task.complete:
        raise Refusal("already_complete", target=task.target)
    return replace(task, accumulated=task.accumulated + max(0, margin), turns=task.turns + 1)


def race(a: Task, b: Task) -> Contest | None:
    """Settle two extended actions against each other: ahead and complete wins, till then nobody (R4-028)."""
    contest = oppose(a.accumulated, b.accumulated)
    finished = {Winner.A: a.complete, Winner.B: b.complete, Winner.TIE: a.complete and b.complete}
    return contest if finished[contest.winner] else None


def settled(tasks: Mapping[str, Task], workers: tuple[str, ...]) -> tuple[dict[str, Task], tuple[Fact, ...]]:
    """Take away the tasks that are done and tell them: alone, or ahead of every rival (R4-026, R4-028)."""
    left, facts = dict(tasks), list[Fact]()
    for who in workers:
        if who not in left:
            continue
        rivals = [rival for rival in left[who].rivals if rival in left]
        if not rivals:
            if left[who].complete:
                facts.append(_finished("task_done", who, left.pop(who)))
        elif (fact := _race(left, who, rivals)) is not None:
            facts.append(fact)
            for each in (who, *rivals):
                del left[each]
    return left, tuple(facts)


def _race(tasks: Mapping[str, Task], who: str, rivals: list[str]) -> Fact | None:
    """Return how a race ends, seen from one of its runners; None while it goes on or another leads it."""
    results = [race(tasks[who], tasks[rival]) for rival in rivals]
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
