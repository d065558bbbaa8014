"""How long a usage die lasts (R1-039, R1-041, R1-043)."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.faces import falls
from tests.trials import each_of
from tracker.rules.dice import Mode
from tracker.rules.usage_die import LADDER, use
from tracker.rules.usage_die_life import chance_to_drop, expected_life, expected_rolls

DICE = st.sampled_from(LADDER)
MODES = st.sampled_from(list(Mode))


@given(DICE, MODES)
def test_the_chance_to_drop_is_what_counting_every_throw_gives(sides: int, mode: Mode) -> None:
    count = 1 if mode is Mode.NORMAL else 2
    throws = list(product(range(1, sides + 1), repeat=count))
    drops = sum(use(sides, falls(*faces), mode).sides < sides for faces in throws)

    assert chance_to_drop(sides, mode) == Fraction(drops, len(throws))


@each_of(
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
    assert " ".join(str(expected_rolls(sides, mode)) for sides in LADDER) == steps
    assert " ".join(str(expected_life(sides, mode)) for sides in LADDER) == lives
