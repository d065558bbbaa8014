import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.widgets.gauge import bar, gauge
from tracker.widgets.theme import Look


@pytest.mark.parametrize(
    ("current", "maximum", "shown"),
    [
        (20, 20, "████████"),
        (25, 20, "████████"),
        (19, 20, "███████░"),
        (1, 20, "█░░░░░░░"),
        (0, 20, "░░░░░░░░"),
        (-3, 20, "░░░░░░░░"),
        (0, 0, "░░░░░░░░"),
        (3, 0, "░░░░░░░░"),
        (3, -2, "░░░░░░░░"),
    ],
)
def test_a_bar_is_full_only_at_the_maximum_and_empty_only_at_nothing(
    current: int, maximum: int, shown: str
) -> None:
    assert bar(current, maximum, 8, Look()) == shown


@given(st.integers(-99, 999), st.integers(-9, 999), st.integers(0, 40), st.booleans())
def test_a_bar_is_as_wide_as_asked(current: int, maximum: int, width: int, unicode: bool) -> None:
    assert len(bar(current, maximum, width, Look(unicode=unicode))) == width


def test_a_plain_terminal_gets_plain_signs() -> None:
    assert gauge(7, 14, 8, Look(unicode=False)) == "7/14 ####...."
