"""The library: its elements are as before play, apart from the game, and copied into it."""

import pytest

from tests.session.game import DAY, HOUR, Game, fight, party, refusal_code
from tests.session.library_game import LibraryGame
from tracker.features.library.moves import shelve_encounter
from tracker.rules.games.chronicle.sheet import Character
from tracker.session.state import Template, empty_session


def stocked_library() -> tuple[LibraryGame, Game]:
    """Return a library with goblins, a fight, a kit and a table, and the game that they come from."""
    library, game = LibraryGame(), fight()
    for line in (
        "lleva lia antorcha d6 luz encendida",
        "lleva lia pan d8 detonante comen desenlace no queda",
        "tabla Rumores 1d4 1-4: lobos",
    ):
        game.do(line)
    for line in ("encuentro Emboscada", "kit lia Explorador", "tabla Rumores"):
        library.order(game, f"biblioteca {line}")
    return library, game


def sheet(template: Template) -> Character:
    assert isinstance(template.sheet, Character)
    return template.sheet


def test_a_creature_enters_the_library_as_it_was_before_play() -> None:
    library, game = LibraryGame(), fight()
    for line in (
        "siguiente",
        'daño "goblin 1" 5',
        'reduce "goblin 1" fuerza 2 temporal',
        'estado "goblin 1" veneno nivel 3',
        "apunta goblin 1 cojea",
    ):
        game.do(line)
    before = game.session

    told = library.sentences(game, "biblioteca goblin 1")

    kept = library.session.templates["goblin"]
    assert told == "La plantilla goblin va a la biblioteca."
    assert (sheet(kept).health, sheet(kept).states, kept.notes) == (7, {}, "cojea")
    assert sheet(kept).score("strength").reduction == 0
    assert game.session == before


def test_an_element_replaces_its_namesake_in_the_library() -> None:
    library, game = LibraryGame(), fight()
    library.order(game, "biblioteca goblin 1")
    game.do("ficha goblin 2 salud_total=9")

    library.order(game, "biblioteca goblin 2 GOBLIN")

    assert [sheet(each).health_max for each in library.session.templates.values()] == [9]


def test_an_encounter_brings_its_adversaries_and_missing_templates_along() -> None:
    library, _game = stocked_library()

    assert library.session.lineups["emboscada"].members == {"goblin": 2}
    assert library.session.templates.keys() == {"goblin"}


def test_an_encounter_uses_the_games_own_template_before_the_creature() -> None:
    library, game = LibraryGame(), fight()
    game.do("plantilla goblin 1 goblin")
    game.do('ficha "goblin 1" salud_total=3')

    library.order(game, "biblioteca encuentro")

    assert sheet(library.session.templates["goblin"]).health_max == 7


def test_an_encounter_of_the_party_alone_is_refused() -> None:
    game = party()
    game.do("combate Duelo")

    assert refusal_code(lambda: shelve_encounter(empty_session("chronicle"), game.session, "")) == (
        "nobody_to_shelve"
    )
    assert refusal_code(lambda: LibraryGame().order(party(), "biblioteca encuentro")) == "no_encounter"


def test_a_kit_is_unlit_and_without_owner() -> None:
    library, game = stocked_library()
    kit = library.session.kits["explorador"]

    assert [(each.name, each.owner, each.active) for each in kit.supplies] == [
        ("antorcha", "", False),
        ("pan", "", False),
    ]
    assert refusal_code(lambda: library.order(game, "biblioteca kit bren Vacío")) == "nothing_to_shelve"


def test_three_goblins_come_from_the_library_into_the_fight() -> None:
    library, _ = stocked_library()
    game = Game("pj Bruno", "combate Puente")

    assert library.sentences(game, "aparece 3 gob") == "Aparecen goblin 1, goblin 2 y goblin 3."

    assert game.session.fight is not None
    assert len(game.session.fight.combatants) == 4
    assert game.sheet("goblin 2").health == 7


def test_copies_do_not_touch_the_library() -> None:
    library, _ = stocked_library()
    before, game = library.session, Game("pj Bruno")
    library.order(game, "aparece gob salud=3 salud_total=4")
    game.do("daño goblin 2")

    assert game.sheet("goblin").health == 1
    assert library.session == before


def test_a_copy_has_eaten_and_slept_when_it_comes() -> None:
    library, _ = stocked_library()
    game = Game("pj Bruno", "intervalo 3d")

    library.order(game, "aparece gob")

    assert game.sheet("goblin").fed_at == 3 * DAY
    assert game.session.elapsed == 3 * 24 * HOUR


def test_the_campaigns_own_template_comes_first() -> None:
    library, _ = stocked_library()
    game = Game(
        "pj Bruno", "aparece Goblin salud_total=20 salud=20", "plantilla goblin Goblin", "retira goblin"
    )

    library.order(game, "aparece gob")

    assert game.sheet("Goblin").health_max == 20


def test_a_name_written_out_in_the_library_beats_the_beginning_of_one_of_the_campaigns() -> None:
    library, _ = stocked_library()
    game = Game("pj Bruno", "aparece Jefe salud_total=20", "plantilla jefe Goblinoide", "retira jefe")

    library.order(game, "aparece goblin")

    assert game.sheet("goblin").health_max == 7


def test_a_whole_encounter_brings_all_its_members() -> None:
    library, _ = stocked_library()
    game = Game("pj Bruno", "combate Puente")

    assert library.sentences(game, "aparece embos") == "Aparecen goblin 1 y goblin 2."
    library.order(game, "aparece 2 emboscada")

    assert len(game.session.creatures) == 1 + 2 + 4


def test_an_encounter_whose_template_is_gone_says_which() -> None:
    library, _ = stocked_library()
    game = Game("pj Bruno")
    library.order(game, "biblioteca borra goblin")

    assert refusal_code(lambda: library.order(game, "aparece emboscada")) == "lineup_lacks"
    assert len(game.session.creatures) == 1


@pytest.mark.parametrize("line", ["aparece 0 gob", "aparece 51 gob", "aparece 26 emboscada"])
def test_too_many_or_too_few_are_refused(line: str) -> None:
    library, _ = stocked_library()

    assert refusal_code(lambda: library.order(Game(), line)) == "bad_count"


def test_a_kit_is_given_in_one_event() -> None:
    library, _ = stocked_library()
    game = Game("pj Bruno")

    library.order(game, "lleva bruno kit explo")
    owners = {each.owner for each in game.session.supplies.values()}
    game.do("deshacer")

    assert owners == {game.id_of("Bruno")}
    assert game.session.supplies == {}


def test_a_table_of_the_library_is_consulted_or_copied() -> None:
    library, _ = stocked_library()
    game = Game("pj Bruno")

    assert library.sentences(game, "consulta rum", 2) == "Rumores 2 (d4): lobos."
    assert game.session.tables == {}
    library.order(game, "tabla rumores")
    assert [each.name for each in game.session.tables.values()] == ["Rumores"]


def test_undo_and_redo_there_are_the_librarys_own() -> None:
    library, game = stocked_library()
    before, events = library.session, len(game.events)

    assert library.sentences(game, "biblioteca deshacer").startswith("En la biblioteca se deshace: ")
    assert library.session.tables == {}
    library.order(game, "biblioteca rehacer")

    assert library.session == before
    assert len(game.events) == events


def test_the_librarys_beginning_is_not_undone() -> None:
    assert refusal_code(lambda: LibraryGame().order(Game(), "biblioteca deshacer")) == "nothing_to_undo"
    assert refusal_code(lambda: LibraryGame().order(Game(), "biblioteca rehacer")) == "nothing_to_redo"
