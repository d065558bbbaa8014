"""Previews of lines: the dice, their target and their chance."""

import pytest

from tests.session.game import Game
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse
from tracker.commands.preview import chance_of, preview

GAME = Game("pj Lía fuerza=10/12 agilidad=10/1 mente=10/40")


def told(line: str) -> str:
    context = CommandContext(GAME.history)
    return preview(parse(line, context), context).told


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        ("prueba lia fuerza", "45 %"),
        ("prueba lia fuerza +2", "55 %"),
        ("prueba lia fuerza ventaja", "70 %"),
        ("prueba lia fuerza desventaja", "20 %"),
        ("prueba lia fuerza +4", "70 %"),  # R1-026
        ("prueba lia agilidad", "95 %"),  # R1-008: a natural 1 fails
        ("prueba lia mente", "5 %"),  # R1-007, A1-04: a natural 20 succeeds
        ("prueba lia agilidad ventaja", ">99 %"),
        ("probabilidad lia 12+", "45 %"),  # R1-034
        ("probabilidad lia 1+", "100 %"),
    ],
)
def test_the_chance_of_a_roll_counts_everything_that_bears_on_it(line: str, chance: str) -> None:
    context = CommandContext(GAME.history)

    assert chance_of(parse(line, context), context) == chance
    assert told(line).endswith(f" Probabilidad: {chance}.")


@pytest.mark.parametrize("line", ["come lia", "daño lia 2d6", "prueba lia fuerza esfuerzo"])
def test_a_line_without_one_roll_against_a_target_has_no_chance(line: str) -> None:
    context = CommandContext(GAME.history)

    assert chance_of(parse(line, context), context) == ""
