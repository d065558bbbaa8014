"""Avoiding a disaster in combat (R4-017)."""

import pytest

from tests.rules.loaded import loaded, no_dice
from tracker.rules.margin.bonus_dice import BonusDice
from tracker.rules.margin.check import Outcome, check
from tracker.rules.margin.exhaustion import avoid, can_avoid
from tracker.rules.refusal import Refusal

DISASTER = check(12, loaded(20))


def test_a_disaster_is_rolled_again_for_a_point_of_exhaustion() -> None:
    again = avoid(DISASTER, 0, loaded(7), in_combat=True, physical=True)
    assert (again.check.outcome, again.check.margin, again.exhaustion) == (Outcome.SUCCESS, 5, 1)


def test_a_second_20_may_be_avoided_for_a_second_point() -> None:
    again = avoid(DISASTER, 1, loaded(20), in_combat=True, physical=True)
    once_more = avoid(again.check, again.exhaustion, loaded(12), in_combat=True, physical=True)
    assert (once_more.check.outcome, once_more.exhaustion) == (Outcome.MARGINAL_SUCCESS, 3)


def test_the_d4s_are_rolled_again_too() -> None:
    disaster = check(12, loaded(20, 4, 4), BonusDice(-2))
    again = avoid(disaster, 0, loaded(9, 1, 2), in_combat=True, physical=True)
    assert again.check.total == 12


@pytest.mark.parametrize(("in_combat", "physical"), [(True, False), (False, True), (False, False)])
def test_only_physical_effort_in_combat_avoids_it(in_combat: bool, physical: bool) -> None:
    assert not can_avoid(DISASTER, in_combat=in_combat, physical=physical)
    with pytest.raises(Refusal, match="disaster_stands"):
        avoid(DISASTER, 0, no_dice, in_combat=in_combat, physical=physical)


def test_an_ordinary_failure_is_no_disaster_to_avoid() -> None:
    assert not can_avoid(check(12, loaded(19)), in_combat=True, physical=True)
