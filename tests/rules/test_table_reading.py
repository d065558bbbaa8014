"""A row of a table rolls dice and calls other tables."""

import pytest

from tests.rules.faces import Faces
from tests.session.game import Game, refusal_code
from tests.session.library_game import LibraryGame
from tests.trials import each_of
from tracker.rules.random_table import RandomTable, Row
from tracker.rules.table_reading import DEEPEST, MOST_SLOTS, roll_and_read, tables_called

GEMS = "tabla Gemas 1d4 1-3: ópalo; 4: rubí"
TREASURE = "tabla tesoro 1d6 1-5: {2d6} monedas; 6: {2d6} monedas y un {tabla gemas}"


def test_a_row_rolls_its_dice_and_reads_the_table_it_calls() -> None:
    game = Game(GEMS, TREASURE)

    assert game.sentences("consulta tesoro", 6, 3, 5, 4) == "tesoro 6 (d6): 8 monedas y un rubí."
    event = game.events[-1]
    assert [(each.label, each.expression, each.total) for each in event.throws] == [
        ("tesoro", "1d6", 6),
        ("tesoro", "2d6", 8),
        ("Gemas", "1d4", 4),
    ]


def test_faces_of_the_table_go_in_the_order_in_which_they_are_asked_for() -> None:
    game = Game(GEMS, TREASURE)

    assert game.sentences("consulta tesoro = 6 3 5 1") == "tesoro 6✎ (d6): 8 monedas y un ópalo."
    assert refusal_code(lambda: game.draft("consulta tesoro = 6 3")) == "too_few_faces"


@pytest.mark.parametrize("call", ["{table gems}", "{TABLA  Géms}", "{ tabla GEMS }"])
def test_a_table_is_called_in_either_language_whatever_its_accents(call: str) -> None:
    game = Game("tabla gems 1d1 1: rubí", f"tabla botín 1d1 1: un {call}")

    assert game.sentences("consulta botín", 1, 1) == "botín 1 (d1): un rubí."


def test_a_table_that_calls_itself_for_ever_stops_and_leaves_its_braces() -> None:
    game = Game("tabla eco 1d1 1: a{tabla eco}")

    told = game.sentences("consulta eco", *[1] * (DEEPEST + 1))

    assert told == (
        f"eco 1 (d1): {'a' * (DEEPEST + 1)}{{tabla eco}}. "
        "eco llama a demasiadas tablas: lo que sigue entre llaves tíralo aparte."
    )


def test_tables_that_fan_out_stop_too() -> None:
    table = RandomTable("eco", "1d1", (Row(1, 1, "{tabla eco}{tabla eco}{tabla eco}"),))

    found = roll_and_read(table, {"eco": table}, lambda sides: 1)

    assert len(found.throws) == MOST_SLOTS + 1
    assert [fact.kind for fact in found.facts] == ["table_goes_on"]


def test_a_table_that_is_missing_is_said_and_nothing_is_rolled() -> None:
    game = Game("tabla botín 1d6 1-6: {tabla gemas}")
    before = len(game.events)

    assert refusal_code(lambda: game.do("consulta botín", 1)) == "unknown_table"
    assert len(game.events) == before

    game.do("tabla gemas 1d4 1-4: ópalo")
    assert game.sentences("consulta botín", 1, 2) == "botín 1 (d6): ópalo."


@each_of("row", ["{}", "{2d}", "{tabla}", "{gemas}"])
def test_braces_that_mean_nothing_are_refused_when_they_are_written(row: str) -> None:
    assert refusal_code(lambda: Game(f"tabla botín 1d6 1-6: {row} y más")) == "bad_slot"


def test_braces_of_an_older_save_stay_text() -> None:
    table = RandomTable("puertas", "1d1", (Row(1, 1, "sala {7b}: {1d4} ratas"),))

    assert roll_and_read(table, {}, Faces(1, 3)).text == "sala {7b}: 3 ratas"


def test_a_reading_is_taken_back_whole() -> None:
    game = Game(GEMS, TREASURE)
    before = game.session

    game.do("consulta tesoro", 6, 3, 5, 4)
    game.do("deshacer")

    assert game.session == before


def test_the_encounter_and_the_weather_are_read_in_the_same_way() -> None:
    game = Game(
        "tabla cielo 1d6 1-6: lluvia, {1d4} horas",
        "clima tabla cielo",
        "tabla bestias 1d1 1: {1d6} lobos",
        "vigila 2+ auto tabla bestias",
    )

    assert game.sentences("clima", 2, 3) == "Clima 2 (d6): lluvia, 3 horas."
    game.do("encuentro", 20)
    assert game.sentences("resuelve", 1, 5) == "bestias 1 (d1): 5 lobos."


def test_weather_too_long_to_be_kept_is_refused_whole() -> None:
    game = Game(f"tabla viento 1d1 1: {'v' * 150}", f"tabla cielo 1d1 1: {'n' * 100} {{tabla viento}}")
    game.do("clima tabla cielo")

    assert refusal_code(lambda: game.do("clima", 1, 1)) == "text_too_long"


def test_the_tables_of_failure_and_of_tasks_are_read_in_the_same_way() -> None:
    game = Game("pj Eva", "tabla tarea 1d6 2-99: {1d4} horas", system="horror")

    assert "4 horas" in game.sentences("tarea eva ingenio", 3, 3, 4)


def test_a_table_of_the_library_brings_and_takes_the_tables_that_it_calls() -> None:
    library, game = LibraryGame(), Game(GEMS, TREASURE)
    library.order(game, "biblioteca tabla tesoro")
    other = Game()

    assert sorted(library.session.tables) == ["gemas", "tesoro"]
    assert library.sentences(other, "consulta tesoro", 6, 1, 1, 4) == "tesoro 6 (d6): 2 monedas y un rubí."
    library.order(other, "tabla tesoro")
    assert other.sentences("consulta tesoro", 6, 1, 1, 4) == "tesoro 6 (d6): 2 monedas y un rubí."


def test_tables_called_in_a_ring_are_each_found_once() -> None:
    one = RandomTable("uno", "1d1", (Row(1, 1, "{tabla dos}"),))
    two = RandomTable("dos", "1d1", (Row(1, 1, "{table uno} {tabla tres}"),))

    assert tables_called(one, {"a": one, "b": two}) == {"b": two}
