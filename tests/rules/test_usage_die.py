"""The usage die (R1-035..R1-043)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.faces import NEVER, announces, falls
from tests.trials import each_of
from tracker.rules import usage_die
from tracker.rules.dice import Mode
from tracker.rules.refusal import Refusal
from tracker.rules.usage_die import LADDER

DICE = st.sampled_from(LADDER)
MODES = st.sampled_from(list(Mode))


@each_of(("sides", "below"), [(20, 12), (12, 10), (10, 8), (8, 6), (6, 4), (4, 0)])
def test_a_one_or_a_two_drops_it_a_step_and_three_keeps_it(sides: int, below: int) -> None:
    assert [usage_die.use(sides, falls(face)).sides for face in (1, 2, 3)] == [below, below, sides]


def test_a_torch_goes_out_when_its_last_die_rolls_two() -> None:
    assert usage_die.use(4, falls(2)).sides == usage_die.DEPLETED


def test_a_depleted_die_is_never_rolled() -> None:
    with pytest.raises(Refusal, match="depleted_die"):
        usage_die.use(0, NEVER)
    with pytest.raises(Refusal, match="bad_usage_die"):
        usage_die.use(7, NEVER)


def test_advantage_drops_only_when_both_dice_are_low() -> None:
    assert usage_die.use(8, falls(1, 3), Mode.ADVANTAGE).sides == 8
    assert usage_die.use(8, falls(1, 2), Mode.ADVANTAGE).sides == 6
    assert usage_die.use(8, falls(8, 2), Mode.DISADVANTAGE).sides == 6


def test_a_player_may_announce_only_the_die_that_counts() -> None:
    used = usage_die.use(8, announces(2), Mode.ADVANTAGE)

    assert (used.sides, len(used.dice), used.dice[0].typed) == (6, 1, True)


@given(DICE, MODES, st.data())
def test_a_usage_die_never_climbs(sides: int, mode: Mode, data: st.DataObject) -> None:
    faces = data.draw(st.lists(st.integers(1, sides), min_size=2, max_size=2))

    assert usage_die.use(sides, falls(*faces), mode).sides <= sides


def test_nothing_stands_above_the_d20() -> None:
    assert usage_die.step_up(4) == 6
    with pytest.raises(Refusal, match="largest_usage_die"):
        usage_die.step_up(20)
