"""Short sentences name several creatures at once, or count them."""

from time import process_time

import pytest

from tests.session.game import Game
from tracker.rules.system import Fact
from tracker.session.moves.undo import undo
from tracker.wording.brief import brief_text
from tracker.wording.sentences import fact_sentences


def brief_of(game: Game, line: str, room: int, *faces: int) -> str:
    return brief_text(game.do(line, *faces), game.history, lambda text: len(text) <= room)


def band(count: int, system: str = "chronicle", sheet: str = "salud_total=7 salud=7") -> Game:
    return Game(f"aparece {count} orco {sheet}", system=system)


def lettered_game() -> Game:
    """Return eight creatures that no run of numbers tells."""
    return Game(*(f"aparece orco {letter} salud_total=7 salud=7" for letter in "abcdefgh"))


def test_facts_that_fit_have_a_sentence_each() -> None:
    whole = "orco 1 y orco 2 reciben 3 de daño: quedan en 4."
    assert brief_of(band(2), "daño orco* 3", 160) == whole


def test_equal_damage_shares_a_sentence_and_so_do_the_deaths() -> None:
    assert brief_of(band(3), "daño orco* 9", 160) == "orco 1, orco 2 y orco 3 reciben 9 de daño y mueren."
    assert brief_of(band(4), "daño orco* 9", 160) == "orco 1–4 reciben 9 de daño y mueren."


def test_a_different_result_has_its_own_sentence() -> None:
    game = band(4)
    game.do('daño "orco 2" 3')

    assert brief_of(game, "daño orco* 4", 110) == (
        "orco 1, orco 3 y orco 4 reciben 4 de daño: quedan en 3. orco 2 recibe 4 de daño y muere."
    )


def test_initiatives_rolled_together_share_a_sentence() -> None:
    game = band(3)
    game.do("combate puente orco*")

    assert (
        brief_of(game, "iniciativa orco* d20", 160, 5, 18, 9)
        == "Iniciativa: orco 1 saca 5 (d20), orco 2 saca 18 (d20) y orco 3 saca 9 (d20)."
    )


def test_many_initiatives_are_summed_up_with_those_of_groups_among_them() -> None:
    game = Game("aparece 6 orco", "aparece 4 goblin grupo", "combate puente orco*, goblin*")
    faces = (5, 18, 9, 3, 2, 7, 20)
    assert brief_of(game, "iniciativa orco*, goblin* d20", 400, *faces).startswith(
        "La iniciativa de 7 está decidida: abre goblin ×4, con 20."
    )


@pytest.mark.parametrize("room", [160, 30, 10])
def test_a_run_of_names_is_still_several(room: int) -> None:
    assert brief_of(band(1), "aparece 5 rata", room) == "Aparecen rata 1–5."


def test_a_list_of_initiatives_without_their_figures_has_gaps() -> None:
    game = band(1)
    facts = [Fact("initiative", {"who": "a", "initiative": 3}), Fact("initiative", {"who": "b"})]

    assert fact_sentences(facts, game.history) == ["Iniciativa: a saca 3 y b saca …."]


@pytest.mark.parametrize(
    ("room", "listed"),
    [(60, "orco a, orco b, orco c y 5 más"), (50, "orco a y 7 más")],
)
def test_without_room_for_all_names_the_others_are_counted(room: int, listed: str) -> None:
    assert brief_of(lettered_game(), "daño orco* 9", room) == f"{listed} reciben 9 de daño y mueren."


def test_names_numbered_in_a_row_count_as_one_before_the_others_are_counted() -> None:
    game = Game(*(f"aparece 9 {kind} salud_total=7 salud=7" for kind in ("orco", "rata", "lobo", "ogro")))
    assert brief_of(game, "daño orco*, rata*, lobo*, ogro* 9", 60) == (
        "orco 1–9 y 27 más reciben 9 de daño y mueren."
    )


def test_a_supply_rolled_often_is_told_by_where_it_ends() -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz cada 10m encendida")
    game.do("intervalo 1h")
    whole = brief_of(game, "resuelve todo", 1000, 3, 1, 4, 2)
    assert "baja a d4" in whole
    game = Game("pj Lía", "lleva lia antorcha d6 luz cada 10m encendida")
    game.do("intervalo 1h")
    short = brief_of(game, "resuelve todo", 60, 3, 1, 4, 2)
    assert "baja a d4" not in short
    assert "Lía se queda sin antorcha" in short


@pytest.mark.parametrize("most", [500, 60])
def test_several_who_endure_are_several(most: int) -> None:
    game = Game("pj Lía", "pj Bren", "pj Iria")
    game.do("intervalo 1d")
    text = brief_of(game, "resuelve todo", most, 20, 20, 20)
    assert "aguantan el Hambre: van 0 fallos de 3 cada cual." in text


def test_the_undo_of_a_short_event_is_short() -> None:
    game = lettered_game()
    game.do("daño orco* 3")
    event = game.play(undo(game.history))

    assert brief_text(event, game.history, lambda text: len(text) <= 90) == (
        "Se deshace: orco a, orco b, orco c y 5 más reciben 3 de daño: quedan en 4."
    )


def test_the_undo_of_an_act_of_several_sentences_says_that_there_were_more() -> None:
    game = Game("pj Lía salud=14/14 blindaje=d4")
    game.do("daño Lía 5", 1)
    event = game.play(undo(game.history))

    assert brief_text(event, game.history) == "Se deshace: El Blindaje le para 1 de daño a Lía (d4 → 1)…"


def test_tests_of_several_are_grouped_by_outcome() -> None:
    assert brief_of(band(3), "prueba orco* fuerza", 120, 5, 6, 20) == (
        "Tirada de Fuerza, fallo: orco 1 y orco 2. orco 3, Tirada de Fuerza: d20 → 20 contra 12. Crítico."
    )


@pytest.mark.parametrize(
    ("system", "sheet", "line", "short"),
    [
        (
            "horror",
            "pv=4",
            "daño orco* 9",
            "{listed} pierden 4 PV y quedan fuera de combate.",
        ),
        ("percentile", "pv=4", "daño orco* 3", "{listed} pierden 3 PV: les queda 1."),
        ("margin", "", "mata orco*", "{listed} mueren."),
    ],
)
def test_every_game_has_its_short_words(system: str, sheet: str, line: str, short: str) -> None:
    assert brief_of(band(6, system, sheet), line, 160) == short.format(listed="orco 1–6")


def test_what_one_creature_suffers_twice_is_told_twice_and_never_of_two() -> None:
    game = Game("aparece orco")
    who = game.id_of("orco")
    facts = [Fact("damaged", {"who": who, "amount": 1, "health": left}) for left in (4, 4, 3)]
    told = fact_sentences(facts, game.history)
    assert told == ["orco recibe 1 de daño: queda en 4 (×2).", "orco recibe 1 de daño: queda en 3."]


def test_what_happens_to_thousands_is_soon_told() -> None:
    game = Game("pj Lía")
    names = game.history.names
    names |= {f"x{number}": f"rata {number}" for number in range(3_000)}
    facts = [Fact("damaged", {"who": who, "amount": 1, "health": 5}) for who in names]
    start = process_time()
    [sentence] = fact_sentences(facts, game.history)
    assert process_time() - start < 1
    assert sentence == "Lía y rata 0–2999 reciben 1 de daño: quedan en 5."
