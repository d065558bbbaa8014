"""Sanity (R2-022, R2-033, R2-036..R2-043)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.loaded import every_roll, loaded_dice
from tracker.rules.games.horror.harm import (
    Sanity,
    lose,
    lose_permanently,
    recover,
    regain,
    session_ends,
    suffer_stress,
)

sanities = st.integers(0, 20).flatmap(
    lambda maximum: st.builds(Sanity, st.integers(0, maximum), st.just(maximum))
)


def test_stress_takes_one_to_three_points() -> None:
    assert [suffer_stress(Sanity(5, 8), roll).sanity.points for roll in every_roll(3)] == [4, 3, 2]


def test_stress_takes_no_sanity_below_0() -> None:
    assert suffer_stress(Sanity(2, 8), loaded_dice(3)).sanity == Sanity(0, 8)


@pytest.mark.parametrize("amount", [0, -2])
def test_an_amount_of_0_or_less_changes_nothing(amount: int) -> None:
    assert lose(Sanity(5, 8), amount) == recover(Sanity(5, 8), amount) == Sanity(5, 8)
    assert lose_permanently(Sanity(5, 8), amount) == Sanity(5, 8)


def test_at_0_points_there_is_a_choice_to_make_and_the_character_is_still_the_players() -> None:
    broken = lose(Sanity(3, 8), 3)
    assert broken.is_broken
    assert not broken.is_lost


def test_the_choice_made_or_a_favourite_activity_gives_1d6_back() -> None:
    assert [regain(Sanity(0, 8), roll).sanity.points for roll in every_roll(6)] == [1, 2, 3, 4, 5, 6]
    assert regain(Sanity(2, 8), loaded_dice(4)).sanity == Sanity(6, 8)


def test_sanity_never_recovers_beyond_its_maximum() -> None:
    assert regain(Sanity(6, 8), loaded_dice(4)).sanity == Sanity(8, 8)
    assert regain(Sanity(0, 4), loaded_dice(6)).sanity == Sanity(4, 4)


def test_a_permanent_loss_lowers_the_maximum_and_not_the_points_below_it() -> None:
    assert lose_permanently(Sanity(5, 8)) == Sanity(5, 7)
    assert lose_permanently(Sanity(8, 8)) == Sanity(7, 7)


def test_a_character_without_maximum_sanity_is_lost() -> None:
    lost = lose_permanently(Sanity(1, 1))
    assert lost == Sanity(0, 0)
    assert lost.is_lost
    assert lose_permanently(Sanity(2, 3), 7).is_lost


def test_every_second_session_refills_sanity() -> None:
    first = session_ends(Sanity(3, 8), 0)
    assert (first.sanity, first.sessions_since_full) == (Sanity(3, 8), 1)
    second = session_ends(first.sanity, first.sessions_since_full)
    assert (second.sanity, second.sessions_since_full) == (Sanity(8, 8), 0)


@given(sanities, st.integers(-3, 30), st.integers(-3, 30), st.integers(-3, 30))
def test_points_stay_between_0_and_the_maximum(sanity: Sanity, loss: int, gain: int, ever: int) -> None:
    for after in (lose(sanity, loss), recover(sanity, gain), lose_permanently(sanity, ever)):
        assert 0 <= after.points <= after.maximum <= sanity.maximum


@given(sanities, st.integers(0, 30), st.integers(0, 30))
def test_two_permanent_losses_are_worth_one_as_large(sanity: Sanity, one: int, other: int) -> None:
    assert lose_permanently(lose_permanently(sanity, one), other) == lose_permanently(sanity, one + other)
