"""Dying and being brought back (R2-027..R2-032)."""

from fractions import Fraction

import pytest

from tests.rules.loaded import chance, every_roll, loaded_dice
from tests.trials import each_of
from tracker.rules.games.horror.harm import Dying, dying_die, fall, rescue, turn_ends
from tracker.rules.refusal import Refusal


def after_turns(dying: Dying, ended: int) -> Dying:
    for _ in range(ended):
        dying = turn_ends(dying)
    return dying


@each_of("turns", range(1, 7))
def test_a_creature_that_falls_on_turn_t_with_n_turns_dies_as_turn_t_plus_n_ends(turns: int) -> None:
    fallen = fall(loaded_dice(turns)).dying
    assert [after_turns(fallen, ended).dead for ended in range(turns + 2)] == [False] * (turns + 1) + [True]


@each_of("turns", range(1, 7))
def test_help_on_any_turn_of_the_countdown_is_in_time(turns: int) -> None:
    fallen = fall(loaded_dice(turns)).dying
    for under_way in range(1, turns + 1):
        brought_back = rescue(after_turns(fallen, under_way))
        assert (brought_back.hit_points, brought_back.scar_due) == (1, True)


def test_help_after_the_last_turn_is_too_late() -> None:
    with pytest.raises(Refusal, match="already_dead"):
        rescue(after_turns(fall(loaded_dice(3)).dying, 4))


def test_the_turn_of_the_fall_is_too_soon_to_help() -> None:
    with pytest.raises(Refusal, match="help_needs_a_turn"):
        rescue(fall(loaded_dice(3)).dying)


def test_the_turn_of_the_fall_takes_nothing_from_the_countdown() -> None:
    assert turn_ends(fall(loaded_dice(1)).dying) == Dying(1)


def test_the_dead_stay_dead() -> None:
    assert turn_ends(Dying(0)) == Dying(0)


def test_acid_in_the_face_leaves_its_own_scar() -> None:
    assert not rescue(Dying(2), scar_due=False).scar_due


def test_a_weak_heart_leaves_three_turns_at_most() -> None:
    assert (dying_die(), dying_die(weak_heart=True)) == (6, 3)
    assert [fall(roll, weak_heart=True).dying.turns_left for roll in every_roll(3)] == [1, 2, 3]


def test_one_fall_in_six_leaves_a_single_turn_and_one_in_three_with_a_weak_heart() -> None:
    assert chance(lambda roll: fall(roll).dying.turns_left == 1, 6) == Fraction(1, 6)
    assert chance(lambda roll: fall(roll, weak_heart=True).dying.turns_left == 1, 3) == Fraction(1, 3)
