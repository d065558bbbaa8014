"""The clock of the exploration."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.widgets.stage import Stage, shown_lines
from tracker.widgets.clock_face import ClockFace, Moment, _moment_cells
from tracker.widgets.ink import line
from tracker.widgets.theme import Look

MOMENTS = (
    Moment(600, "11:40", "antorcha"),
    Moment(12_600, "15:00", "comida"),
    Moment(41_400, "23:00", "sueño"),
)


async def test_the_hour_is_large_and_what_comes_stands_under_a_line() -> None:
    face = ClockFace()
    async with Stage(face).run_test(size=(60, 6)):
        face.show("11:30", [line("Día 9"), line("Luz: antorcha")], MOMENTS)
        assert shown_lines(face) == [
            "▀█  ▀█  ▄ ▀▀█ █▀█  Día 9",
            " █   █  ▄  ▀█ █ █  Luz: antorcha",
            "▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀",
            "ahora ────────┬───────────────────┬────────────────────┬────",
            "              11:40               15:00                23:00",
            "              antorcha            comida               sueño",
        ]


async def test_moments_that_have_no_room_are_counted() -> None:
    face = ClockFace()
    async with Stage(face).run_test(size=(26, 6)):
        face.show("11:30", [], MOMENTS)
        assert shown_lines(face)[3].endswith(" +1")
        assert "23:00" not in shown_lines(face)[4]


@pytest.mark.parametrize("look", [Look(unicode=False, colour=False)])
async def test_a_reader_gets_the_hour_in_plain_digits(look: Look) -> None:
    face = ClockFace()
    app = Stage(face)
    app.look = look
    async with app.run_test(size=(60, 6)):
        face.show("11:30", [line("Día 9")], ())
        assert shown_lines(face)[0] == "11:30  Día 9"


@given(st.lists(st.integers(0, 500_000), max_size=12), st.integers(1, 200))
def test_labels_never_overlap_and_stay_on_the_line(lefts: list[int], width: int) -> None:
    moments = [Moment(left, "00:00", "algo que pasa") for left in sorted(lefts)]
    edge = 8
    for place, moment in _moment_cells(moments, 8, width):
        assert place >= edge
        edge = place + moment.width + 2
        assert place + moment.width <= width
