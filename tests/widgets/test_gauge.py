from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.widgets.gauge import bar, gauge, health_gauge
from tracker.widgets.ink import Emphasis, text_of
from tracker.widgets.theme import Look


@each_of(
    ("current", "maximum", "shown"),
    [
        (20, 20, "████████"),
        (25, 20, "████████"),
        (19, 20, "███████▋"),
        (999, 1000, "███████▉"),
        (1, 20, "▍       "),
        (1, 1000, "▏       "),
        (0, 20, "        "),
        (-3, 20, "        "),
        (0, 0, "        "),
        (3, 0, "        "),
        (3, -2, "        "),
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
    assert text_of(gauge(7, 14, Look(unicode=False), 8)) == "####...."


@each_of(
    ("current", "ink"),
    [(20, Emphasis.WELL), (11, Emphasis.WELL), (10, Emphasis.HURT), (6, Emphasis.HURT), (5, Emphasis.DYING)],
)
def test_a_gauge_has_the_colour_of_how_much_is_left(current: int, ink: Emphasis) -> None:
    assert gauge(current, 20, Look())[0][1] is ink
    assert gauge(20 - current, 20, Look(), rises=True)[0][1] is ink


def test_only_a_gauge_that_is_not_at_its_best_has_a_bar() -> None:
    assert not health_gauge(20, 20, Look())
    assert health_gauge(0, 20, Look())
    assert not health_gauge(0, 20, Look(), rises=True)
    assert health_gauge(20, 20, Look(), rises=True)
