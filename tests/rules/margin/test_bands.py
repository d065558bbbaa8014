"""What a margin is worth, and the minimum (R4-006..R4-009, R4-021..R4-024)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.loaded import loaded_dice
from tests.trials import each_of
from tracker.rules.games.margin.checks import (
    Attainment,
    Band,
    Reference,
    Severity,
    attain,
    band,
    check,
    severity,
)
from tracker.rules.refusal import Refusal

TABLE = (
    [Band.COST]
    + [Band.EXPECTED] * 5
    + [Band.OUTSTANDING] * 5
    + [Band.BETTER_THAN_EXPECTED] * 5
    + [Band.MASTERFUL] * 5
    + [Band.NEAR_PERFECT] * 20
)


@each_of(("margin", "row"), enumerate(TABLE))
def test_the_reference_table(margin: int, row: Band) -> None:
    assert band(margin) is row


@each_of(
    ("margin", "how"),
    [
        (0, Severity.SIMPLE),
        (1, Severity.SIMPLE),
        (4, Severity.SIMPLE),
        (5, Severity.MAJOR),
        (10, Severity.MAJOR),
        (11, Severity.WORSE_THAN_FEARED),
        (15, Severity.WORSE_THAN_FEARED),
        (16, Severity.MEMORABLE),
        (20, Severity.MEMORABLE),
        (21, Severity.UTTER),
        (60, Severity.UTTER),
    ],
)
def test_failures_have_the_bands_of_success_the_other_way_round(margin: int, how: Severity) -> None:
    assert severity(margin) is how


def test_a_margin_is_read_on_its_own_side_of_the_table() -> None:
    with pytest.raises(Refusal, match="margin_of_failure"):
        band(-1)
    with pytest.raises(Refusal, match="margin_of_success"):
        severity(-1)


@each_of(
    ("margin", "minimum", "how"),
    [
        (5, 5, Attainment.FULL),
        (4, 5, Attainment.PARTIAL),
        (0, 0, Attainment.FULL),
        (0, 1, Attainment.PARTIAL),
        (14, Reference.ALMOST_IMPOSSIBLE, Attainment.PARTIAL),
        (15, Reference.ALMOST_IMPOSSIBLE, Attainment.FULL),
    ],
)
def test_a_success_under_the_minimum_is_for_the_gm_to_weigh(
    margin: int, minimum: int, how: Attainment
) -> None:
    assert attain(margin, minimum, success=True) is how


def test_a_disaster_by_0_does_not_meet_a_minimum_of_0() -> None:
    disaster = check(20, loaded_dice(20))
    assert attain(disaster.margin, 0, success=disaster.outcome.success) is Attainment.FAILURE


def test_a_doubled_margin_meets_a_minimum_that_a_plain_one_would_not() -> None:
    assert attain(check(9, loaded_dice(1)).margin, 15, success=True) is Attainment.FULL


@given(st.integers(-40, 40), st.integers(0, 40))
def test_no_failure_ever_attains_anything(margin: int, minimum: int) -> None:
    assert attain(margin, minimum, success=False) is Attainment.FAILURE
