"""Amending the figure of the last act: one undo and one act, told and undone as one."""

import pytest

from tests.session.game import BEA, Game, meet
from tests.trials import each_of
from tracker.rules.refusal import Refusal

GAME = ("pj Lía salud_total=14 salud=14 blindaje=d6", "aparece 3 goblin salud_total=20 salud=20")


def healths(game: Game) -> list[int]:
    return [game.sheet(creature.name).health for creature in game.session.creatures.values()]


def test_a_figure_is_amended_by_one_event_that_one_undo_takes_back() -> None:
    game = Game(*GAME)
    game.do("daño goblin* 5")
    before = len(game.history)
    told = game.sentences("corrige 7")
    assert told == "Eran 7 y no 5: goblin 1, goblin 2 y goblin 3 reciben 7 de daño: quedan en 13."
    assert (len(game.history) - before, healths(game)) == (1, [14, 13, 13, 13])
    game.do("deshacer")
    assert healths(game) == [14, 15, 15, 15]
    game.do("rehacer")
    assert healths(game) == [14, 13, 13, 13]


def test_a_figure_is_amended_as_often_as_one_likes() -> None:
    game = Game(*GAME)
    for line in ("daño goblin 1 5", "corrige 7", "corrige 8", "corrige 6"):
        game.do(line)
    assert healths(game) == [14, 14, 20, 20]
    game.do("deshacer")
    assert healths(game) == [14, 12, 20, 20]


def test_the_dice_of_an_amended_act_stay_as_they_fell() -> None:  # R1-093
    game = Game(*GAME)
    game.do("daño Lía 9", 4)
    after = healths(game)[0]
    event = game.do("corrige 8")
    assert healths(game)[0] == after + 1
    assert next(die.face for throw in event.throws for die in throw.dice) == 4


def test_the_rest_of_the_act_stays() -> None:
    game = Game(*GAME)
    game.do("daño Lía 6 directo mitad")
    game.do("corrige 10")
    assert healths(game)[0] == 14 - 5


@each_of(
    ("system", "lines", "act", "amended"),
    [
        ("horror", ("pj Ada",), "daño Ada 5", "corrige 2"),
        ("percentile", ("pj Ada",), "daño Ada 5", "corrige 2"),
        ("margin", ("pj Ada",), "agota Ada 2", "corrige 1"),
        ("chronicle", ("pj Ada",), "estado Ada veneno nivel 2", "corrige 3"),
        ("chronicle", ("pj Ada salud_total=9 salud=2",), "cura Ada 5", "corrige 2"),
    ],
)
def test_every_game_has_figures_to_amend(system: str, lines: tuple[str, ...], act: str, amended: str) -> None:
    one, other = Game(*lines, system=system), Game(*lines, system=system)
    one.do(act)
    one.do(amended)
    *words, _figure = act.split()
    other.do(" ".join((*words, amended.rsplit(maxsplit=1)[-1])))
    assert one.session.creatures == other.session.creatures


@each_of("line", ["nota la puerta", "siguiente", "deshacer", "mata goblin 1"])
def test_only_an_act_with_one_figure_is_amended(line: str) -> None:
    game = Game(*GAME, "combate Cueva", "iniciativa todos 9", "iniciativa enemigos 5", "daño goblin 2 1")
    game.do(line)
    before = game.session
    with pytest.raises(Refusal) as refused:
        game.do("corrige 4")
    assert (refused.value.code, game.session) == ("nothing_to_amend", before)


def test_dice_are_amended_to_a_number_and_a_number_to_dice() -> None:
    game = Game(*GAME)
    game.do("daño goblin* 2d6", 3, 3)
    game.do("corrige 4")
    assert healths(game) == [14, 16, 16, 16]
    game.do("corrige 1d6", 2)
    assert healths(game) == [14, 18, 18, 18]


@each_of("line", ["corrige", "corrige x", "corrige 7 7", "corrige 3 = 4"])
def test_a_wrong_figure_changes_nothing(line: str) -> None:
    game = Game(*GAME)
    game.do("daño goblin 1 5")
    before = game.session
    with pytest.raises(Refusal):
        game.do(line)
    assert game.session is before


def test_a_gm_amends_what_is_their_own() -> None:
    game = Game(*GAME)
    game.do("daño goblin 1 5", gm="ana")
    game.do("daño goblin 2 5", gm="bea")
    game.do("corrige 7", gm="ana")
    assert healths(game) == [14, 13, 15, 20]


def test_two_copies_amend_alike() -> None:
    game = Game(*GAME)
    game.do("daño goblin 1 5")
    other = game.copy(BEA)
    game.do("corrige 7")
    other.do("daño goblin 2 1")
    meet(game, other)
    assert healths(game) == [14, 13, 19, 20]
