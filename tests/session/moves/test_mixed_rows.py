"""Rows of several kinds: a rider and the mount, a squad; one turn, and everybody's own figures."""

import pytest

from tests.session.game import Game, refusal_code
from tests.told import free_turn, group_turn, round_begins
from tracker.session.groups import label, rows_of
from tracker.session.moves.undo import undo
from tracker.session.public import public_table
from tracker.session.state import FOES, PARTY
from tracker.wording.players import page_view
from tracker.wording.report import status_text


def riders(*lines: str) -> Game:
    """Return a fight of Lía on her horse, of Bren, and of an ogre with two wolves."""
    game = Game("pj Lía", "pj Bren", "aparece caballo", "aparece ogro", "aparece 2 lobo", "combate Puente")
    for line in ("agrupa lía, caballo", "agrupa ogro, lobo*", *lines):
        game.do(line)
    return game


def rows(game: Game) -> list[str]:
    """Return the names of the rows."""
    fight = game.session.fight
    assert fight is not None
    return [label(game.session, fight, members) for members in rows_of(game.session, fight).values()]


def test_a_rider_and_the_mount_share_a_row_and_a_turn_on_the_side_of_the_rider() -> None:
    game = riders("iniciativa lía 12")
    assert rows(game) == ["Lía + caballo", "Bren", "ogro + lobo ×2"]
    assert game.sentences("siguiente").endswith(f"{group_turn('Lía + caballo')}.")
    fight = game.session.fight
    assert fight is not None
    assert {game.id_of("Lía"), game.id_of("caballo")} == {*fight.turned}
    assert fight.combatants[game.id_of("caballo")].side == PARTY
    assert fight.combatants[game.id_of("ogro")].side == FOES


def test_gathering_is_undone_whole() -> None:
    game = Game("pj Lía", "aparece caballo", "combate Puente")
    before = game.session
    game.do("agrupa lía, caballo")
    game.play(undo(game.history))
    assert game.session == before


def test_damage_goes_to_the_named_member_and_else_to_the_first() -> None:
    game = riders("daño caballo 3", 'daño "Lía + caballo" 2')
    sheets = {name: game.sheet(name).health for name in ("Lía", "caballo")}
    assert sheets == {"Lía": 8, "caballo": 7}


@pytest.mark.parametrize("line", ["mata caballo", "huye caballo"])
def test_who_falls_or_flees_has_a_row_of_its_own_and_comes_back_into_it(line: str) -> None:
    game = riders(line)
    assert rows(game) == ["Lía", "caballo", "Bren", "ogro + lobo ×2"]
    game.play(undo(game.history))
    assert rows(game)[0] == "Lía + caballo"


def test_a_squad_keeps_its_own_name_and_counts_who_stands() -> None:
    game = riders("agrupa ogro, lobo* La patrulla")
    assert rows(game)[-1] == "La patrulla ×3"
    game.do('mata "lobo 1"')
    assert "La patrulla ×2" in rows(game)
    game.do("mata ogro")
    assert "lobo 2" in rows(game)


def test_a_row_is_taken_apart_member_by_member() -> None:
    game = riders("separa caballo")
    assert rows(game) == ["Lía", "caballo", "Bren", "ogro + lobo ×2"]


def test_one_of_the_party_alone_is_no_group_but_may_join_one() -> None:
    game = riders()
    assert refusal_code(lambda: game.do("agrupa bren")) == "gathered_alone"
    game.do("agrupa bren Lía + caballo")
    assert "Lía + caballo + Bren" in rows(game)


def test_a_mount_comes_along_to_the_next_fight_and_is_no_adversary_of_it() -> None:
    game = riders("fin", "combate grupo: Torre")
    fight = game.session.fight
    assert fight is not None
    assert {game.session.creatures[who].name: each.side for who, each in fight.combatants.items()} == {
        "Lía": PARTY,
        "Bren": PARTY,
        "caballo": PARTY,
    }


def test_players_see_each_member_and_all_of_them_at_their_turn() -> None:
    game = riders("iniciativa lía 12", "siguiente")
    shown = page_view(public_table(game.history))
    assert [each["name"] for each in shown["order"]][:2] == ["Lía", "caballo"]
    assert shown["turn"] == "Turno de Lía y caballo"
    assert [each["active"] for each in shown["order"]] == [True, True, False, False, False, False]


def test_the_report_names_each_member() -> None:
    text = status_text(riders().history)
    assert [name in text for name in ("Lía ·", "caballo ·", "ogro ·", "lobo 2 ·")] == [True] * 4


def test_a_row_of_several_kinds_is_given_one_turn_where_there_is_no_order() -> None:
    game = riders("turnos sin orden")
    assert game.sentences("siguiente caballo").endswith(f"{group_turn('Lía + caballo')}.")
    shown = page_view(public_table(game.history))
    assert shown["turn"] == "Turno de Lía y caballo"
    assert shown["after"] == "faltan Bren, ogro, lobo 1 y lobo 2"
    assert game.sentences("ronda") == f"{round_begins(2)}. {free_turn()}."
    assert game.session.elapsed == 10
