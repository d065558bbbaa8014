"""The attribute roll (R2-001..R2-012)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.loaded import chance, every_roll, loaded_dice
from tests.trials import each_of
from tracker.rules.dice import Typed
from tracker.rules.games.horror.checks import Outcome, attribute_roll, net_difficulty, outcome_of
from tracker.rules.games.horror.sheet import Difficulty

NORMAL, EASY, HARD = Difficulty

SUCCESSES_IN_36 = {-5: 0, -4: 1, -3: 3, -2: 6, -1: 10, 0: 15, 1: 21, 2: 26, 3: 30, 4: 33, 5: 35, 6: 36}


@each_of(("attribute", "successes"), SUCCESSES_IN_36.items())
def test_the_chance_of_success_is_that_of_two_dice(attribute: int, successes: int) -> None:
    assert chance(lambda roll: attribute_roll(attribute, roll).outcome.success, 6, 6) == Fraction(
        successes, 36
    )


@each_of("attribute", range(-3, 5))
@each_of(("difficulty", "shift"), [(EASY, 2), (HARD, -2)])
def test_an_easy_or_hard_action_is_worth_two_points_of_attribute(
    attribute: int, difficulty: Difficulty, shift: int
) -> None:
    for one, other in zip(every_roll(6, 6), every_roll(6, 6), strict=True):
        rated, plain = attribute_roll(attribute, one, difficulty), attribute_roll(attribute + shift, other)
        assert (rated.total, rated.outcome) == (plain.total, plain.outcome)


def test_double_one_and_double_six_decide_nothing_by_themselves() -> None:
    assert attribute_roll(6, loaded_dice(1, 1)).outcome.success
    assert not attribute_roll(-5, loaded_dice(6, 6)).outcome.success


@each_of(
    ("total", "outcome"),
    [
        (2, Outcome.FAILURE),
        (7, Outcome.FAILURE),
        (8, Outcome.SUCCESS_AT_A_COST),
        (9, Outcome.SUCCESS_AT_A_COST),
        (10, Outcome.SUCCESS),
        (16, Outcome.SUCCESS),
    ],
)
def test_a_total_of_8_or_9_costs_and_from_10_it_is_free(total: int, outcome: Outcome) -> None:
    assert outcome_of(total) is outcome


def test_a_success_at_a_cost_puts_no_consequence_on_the_target() -> None:
    flags = {one: (one.success, one.owes_consequence, one.may_affect_target) for one in Outcome}
    assert flags == {
        Outcome.FAILURE: (False, False, False),
        Outcome.SUCCESS_AT_A_COST: (True, True, False),
        Outcome.SUCCESS: (True, False, True),
    }


def test_an_exposed_creature_gets_nothing_from_a_positive_attribute() -> None:
    assert attribute_roll(2, loaded_dice(3, 3), exposed=True).total == 6


def test_the_exposed_still_suffer_a_negative_attribute() -> None:
    assert attribute_roll(-1, loaded_dice(4, 4), exposed=True).total == 7


def test_an_easy_action_is_easy_for_the_exposed_too() -> None:
    assert attribute_roll(2, loaded_dice(3, 3), EASY, exposed=True).total == 8


@each_of(
    ("ratings", "net"),
    [
        ((), NORMAL),
        ((EASY,), EASY),
        ((HARD, HARD), HARD),
        ((EASY, HARD), NORMAL),
        ((EASY, EASY, HARD), NORMAL),
        ((NORMAL, EASY), EASY),
    ],
)
def test_easy_and_hard_cancel_and_neither_adds_up(ratings: tuple[Difficulty, ...], net: Difficulty) -> None:
    assert net_difficulty(*ratings) is net


@given(
    st.integers(-10, 10), st.sampled_from([*Difficulty]), st.booleans(), st.integers(1, 6), st.integers(1, 6)
)
def test_a_position_never_helps(
    attribute: int, difficulty: Difficulty, exposed: bool, first: int, second: int
) -> None:
    made = attribute_roll(attribute, loaded_dice(first, second), difficulty, exposed=exposed)
    free = attribute_roll(attribute, loaded_dice(first, second), difficulty)
    assert made.total <= free.total
    assert made.total == first + second + made.static


def test_a_face_read_off_a_real_die_is_remembered() -> None:
    real = loaded_dice(Typed(5), 2)
    dice = attribute_roll(0, real).dice
    assert [(die.face, die.typed) for die in dice] == [(5, True), (2, False)]
