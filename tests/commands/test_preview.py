"""Previews of lines: the dice, their target and their chance."""

import re
from typing import NoReturn

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.parse import parse
from tracker.commands.preview import chance_of, preview, preview_line
from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.moves import party

GAME = Game("pj Lía fuerza=10/12 agilidad=10/1 mente=10/40")


def preview_of(line: str) -> str:
    context = CommandContext(GAME.history)
    return preview(parse(line, context), context).text


@each_of(
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
    assert re.search(rf" Probabilidad: {re.escape(chance)}( \(.+\))?\.$", preview_of(line))


@pytest.mark.parametrize("line", ["come lia", "daño lia 2d6", "prueba lia fuerza esfuerzo"])
def test_a_line_without_one_roll_against_a_target_has_no_chance(line: str) -> None:
    context = CommandContext(GAME.history)

    assert chance_of(parse(line, context), context) == ""


@each_of(
    ("system", "who", "line", "chance"),
    [
        ("horror", "pj Ada violencia=1", "prueba ada violencia", "58 %"),  # R2-001: 21 of 36
        ("horror", "pj Ada violencia=1", "prueba ada violencia difícil", "28 %"),  # R2-003: 10 of 36
        ("percentile", "pj Ada habilidades=Embaucar 40", "prueba ada embaucar", "40 %"),  # R3-004
        ("percentile", "pj Ada habilidades=Embaucar 99", "prueba ada embaucar", "95 %"),  # R3-014
        ("percentile", "pj Ada FUE=10", "atributo ada fue con-d20", "50 %"),  # R3-019
        ("percentile", "pj Ada FUE=1", "enfrenta ada fue 10", "5 %"),  # R3-030
        ("margin", "pj Ada habilidades=Sigilo 12", "prueba ada sigilo", "60 %"),  # R4-004
        ("margin", "pj Ada habilidades=Sigilo 25", "prueba ada sigilo", "95 %"),  # R4-010
        ("margin", "pj Ada habilidades=Sigilo 12", "prueba ada sigilo bonificación 1", "72 %"),  # R4-018
        ("margin", "pj Ada habilidades=Sigilo 12", "prueba ada sigilo penalización 1", "48 %"),
    ],
)
def test_every_game_tells_the_chance_of_a_check(system: str, who: str, line: str, chance: str) -> None:
    context = CommandContext(Game(who, system=system).history)

    assert chance_of(parse(line, context), context) == chance


def test_a_fault_behind_dice_is_refused_and_not_taken_for_a_rule(
    monkeypatch: pytest.MonkeyPatch, faults: list[Exception]
) -> None:
    def wrong(session: object, act_id: str, creature_ids: object, args: object, roll: Roll) -> NoReturn:
        roll(20)
        raise KeyError

    monkeypatch.setattr(party, "act", wrong)
    with pytest.raises(Refusal, match="internal"):
        preview_line("prueba lia fuerza", CommandContext(GAME.history))
    faults.clear()


def test_the_chance_of_an_attack_is_that_of_the_attacker_and_not_of_a_dodge() -> None:
    game = Game("pj Ada habilidades=Pelea 60 armas=Puño 1d3", "aparece rata", system="percentile")
    context = CommandContext(game.history)
    assert chance_of(parse("ataca Ada Puño Pelea rata", context), context) == "60 %"
    chances = "60 % (crítico 3 %, especial 9 %, éxito 48 %, fallo 35 %, pifia 5 %)."
    assert preview_line("ataca Ada Puño Pelea rata", context).text.endswith(f"Probabilidad: {chances}")

    game = Game("pj Lía agilidad=10/12", "aparece goblin armas=Mordisco 1d4")
    context = CommandContext(game.history)
    assert chance_of(parse("ataca goblin Mordisco Lía", context), context) == ""
