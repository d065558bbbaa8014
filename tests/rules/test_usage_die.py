"""The usage die (R1-035..R1-043)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.faces import NEVER, announces, falls
from tracker.rules import usage_die
from tracker.rules.dice import Mode
from tracker.rules.refusal import Refusal
from tracker.rules.usage_die import LADDER

DICE = st.sampled_from(LADDER)
MODES = st.sampled_from(list(Mode))


@pytest.mark.parametrize(("sides", "below"), [(20, 12), (12, 10), (10, 8), (8, 6), (6, 4), (4, 0)])
def test_a_one_or_a_two_drops_it_a_step_and_three_keeps_it(sides: int, below: int) -> None:
    assert [usage_die.use(sides, falls(face)).sides for face in (1, 2, 3)] == [below, below, sides]


def test_a_torch_goes_out_when_its_last_die_rolls_two() -> None:
    assert usage_die.use(4, falls(2)).sides == usage_die.DEPLETED


def test_what_is_depleted_is_never_rolled() -> None:
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


@given(DICE, MODES)
def test_the_chance_to_drop_is_what_counting_every_throw_gives(sides: int, mode: Mode) -> None:
    count = 1 if mode is Mode.NORMAL else 2
    throws = list(product(range(1, sides + 1), repeat=count))
    drops = sum(usage_die.use(sides, falls(*faces), mode).sides < sides for faces in throws)

    assert usage_die.chance_to_drop(sides, mode) == Fraction(drops, len(throws))


@pytest.mark.parametrize(
    ("mode", "steps", "lives"),
    [
        (Mode.NORMAL, "10 6 5 4 3 2", "30 20 14 9 5 2"),
        (Mode.ADVANTAGE, "100 36 25 16 9 4", "190 90 54 29 13 4"),
        (
            Mode.DISADVANTAGE,
            "100/19 36/11 25/9 16/7 9/5 4/3",
            "1101598/65835 39742/3465 2582/315 569/105 47/15 4/3",
        ),
    ],
)
def test_the_rolls_to_expect_are_exact(mode: Mode, steps: str, lives: str) -> None:
    assert " ".join(str(usage_die.expected_rolls(sides, mode)) for sides in LADDER) == steps
    assert " ".join(str(usage_die.expected_life(sides, mode)) for sides in LADDER) == lives


def test_nothing_stands_above_the_d20() -> None:
    assert usage_die.step_up(4) == 6
    with pytest.raises(Refusal, match="largest_usage_die"):
        usage_die.step_up(20)
