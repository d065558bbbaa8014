"""The check, its d4s and its margin (R4-001..R4-020)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.loaded import chance, every_roll, loaded_dice
from tests.trials import each_of
from tracker.rules.games.margin.checks import BonusDice, Check, Leaning, Outcome, check, net_dice

made_checks = st.builds(
    lambda characteristic, die, net, d4s: check(characteristic, loaded_dice(die, *d4s), BonusDice(net)),
    st.integers(1, 30),
    st.integers(1, 20),
    st.integers(-4, 4),
    st.lists(st.integers(1, 4), min_size=4, max_size=4),
)


def make_check(characteristic: int, die: int, *d4s: int, sign: int = 1) -> Check:
    return check(characteristic, loaded_dice(die, *d4s), BonusDice(sign * len(d4s)))


def make_penalised_check(characteristic: int, die: int, *d4s: int) -> Check:
    return make_check(characteristic, die, *d4s, sign=-1)


def read(result: Check) -> tuple[int, Outcome, int]:
    return result.total, result.outcome, result.margin


def test_twelve_against_eight_is_a_margin_of_four() -> None:
    assert read(make_check(12, 8)) == (8, Outcome.SUCCESS, 4)


def test_just_the_number_is_a_marginal_success() -> None:
    assert read(make_check(12, 12)) == (12, Outcome.MARGINAL_SUCCESS, 0)


def test_one_above_is_a_failure_by_one() -> None:
    assert read(make_check(12, 13)) == (13, Outcome.FAILURE, -1)


@each_of("characteristic", range(2, 20))
def test_a_point_of_characteristic_is_one_face_more(characteristic: int) -> None:
    wins = chance(lambda roll: check(characteristic, roll).outcome.success, 20)
    assert wins == Fraction(characteristic, 20)


@pytest.mark.parametrize("characteristic", [20, 25])
def test_no_characteristic_is_beyond_a_natural_20(characteristic: int) -> None:
    assert read(make_check(characteristic, 20)) == (20, Outcome.DISASTROUS_FAILURE, 0)
    assert chance(lambda roll: check(characteristic, roll).outcome.success, 20) == Fraction(19, 20)


def test_a_natural_20_doubles_the_margin_of_failure() -> None:
    assert read(make_check(12, 20)) == (20, Outcome.DISASTROUS_FAILURE, -16)
    assert read(make_penalised_check(12, 20, 1, 3)) == (24, Outcome.DISASTROUS_FAILURE, -24)


def test_bonuses_do_not_save_a_natural_20() -> None:
    assert read(make_check(12, 20, 4, 4, 4)) == (8, Outcome.DISASTROUS_FAILURE, 0)


def test_a_natural_1_doubles_the_margin_of_success() -> None:
    assert read(make_check(5, 1)) == (1, Outcome.SPECTACULAR_SUCCESS, 8)
    assert read(make_check(1, 1)) == (1, Outcome.SPECTACULAR_SUCCESS, 0)
    assert read(make_check(12, 1, 4, 4)) == (-7, Outcome.SPECTACULAR_SUCCESS, 38)


def test_a_natural_1_is_a_success_up_to_ten_above_the_characteristic() -> None:
    assert read(make_penalised_check(3, 1, 4, 4, 4)) == (13, Outcome.SPECTACULAR_SUCCESS, 0)


def test_a_natural_1_eleven_above_the_characteristic_is_an_ordinary_failure() -> None:
    assert read(make_penalised_check(2, 1, 4, 4, 4)) == (13, Outcome.FAILURE, -11)


def test_a_total_of_20_or_1_is_not_a_natural_one() -> None:
    assert read(make_penalised_check(12, 18, 2)) == (20, Outcome.FAILURE, -8)
    assert read(make_check(12, 3, 2)) == (1, Outcome.SUCCESS, 11)


def test_bonuses_lower_the_roll_and_penalties_raise_it() -> None:
    assert make_check(12, 10, 3).total == 7
    assert make_penalised_check(12, 10, 3).total == 13


def test_several_d4s_add_up_even_below_zero() -> None:
    assert read(make_check(12, 2, 4, 4)) == (-6, Outcome.SUCCESS, 18)
    assert make_penalised_check(12, 10, 1, 2, 4).total == 17


@each_of(
    ("bonuses", "penalties", "leaning", "count"),
    [
        (1, 2, Leaning.PENALTY, 1),
        (2, 1, Leaning.BONUS, 1),
        (3, 3, Leaning.NONE, 0),
        (0, 0, Leaning.NONE, 0),
        (0, 3, Leaning.PENALTY, 3),
    ],
)
def test_bonuses_and_penalties_cancel_out(bonuses: int, penalties: int, leaning: Leaning, count: int) -> None:
    left = net_dice(bonuses, penalties)
    assert (left.leaning, left.count) == (leaning, count)


def test_only_the_dice_left_after_cancelling_are_rolled() -> None:
    result = check(12, loaded_dice(10, 2), net_dice(bonuses=1, penalties=2))
    assert [die.sides for die in (result.die, *result.d4s)] == [20, 4]
    assert result.total == 12


def test_a_bonus_is_worth_about_two_and_a_half_faces() -> None:
    helped = [check(10, roll, BonusDice(1)) for roll in every_roll(20, 4)]
    wins = Fraction(sum(result.outcome.success for result in helped), len(helped))
    assert wins == Fraction(50, 80)
    assert chance(lambda roll: check(10, roll).outcome.success, 20) == Fraction(40, 80)


@given(made_checks)
def test_a_success_never_has_a_margin_below_0_nor_a_failure_above(result: Check) -> None:
    assert result.margin >= 0 if result.outcome.success else result.margin <= 0


@given(made_checks)
def test_only_a_1_or_a_20_on_the_die_is_out_of_the_ordinary(result: Check) -> None:
    spectacular = result.outcome is Outcome.SPECTACULAR_SUCCESS
    assert spectacular == (result.die.face == 1 and result.total - result.characteristic <= 10)
    assert (result.outcome is Outcome.DISASTROUS_FAILURE) == (result.die.face == 20)


@given(made_checks.filter(lambda result: result.die.face not in {1, 20}))
def test_an_ordinary_margin_is_the_characteristic_less_the_total(result: Check) -> None:
    assert result.margin == result.characteristic - result.total
