"""Experience, study and mentors (R3-036..R3-046)."""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.loaded import chance, loaded_dice
from tests.trials import each_of
from tracker.rules.games.percentile.checks import (
    Method,
    Outcome,
    can_mentor,
    earns_tick,
    finish_study,
    improve,
    study_days,
    study_weeks,
)


@each_of(
    ("outcome", "very_useful", "earned"),
    [
        (Outcome.CRITICAL, False, True),
        (Outcome.SPECIAL, False, True),
        (Outcome.SUCCESS, True, True),
        (Outcome.SUCCESS, False, False),
        (Outcome.BASIC, True, True),
        (Outcome.FAILURE, True, False),
        (Outcome.FUMBLE, True, False),
    ],
)
def test_a_tick_is_for_success_that_was_special_or_mattered(
    outcome: Outcome, very_useful: bool, earned: bool
) -> None:
    assert earns_tick(outcome, very_useful=very_useful, gm_agrees=True) is earned
    assert not earns_tick(outcome, very_useful=very_useful, gm_agrees=False)


@each_of(
    ("skill", "face", "improves"),
    [
        (40, 39, False),
        (40, 40, False),
        (40, 41, True),
        (40, 100, True),
        (97, 97, False),
        (97, 98, True),
        (98, 98, True),
        (100, 97, False),
        (105, 99, True),
        (0, 1, True),
    ],
)
def test_a_skill_improves_above_its_percentage_or_from_98(skill: int, face: int, improves: bool) -> None:
    improved = improve(skill, loaded_dice(face, 2))
    assert improved.skill == skill + 2 * improves
    assert (improved.gain is not None) is improves


@each_of("skill", [0, 1, 40, 96, 97, 98, 100, 150])
def test_the_chance_to_improve_is_100_less_the_skill_and_at_least_3(skill: int) -> None:
    wins = chance(lambda roll: improve(skill, roll).skill > skill, 100, 3)
    assert wins == Fraction(max(3, 100 - skill), 100)


def test_an_improvement_is_one_two_or_three_points() -> None:
    assert [improve(40, loaded_dice(90, gain)).skill for gain in (1, 2, 3)] == [41, 42, 43]


@each_of(
    ("skill", "weeks"),
    [(0, 2), (1, 2), (10, 2), (11, 4), (30, 6), (31, 8), (95, 20), (100, 20), (101, 22)],
)
def test_study_takes_two_weeks_for_each_ten_or_part_of_ten(skill: int, weeks: int) -> None:
    assert study_weeks(skill) == weeks
    assert study_days(skill) == 7 * weeks


@each_of(
    ("skill", "mentor", "days"),
    [
        (30, 60, 32),
        (30, 40, 32),
        (30, 39, 42),
        (20, 30, 21),
        (40, 50, 42),
        (10, 90, 11),
        (50, 90, 53),
        (90, 100, 95),
    ],
)
def test_a_mentor_ten_points_ahead_saves_a_quarter_rounded_up(skill: int, mentor: int, days: int) -> None:
    assert study_days(skill, mentor) == days


@given(st.integers(0, 200), st.integers(0, 200))
def test_only_a_mentor_far_enough_ahead_saves_time(skill: int, mentor: int) -> None:
    alone = study_days(skill)
    saved = ceil(Fraction(3, 4) * alone)
    assert study_days(skill, mentor) == (saved if can_mentor(mentor, skill) else alone)
    assert can_mentor(mentor, skill) == (mentor - skill >= 10)


def test_study_bears_fruit_when_power_holds() -> None:
    done = finish_study(30, 12, loaded_dice(60, 2))
    assert (done.skill, done.gain is not None) == (32, True)


@pytest.mark.parametrize("face", [61, 96, 100])
def test_study_is_lost_time_when_power_fails(face: int) -> None:
    lost = finish_study(30, 12, loaded_dice(face))
    assert (lost.skill, lost.gain) == (30, None)


def test_power_may_be_checked_with_a_d20_too() -> None:
    assert finish_study(30, 20, loaded_dice(20, 3), Method.D20).skill == 33
