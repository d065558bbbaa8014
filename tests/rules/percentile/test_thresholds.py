"""Thresholds of special and critical success (R3-005..R3-007)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.games.percentile.checks import Thresholds, thresholds

# From and to a percentage, special, critical: the table as printed.
PRINTED = (
    (1, 7, 1, 1),
    (8, 12, 2, 1),
    (13, 17, 3, 1),
    (18, 22, 4, 1),
    (23, 27, 5, 1),
    (28, 29, 6, 1),
    (30, 32, 6, 2),
    (33, 37, 7, 2),
    (38, 42, 8, 2),
    (43, 47, 9, 2),
    (48, 49, 10, 2),
    (50, 52, 10, 3),
    (53, 57, 11, 3),
    (58, 62, 12, 3),
    (63, 67, 13, 3),
    (68, 69, 14, 3),
    (70, 72, 14, 4),
    (73, 77, 15, 4),
    (78, 82, 16, 4),
    (83, 87, 17, 4),
    (88, 89, 18, 4),
    (90, 92, 18, 5),
    (93, 97, 19, 5),
    (98, 100, 20, 5),
)


def test_the_printed_table_leaves_no_percentage_out() -> None:
    covered = [percent for low, high, _, _ in PRINTED for percent in range(low, high + 1)]
    assert covered == list(range(1, 101))


@each_of(("low", "high", "special", "critical"), PRINTED)
def test_every_row_of_the_printed_table(low: int, high: int, special: int, critical: int) -> None:
    for percent in range(low, high + 1):
        assert thresholds(percent) == Thresholds(special, critical), percent


@each_of(("percent", "special", "critical"), [(110, 22, 6), (120, 24, 6), (130, 26, 7), (200, 40, 10)])
def test_beyond_100_the_table_goes_on(percent: int, special: int, critical: int) -> None:
    assert thresholds(percent) == Thresholds(special, critical)


@pytest.mark.parametrize("percent", [0, -10])
def test_without_a_percentage_there_are_none(percent: int) -> None:
    assert thresholds(percent) == Thresholds(0, 0)


@given(st.integers(-50, 400))
def test_a_better_skill_never_lowers_a_threshold(percent: int) -> None:
    low, high = thresholds(percent), thresholds(percent + 1)
    assert low.special <= high.special
    assert low.critical <= high.critical <= high.special
