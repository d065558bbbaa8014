"""A line with no room for all that several suffered says who, at once; a shorter one, how many."""

import pytest

from tests.session.game import Game
from tracker.session.moves.undo import undo
from tracker.wording.brief import told_within


def told(game: Game, line: str, room: int, *faces: int) -> str:
    return told_within(game.do(line, *faces), game.history, lambda text: len(text) <= room)


def band(count: int, system: str = "chronicle", sheet: str = "salud_total=7 salud=7") -> Game:
    return Game(f"aparece {count} orco {sheet}", system=system)


def test_what_has_room_is_told_one_by_one() -> None:
    whole = "orco 1 recibe 3 de daño; Salud 4. orco 2 recibe 3 de daño; Salud 4."
    assert told(band(2), "daño orco* 3", 160) == whole


def test_who_is_hit_alike_is_told_at_once_and_so_is_who_dies_of_it() -> None:
    listed = "orco 1, orco 2, orco 3, orco 4"
    assert told(band(4), "daño orco* 9", 160) == f"Reciben 9 de daño: {listed}. Mueren (heridas): {listed}."


def test_whoever_fares_otherwise_is_told_apart() -> None:
    game = band(4)
    game.do('daño "orco 2" 3')

    assert told(game, "daño orco* 4", 110) == (
        "Reciben 4 de daño: orco 1, orco 2, orco 3, orco 4. orco 2 muere: heridas."
    )


@pytest.mark.parametrize(
    ("room", "listed"),
    [(100, "orco 1, orco 2, orco 3 y 5 más"), (70, "orco 1 y 7 más")],
)
def test_where_there_is_no_room_for_their_names_the_first_stand_for_the_others(
    room: int, listed: str
) -> None:
    assert told(band(8), "daño orco* 9", room).startswith(f"Reciben 9 de daño: {listed}. Mueren")


def test_an_undo_of_it_is_as_short() -> None:
    game = band(8)
    game.do("daño orco* 3")
    event = game.play(undo(game.history))

    assert told_within(event, game.history, lambda text: len(text) <= 90) == (
        "Deshecho: Reciben 3 de daño: orco 1, orco 2, orco 3 y 5 más."
    )


def test_tests_of_several_are_told_by_how_they_ended() -> None:
    assert told(band(3), "prueba orco* fuerza", 120, 5, 6, 20) == (
        "Tirada · Fuerza → fallo: orco 1, orco 2. orco 3 · Tirada · Fuerza: d20 20 = 20 contra 12 → Crítico."
    )


@pytest.mark.parametrize(
    ("system", "sheet", "line", "short"),
    [
        (
            "horror",
            "pv=4",
            "daño orco* 9",
            "Pierden 4 PV: {listed}. Caen y quedan fuera de combate: {listed}.",
        ),
        ("percentile", "pv=4", "daño orco* 3", "Pierden 3 PV: {listed}."),
        ("margin", "", "mata orco*", "Mueren {listed}."),
    ],
)
def test_every_game_has_its_short_words(system: str, sheet: str, line: str, short: str) -> None:
    listed = "orco 1, orco 2, orco 3, orco 4, orco 5, orco 6"
    assert told(band(6, system, sheet), line, 160) == short.format(listed=listed)
