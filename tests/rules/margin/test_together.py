"""Long, opposed and shared actions (R4-025..R4-034)."""

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.games.margin.checks import Contest, Winner, group_effort, help_bonuses, oppose, race, work
from tracker.rules.games.margin.sheet import Helper, Task
from tracker.rules.refusal import Refusal

ORDINARY = Helper()
EXPERT = Helper(competent=True, success=True)
EXPERT_WHO_FAILED = Helper(competent=True, success=False)
EXPERT_WHO_DID_NOT_ROLL = Helper(competent=True)


def work_on_task(target: int, *margins: int) -> Task:
    return reduce(work, margins, Task(target=target))


def test_a_breakdown_of_fifty_takes_five_turns_of_ten() -> None:
    assert not work_on_task(50, 10, 10, 10, 10).complete
    repaired = work_on_task(50, 10, 10, 10, 10, 10)
    assert (repaired.complete, repaired.turns) == (True, 5)


def test_a_failed_turn_takes_time_and_nothing_else() -> None:
    assert work_on_task(50, 10, -6, 10) == Task(target=50, accumulated=20, turns=3)


def test_a_marginal_turn_adds_nothing() -> None:
    assert work_on_task(10, 0, 0, 12) == Task(target=10, accumulated=12, turns=3)


def test_a_complete_task_needs_no_more_work() -> None:
    with pytest.raises(Refusal, match="already_complete"):
        work_on_task(10, 10, 1)


@each_of(
    ("a", "b", "winner", "margin"),
    [
        (6, 4, Winner.A, 2),
        (4, 6, Winner.B, 2),
        (3, -2, Winner.A, 5),
        (-7, -2, Winner.B, 5),
        (4, 4, Winner.TIE, 0),
        (0, -1, Winner.A, 1),
    ],
)
def test_the_greater_margin_wins_by_the_difference(a: int, b: int, winner: Winner, margin: int) -> None:
    contest = oppose(a, b)
    assert (contest.winner, contest.margin) == (winner, margin)


@given(st.integers(-60, 60), st.integers(-60, 60))
def test_the_order_of_the_names_does_not_matter(a: int, b: int) -> None:
    swapped = {Winner.A: Winner.B, Winner.B: Winner.A, Winner.TIE: Winner.TIE}
    assert oppose(b, a).winner is swapped[oppose(a, b).winner]
    assert oppose(b, a).margin == oppose(a, b).margin


def test_the_runner_ahead_wins_once_its_task_is_complete() -> None:
    assert race(work_on_task(30, 10, 12), work_on_task(30, 10, 8)) is None
    assert race(work_on_task(30, 10, 25), work_on_task(30, 10, 21)) == Contest(4)


def test_a_race_goes_on_while_the_one_ahead_has_further_to_go() -> None:
    assert race(work_on_task(50, 40), work_on_task(30, 35)) is None


def test_a_race_may_end_in_a_tie() -> None:
    contest = race(work_on_task(30, 30), work_on_task(30, 30))
    assert contest is not None
    assert contest.winner is Winner.TIE


@each_of(
    ("helpers", "bonuses"),
    [
        ((), 0),
        ((ORDINARY,), 1),
        ((ORDINARY, ORDINARY, ORDINARY), 1),
        ((EXPERT,), 2),
        ((EXPERT, EXPERT), 4),
        ((EXPERT, ORDINARY), 3),
        ((EXPERT_WHO_FAILED,), 1),
        ((EXPERT_WHO_DID_NOT_ROLL,), 1),
        ((EXPERT, EXPERT_WHO_FAILED, ORDINARY), 3),
        ((Helper(success=True),), 1),
    ],
)
def test_help_is_one_bonus_and_a_competent_success_two(helpers: tuple[Helper, ...], bonuses: int) -> None:
    assert help_bonuses(helpers) == bonuses


@each_of(
    ("margins", "total", "success"),
    [((4, 3), 7, True), ((5, -3, 0), 2, True), ((5, -5), 0, True), ((2, -6), -4, False), ((-1,), -1, False)],
)
def test_a_group_adds_its_margins_failures_included(
    margins: tuple[int, ...], total: int, success: bool
) -> None:
    effort = group_effort(margins)
    assert (effort.total, effort.success) == (total, success)


def test_a_group_has_somebody_in_it() -> None:
    with pytest.raises(Refusal, match="nobody_takes_part"):
        group_effort(())
