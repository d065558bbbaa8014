"""The plan drawn from the directions of exits."""

from collections.abc import Mapping
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.trials import few_examples
from tracker.wording.plan import Drawing, Mark, Spot, Way, lay_out


def spots_of(rooms: Mapping[str, Mapping[str, str]]) -> dict[str, Spot]:
    """Return rooms with their exits; those of a side without a direction begin with a dot."""
    return {
        key: Spot(key, Mark.SEEN, tuple(Way("" if side[0] == "." else side, to) for side, to in ways.items()))
        for key, ways in rooms.items()
    }


def drawn(rooms: Mapping[str, Mapping[str, str]], floor: int = 0, *, unicode: bool = True) -> list[str]:
    spots = spots_of(rooms)
    drawing = Drawing(lay_out(spots), floor, spots, unicode=unicode)
    return ["".join(text for text, _mark, _key in row).rstrip() for row in drawing.rows()]


def test_a_loop_of_rooms_is_drawn_square() -> None:
    loop = {
        "1": {"n": "2", "e": "4"},
        "2": {"s": "1", "e": "3"},
        "3": {"w": "2", "s": "4"},
        "4": {"w": "1", "n": "3"},
    }
    assert drawn(loop) == ["[2]───[3]", " │     │", "[1]───[4]"]
    assert drawn(loop, unicode=False) == ["[2]---[3]", " |     |", "[1]---[4]"]


def test_floors_are_apart() -> None:
    stairs = {"1": {"up": "2"}, "2": {"down": "1", "ne": "3"}, "3": {"sw": "2"}}
    assert drawn(stairs) == ["[1]▲"]
    assert drawn(stairs, 1) == ["      [3]", "    ╱", "[2]▼"]


def test_what_directions_contradict_is_marked_and_no_line_runs_through_a_room() -> None:
    odd = {"1": {"e": "2"}, "2": {"w": "1", "e": "1"}, "3": {}}
    assert drawn(odd) == ["[1]───[2]*        [3]"]


def test_a_way_without_a_direction_takes_a_neighbouring_square() -> None:
    assert drawn({"1": {".": "2"}, "2": {".": "1"}}) == ["[1]   [2]"]


@few_examples(20)
@given(st.integers(0, 2**32))
def test_any_exits_give_each_room_a_square_of_its_own(seed: int) -> None:
    chance = Random(seed)
    sides = ("n", "s", "e", "w", "ne", "nw", "se", "sw", "up", "down", ".")
    keys = [str(number) for number in range(1, chance.randint(2, 40))]
    rooms = {
        key: {chance.choice(sides): chance.choice(keys) for _ in range(chance.randint(0, 4))} for key in keys
    }
    spots = spots_of(rooms)
    plan = lay_out(spots)
    assert len({*plan.squares.values()}) == len(plan.squares) == len(keys)
    shown = [
        text
        for floor in plan.floors
        for row in Drawing(plan, floor, spots, unicode=True).rows()
        for text in row
    ]
    assert {key for _text, _mark, key in shown if key} == {*keys}
