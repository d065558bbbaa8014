"""Typed lines about the library: both languages, abbreviations, and refusals in words."""

import pytest

from tests.features.library.test_moves import stocked_library
from tests.session.game import Game, party
from tests.session.library_game import LibraryGame
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.completion import completions
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.wording.sentences import refusal_sentence


@each_of(
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
    (one, game), (other, same) = stocked_library(), stocked_library()
    assert parse(spanish, CommandContext(game.history, (), one.history)).feature == "library"

    one.order(game, spanish)
    other.order(same, english)

    assert one.session == other.session


def test_bringing_an_element_into_play_is_an_event_of_the_game() -> None:
    library, game = stocked_library()
    context = CommandContext(game.history, (), library.history)

    for line in (
        "aparece gob",
        "aparece embos",
        "lleva lia kit expl",
        "consulta rum",
        "tabla Rumores 1d4 1: x",
    ):
        assert not parse(line, context).feature


def test_the_library_and_earlier_fights_come_beside_a_new_kind() -> None:
    library, _game = stocked_library()
    table = Game("aparece Orco salud_total=11 salud=11", "daño orco 4", "retira orco")

    library.order(table, "aparece 2 gob, embos, orco, lobo")

    came = [*table.session.creatures.values()]
    assert [each.name for each in came] == ["goblin 1", "goblin 2", "goblin 3", "goblin 4", "Orco", "lobo"]
    healths = [table.sheet(each.name).health for each in came]
    assert healths[:5] == [7, 7, 7, 7, 11]
    with pytest.raises(Refusal, match="unknown_word"):
        library.order(table, "aparece lobo, embos salud=3")


def test_subcommands_are_written_in_full_so_that_names_stay_names() -> None:
    library, game = LibraryGame(), Game("pj Enc", "pj Ki")

    library.order(game, "biblioteca enc")
    library.order(game, "biblioteca ki")

    assert library.session.templates.keys() == {"enc", "ki"}


def test_a_supply_called_kit_is_carried_as_usual() -> None:
    library, game = LibraryGame(), party()

    library.order(game, "lleva lia kit de cura d6")

    assert [each.name for each in game.session.supplies.values()] == ["kit de cura"]


@each_of(
    ("line", "said"),
    [
        ("biblioteca nadie", "No hay nadie que se llame «nadie»."),
        ("biblioteca", "¿A quién?"),
        ("biblioteca tabla x", "No hay ninguna tabla «x». Hay: Rumores."),
        ("biblioteca borra gob", "No hay nada que se llame «gob» en la biblioteca. Hay: goblin, Emboscada"),
        ("biblioteca kit lia", "Falta el nombre."),
        ("lleva lia kit x", "No hay ningún equipo «x» en la biblioteca. Hay: Explorador."),
        ("consulta x", "No hay ninguna tabla «x». Hay: Rumores, Dado de Uso, Idiomas."),
        ("aparece emboscada salud=3", "No entiendo «health». Uso: aparece"),
        ("biblioteca deshacer todo", "No entiendo «todo»."),
    ],
)
def test_a_wrong_line_is_refused_in_words(line: str, said: str) -> None:
    library, game = stocked_library()
    before = library.session, game.session

    with pytest.raises(Refusal) as refusal:
        library.order(game, line)

    assert refusal_sentence(refusal.value, "chronicle").startswith(said)
    assert (library.session, game.session) == before


def test_the_refusal_of_an_ambiguous_creature_lists_the_creatures() -> None:
    library, game = stocked_library()
    library.order(game, "biblioteca goblin 1 Goblin jefe")

    with pytest.raises(Refusal) as refusal:
        library.order(Game(), "aparece gob")

    assert refusal.value.code == "ambiguous_word"


def test_the_line_completes_what_the_library_has() -> None:
    library, _game = stocked_library()
    table = Game("pj Bruno")

    assert completions("aparece 3 gob", table.session, library.session) == ["goblin"]
    assert completions("aparece emb", table.session, library.session) == ["Emboscada"]
    assert completions("lleva bruno kit exp", table.session, library.session) == ["Explorador"]
    assert completions("aparece 3 gob", table.session) == []
    assert completions("aparece 3 orco, 2 gob", table.session, library.session) == ["goblin"]
