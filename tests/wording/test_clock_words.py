"""Coming events, and reminders."""

from tests.session.game import Game
from tests.trials import each_of
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import system_of
from tracker.wording.clock import reminders, upcoming_events

MINUTE, HOUR = 60, 3_600


def test_coming_events_are_in_order_with_effects_and_weather() -> None:
    game = Game(
        "pj Lía",
        "lleva lia antorcha d6 luz encendida",
        "efecto lia bendición 3h",
        "tabla cielo 1d6 1-6: sol",
        "clima tabla cielo",
    )

    assert upcoming_events(game.session) == [
        (10 * MINUTE, "antorcha d6 · Lía"),
        (3 * HOUR, "acaba bendición · Lía"),
        (16 * HOUR, "clima: cielo"),
        (24 * HOUR, "Comida · Lía"),
        (24 * HOUR, "Sueño · Lía"),
    ]


def test_one_line_for_what_comes_to_the_whole_party_at_once() -> None:
    game = Game("pj Lía", "pj Bren", "intervalo 2h", "come bren")

    assert [what for _left, what in upcoming_events(game.session)] == [
        "Comida · Lía",
        "Sueño · grupo",
        "Comida · Bren",
    ]


@each_of("system", [each for each in SYSTEMS if system_of(each).body_needs])
def test_a_hungry_party_gets_a_reminder_and_no_roll(system: str) -> None:
    game = Game("pj Lía", "pj Bren", "intervalo 15h", system=system)
    assert reminders(game.session) == []

    game.do("intervalo 6h")

    assert reminders(game.session) == ["Comida: todos, hace 21 h", "Sueño: todos, hace 21 h"]
    assert game.pending == []


def test_a_reminder_names_the_hungry_if_others_have_eaten() -> None:
    game = Game("pj Lía", "pj Bren", "intervalo 21h", "come bren", "duerme todos 8h", "intervalo 1h")

    assert reminders(game.session) == ["Comida: Lía, hace 30 h"]


def test_an_empty_party_has_no_reminder() -> None:
    assert reminders(Game("intervalo 3d").session) == []
