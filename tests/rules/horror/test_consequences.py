"""Consequences and damage (R2-012, R2-020..R2-027)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.games.horror.checks import Consequence, Outcome, listed_consequences
from tracker.rules.games.horror.harm import ONLY_HARM, take_damage, wound
from tracker.rules.refusal import Refusal


def test_an_8_or_a_9_cannot_wound() -> None:
    offered = listed_consequences(Outcome.SUCCESS_AT_A_COST)
    assert offered == (Consequence.STRAY_BULLET, Consequence.STRESS, Consequence.VULNERABLE)


def test_a_10_may_wound_or_get_through_armour() -> None:
    assert listed_consequences(Outcome.SUCCESS) == (Consequence.WOUND, Consequence.IGNORE_ARMOUR)


def test_a_failure_brings_what_the_gm_announced() -> None:
    assert listed_consequences(Outcome.FAILURE) == ()


def test_when_hurting_is_all_there_is_an_8_takes_one_hit_point() -> None:
    assert take_damage(4, ONLY_HARM).hit_points == 3


def test_three_attackers_do_the_damage_of_one_weapon() -> None:
    assert wound((3, 5, 2), 1) == 5
    assert wound((3, 5, 2)) == 3


@pytest.mark.parametrize(("weapons", "chosen"), [((), 0), ((3,), 1), ((3,), -1)])
def test_a_weapon_that_nobody_carries_is_refused(weapons: tuple[int, ...], chosen: int) -> None:
    with pytest.raises(Refusal, match="no_such_weapon"):
        wound(weapons, chosen)


@each_of(
    ("before", "damage", "left", "dying", "fell"),
    [
        (5, 3, 2, False, False),
        (5, 5, 0, True, True),
        (5, 9, 0, True, True),
        (0, 2, 0, True, False),
        (1, 1, 0, True, True),
        (1, 0, 1, False, False),
        (4, -2, 4, False, False),
    ],
)
def test_somebody_dies_from_0_hit_points_and_falls_only_once(
    before: int, damage: int, left: int, dying: bool, fell: bool
) -> None:
    damaged = take_damage(before, damage)
    assert (damaged.hit_points, damaged.dying, damaged.fell) == (left, dying, fell)


@given(st.integers(0, 30), st.integers(-5, 40))
def test_hit_points_stay_between_0_and_what_they_were(before: int, damage: int) -> None:
    assert 0 <= take_damage(before, damage).hit_points <= before
