"""Typed lines about the library: both languages, abbreviations, and refusals in words."""

import pytest

from tests.session.game import Game, party
from tests.session.moves.test_library import stocked
from tests.session.shelves import Shelves
from tracker.commands.command import CommandContext
from tracker.commands.completion import completions
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.wording.sentences import refusal_sentence


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        ("biblioteca goblin 1 Trasgo", "library goblin 1 Trasgo"),
        ("biblioteca encuentro", "library encounter"),
        ("biblioteca kit lia Todo", "library kit lia Todo"),
        ("biblioteca tabla rum", "library table rum"),
        ("biblioteca borra goblin", "library drop goblin"),
        ("biblioteca deshacer", "library undo"),
    ],
)
def test_library_commands_are_equal_in_both_languages(spanish: str, english: str) -> None:
    (one, game), (other, same) = stocked(), stocked()
    assert parse(spanish, CommandContext(game.history, (), one.history)).library

    one.order(game, spanish)
    other.order(same, english)

    assert one.session == other.session


def test_bringing_an_element_into_play_is_an_event_of_the_game() -> None:
    shelves, game = stocked()
    place = CommandContext(game.history, (), shelves.history)

    for line in (
        "aparece gob",
        "aparece embos",
        "lleva lia kit expl",
        "consulta rum",
        "tabla Rumores 1d4 1: x",
    ):
        assert not parse(line, place).library


def test_subcommands_are_written_in_full_so_that_names_stay_names() -> None:
    shelves, game = Shelves(), Game("pj Enc", "pj Ki")

    shelves.order(game, "biblioteca enc")
    shelves.order(game, "biblioteca ki")

    assert shelves.session.templates.keys() == {"enc", "ki"}


def test_a_supply_called_kit_is_carried_as_usual() -> None:
    shelves, game = Shelves(), party()

    shelves.order(game, "lleva lia kit de cura d6")

    assert [each.name for each in game.session.supplies.values()] == ["kit de cura"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("biblioteca nadie", "No hay nadie que se llame «nadie»."),
        ("biblioteca", "¿A quién?"),
        ("biblioteca tabla x", "No hay ninguna tabla «x». Hay: Rumores."),
        ("biblioteca borra gob", "No hay nada que se llame «gob» en la biblioteca. Hay: goblin, Emboscada"),
        ("biblioteca kit lia", "Falta el nombre."),
        ("lleva lia kit x", "No hay ningún equipo «x» en la biblioteca. Hay: Explorador."),
        ("consulta x", "No hay ninguna tabla «x». Hay: Rumores."),
        ("aparece emboscada salud=3", "No entiendo «health». Uso: aparece"),
        ("biblioteca deshacer todo", "No entiendo «todo»."),
    ],
)
def test_a_wrong_line_is_refused_in_words(line: str, said: str) -> None:
    shelves, game = stocked()
    before = shelves.session, game.session

    with pytest.raises(Refusal) as refusal:
        shelves.order(game, line)

    assert refusal_sentence(refusal.value, "chronicle").startswith(said)
    assert (shelves.session, game.session) == before


def test_a_beginning_of_two_creatures_names_them() -> None:
    shelves, game = stocked()
    shelves.order(game, "biblioteca goblin 1 Goblin jefe")

    with pytest.raises(Refusal) as refusal:
        shelves.order(Game(), "aparece gob")

    assert refusal.value.code == "ambiguous_word"


def test_the_line_completes_what_the_library_has() -> None:
    shelves, _game = stocked()
    table = Game("pj Bruno")

    assert completions("aparece 3 gob", table.session, shelves.session) == ["goblin"]
    assert completions("aparece emb", table.session, shelves.session) == ["Emboscada"]
    assert completions("lleva bruno kit exp", table.session, shelves.session) == ["Explorador"]
    assert completions("aparece 3 gob", table.session) == []
