"""Attribute checks, opposed checks and willpower (R3-018..R3-020, R3-028..R3-035)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.loaded import chance, loaded_dice, no_dice
from tests.trials import each_of
from tracker.rules.games.percentile.checks import (
    Method,
    Odds,
    Outcome,
    attribute_check,
    chance_of,
    check,
    may_exert,
    opposed_check,
    roll_willpower,
)
from tracker.rules.games.percentile.sheet import Score, Skill, Stage, new_character
from tracker.rules.games.percentile.system import PERCENTILE
from tracker.rules.system import RulesContext

OPPOSED_TABLE = {
    9: 95,
    8: 90,
    7: 85,
    6: 80,
    5: 75,
    4: 70,
    3: 65,
    2: 60,
    1: 55,
    0: 50,
    -1: 45,
    -2: 40,
    -3: 35,
    -4: 30,
    -5: 25,
    -6: 20,
    -7: 15,
    -8: 10,
    -9: 5,
}


@each_of("attribute", range(1, 20))
@each_of(("method", "sides"), [(Method.D20, 20), (Method.D100, 100)])
def test_both_methods_succeed_as_often_for_an_attribute_of_1_to_19(
    attribute: int, method: Method, sides: int
) -> None:
    wins = chance(lambda roll: attribute_check(attribute, roll, method).success, sides)
    assert wins == Fraction(attribute, 20)


def test_an_attribute_of_20_never_fails_on_a_d20_and_fails_five_times_in_a_hundred() -> None:
    assert chance(lambda roll: attribute_check(20, roll, Method.D20).success, 20) == 1
    assert chance(lambda roll: attribute_check(20, roll, Method.D100).success, 100) == Fraction(95, 100)


def test_a_d20_is_at_or_under_the_attribute_and_no_more_to_it() -> None:
    outcomes = [attribute_check(12, loaded_dice(face), Method.D20).outcome for face in (1, 12, 13, 20)]
    assert outcomes == [Outcome.SUCCESS, Outcome.SUCCESS, Outcome.FAILURE, Outcome.FAILURE]


@each_of(
    ("face", "outcome"),
    [
        (3, Outcome.CRITICAL),
        (12, Outcome.SPECIAL),
        (60, Outcome.SUCCESS),
        (61, Outcome.FAILURE),
        (96, Outcome.FUMBLE),
    ],
)
def test_a_d100_treats_five_times_the_attribute_as_a_percentage(face: int, outcome: Outcome) -> None:
    assert attribute_check(12, loaded_dice(face), Method.D100).outcome is outcome


@each_of(("difference", "percent"), OPPOSED_TABLE.items())
def test_the_opposed_table(difference: int, percent: int) -> None:
    context = chance_of(10 + difference, 10)
    assert (context.odds, context.percent) == (Odds.ROLL, percent)
    assert chance(lambda roll: opposed_check(10 + difference, 10, roll).success, 100) == Fraction(
        percent, 100
    )


@pytest.mark.parametrize("ahead", [10, 11, 25])
def test_ten_points_ahead_there_is_nothing_to_roll(ahead: int) -> None:
    assert chance_of(10 + ahead, 10).odds is Odds.AUTOMATIC
    assert opposed_check(10 + ahead, 10, no_dice).success
    assert chance_of(10, 10 + ahead).odds is Odds.IMPOSSIBLE
    assert not opposed_check(10, 10 + ahead, no_dice).success


def test_a_strength_of_10_breaks_a_door_of_18_one_time_in_ten() -> None:
    assert opposed_check(10, 18, loaded_dice(10)).success
    assert not opposed_check(10, 18, loaded_dice(11)).success


@given(st.integers(1, 40), st.integers(1, 40))
def test_what_one_side_may_win_the_other_may_lose(active: int, passive: int) -> None:
    assert chance_of(active, passive).percent + chance_of(passive, active).percent == 100


@each_of(
    ("effective", "face", "power", "offered"),
    [
        (40, 46, 12, True),
        (40, 47, 12, False),
        (40, 46, 13, True),
        (40, 47, 13, False),
        (40, 47, 14, True),
        (40, 41, 2, True),
        (40, 41, 1, False),
        (40, 40, 14, False),
        (94, 95, 10, True),
        (94, 96, 10, False),
        (-5, 2, 14, True),
        (-5, 3, 14, False),
    ],
)
def test_a_near_miss_is_by_half_of_power_rounded_down(
    effective: int, face: int, power: int, offered: bool
) -> None:
    assert may_exert(check(effective, loaded_dice(face)), power) is offered


def test_the_miss_is_measured_from_the_modified_percentage() -> None:
    assert may_exert(check(40, loaded_dice(56), modifier=10), 12)
    assert not may_exert(check(40, loaded_dice(57), modifier=10), 12)


def test_no_will_achieves_the_impossible() -> None:
    assert not may_exert(check(40, no_dice, possible=False), 20)


@each_of(
    ("power", "face", "achieved"),
    [
        (12, 60, True),
        (12, 61, False),
        (12, 1, True),
        (20, 95, True),
        (20, 96, False),
        (20, 100, False),
    ],
)
def test_the_last_effort_succeeds_or_is_a_catastrophe(power: int, face: int, achieved: bool) -> None:
    assert roll_willpower(power, loaded_dice(face)).success is achieved


@pytest.mark.parametrize("face", [53, 3])
def test_an_attribute_of_a_skills_name_brings_neither_willpower_nor_a_mark(face: int) -> None:  # A3-12
    sheet = replace(new_character("pc"), own_attributes={"Suerte": Score(10)}, skills={"Suerte": Skill(50)})
    at = RulesContext(Stage(), {"ana": sheet}, {}, 0)
    result = PERCENTILE.acts["attribute"].apply(at, "ana", {"attribute": "Suerte"}, lambda sides: face)

    assert result.pending == ()
    checked = PERCENTILE.acts["test"].apply(at, "ana", {"skill": "Suerte"}, lambda sides: face)
    assert len(checked.pending) == 1
