"""Dice as other programs write them: refused with the way to write them here, or rolled and said."""

import pytest

from tests.trials import each_of
from tracker.rules.dice.habits import find_misleading, own_notation
from tracker.rules.dice.notation import parse, parse_series
from tracker.rules.refusal import Refusal


@each_of(
    ("typed", "here"),
    [
        ("3d6!", "3d6e6"),
        ("3d6!!+2", "3d6e6+2"),
        ("d%!", "d%e100"),
        ("4d6d1", "4d6pl1"),
        ("1d20+6 dex save", "1d20+6 # dex save"),
        ("4d6kh3 fuerza", "4d6kh3 # fuerza"),
        ("3d6! fuego", "3d6e6 # fuego"),
        ("3d6! # fuego", "3d6e6 # fuego"),
        ("4dF", "4d3-8"),
        ("dF", "d3-2"),
        ("1d6-4df", "1d6-(4d3-8)"),
        ("ataque", ""),
    ],
)
def test_a_refusal_says_how_it_is_written_here(typed: str, here: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse(typed)
    assert refusal.value.code == "dice_syntax"
    assert refusal.value.data.get("here", "") == here
    assert not here or parse(here)


@each_of(
    ("typed", "here"),
    [("4d6k3", "4d6kh3"), ("10d10>7", "10d10c>7"), ("2d6+3", "2d6+3"), ("4d6kh3", "4d6kh3")],
)
def test_what_means_something_else_here_is_known(typed: str, here: str) -> None:
    assert own_notation(typed) == here
    misleading = find_misleading(typed)
    assert (misleading.here if misleading else typed) == here
    assert parse(typed)
    assert parse(here)


@each_of(("count", "extra"), [(1, 0), (2, 0), (4, 0), (4, 3), (10, -2)])
def test_fate_dice_show_minus_one_to_one_each(count: int, extra: int) -> None:
    own = parse(own_notation(f"{count}dF{extra:+d}" if extra else f"{count}dF"))
    assert own.roll(lambda sides: 1).total == extra - count
    assert own.roll(lambda sides: sides).total == extra + count
    assert own.roll(lambda sides: 2).total == extra


@each_of("wrapped", ["[[1d20+5]]", "/r 1d20+5", "/roll 1d20+5", "!r 1d20+5", ".r 1d20+5", "/R  [[1d20+5]]"])
def test_what_other_programs_put_around_dice_is_ignored(wrapped: str) -> None:
    assert str(parse(wrapped)) == "1d20+5"


@each_of("typed", ["(4d6kh3)x6", "4d6kh3 x6", "6x 4d6kh3", "4d6kh3 x 6 # fuerza"])
def test_dice_may_be_repeated_before_and_behind(typed: str) -> None:
    assert parse_series(typed).times == 6


@pytest.mark.parametrize(("typed", "code"), [("2d6 x21", "dice_times"), ("2x 2d6 x3", "dice_syntax")])
def test_too_many_repetitions_are_refused(typed: str, code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_series(typed)
    assert refusal.value.code == code
