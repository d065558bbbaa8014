"""What has just passed, what comes, and what nobody should forget."""

import pytest

from tests.session.game import Game
from tracker.rules.systems import SYSTEMS
from tracker.session.moves.undo import undo
from tracker.wording.clock import coming_lines, passed_lines, reminders

MINUTE, HOUR = 60, 3_600


def test_what_comes_stands_in_its_order_effects_and_weather_too() -> None:
    game = Game(
        "pj Lía",
        "lleva lia antorcha d6 luz encendida",
        "efecto lia bendición 3h",
        "tabla cielo 1d6 1-6: sol",
        "clima tabla cielo",
    )

    assert coming_lines(game.session) == [
        (10 * MINUTE, "antorcha d6 · Lía"),
        (3 * HOUR, "acaba bendición · Lía"),
        (16 * HOUR, "clima: cielo"),
        (24 * HOUR, "Comida · Lía"),
        (24 * HOUR, "Sueño · Lía"),
    ]


def test_what_comes_to_all_of_the_party_at_once_stands_there_once() -> None:
    game = Game("pj Lía", "pj Bren", "intervalo 2h", "come bren")

    assert [what for _left, what in coming_lines(game.session)] == [
        "Comida · Lía",
        "Sueño · grupo",
        "Comida · Bren",
    ]


def test_what_has_just_passed_is_what_the_clock_brought() -> None:
    game = Game("pj Lía", "pj Bren", "lleva lia antorcha d6 luz encendida", "intervalo 10m")
    game.do("resuelve", 2)
    game.do("nota la puerta cede")
    game.do("intervalo 5m")
    game.do("come todos")

    assert passed_lines(game.history, 2) == [
        (5 * MINUTE, "Lía · antorcha: baja a d4."),
        (0, "Comen y beben: Lía, Bren."),
    ]


def test_of_what_passed_at_once_the_last_is_told_with_how_much_more() -> None:
    game = Game("pj Lía", "pj Zoe", "efecto lia Luz 10m", "efecto zoe Prisa 10m")
    game.do("intervalo 10m")

    assert passed_lines(game.history, 2) == [(10 * MINUTE, "Zoe: acaba Prisa. (+1)")]


def test_what_was_taken_back_has_not_passed() -> None:
    game = Game("pj Lía", "come lia")
    game.play(undo(game.history))

    assert passed_lines(game.history, 2) == []


def test_what_passed_hours_ago_is_no_news() -> None:
    assert passed_lines(Game("pj Lía", "come lia", "intervalo 4h").history, 2) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_nobody_has_eaten_is_said_quietly_and_calls_for_nothing_by_itself(system: str) -> None:
    game = Game("pj Lía", "pj Bren", "intervalo 15h", system=system)
    assert reminders(game.session) == []

    game.do("intervalo 6h")

    assert reminders(game.session) == ["Comida: nadie desde hace 21h", "Sueño: nadie desde hace 21h"]
    assert game.pending == []


def test_who_has_not_eaten_is_named_where_others_have() -> None:
    game = Game("pj Lía", "pj Bren", "intervalo 21h", "come bren", "duerme todos 8h", "intervalo 1h")

    assert reminders(game.session) == ["Comida: Lía, 1d6h sin nada"]


def test_nobody_to_remind_of_is_no_reminder() -> None:
    assert reminders(Game("intervalo 3d").session) == []
