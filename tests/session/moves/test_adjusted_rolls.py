"""Advantage, Disadvantage and modifiers on pending rolls of every kind (R1-021..R1-026, R1-043)."""

import pytest

from tests.rules.faces import Faces
from tests.session.game import Game, refusal_code
from tests.told import worn_die
from tests.trials import each_of
from tracker.rules.dice import Mode, Throw
from tracker.session.pending import sides_to_roll
from tracker.wording.sentences import sentences


def save() -> Game:
    game = Game("pj Lía agilidad=10/12", "estado lia parálisis", "turno")
    assert game.pending == ["save", "paralysis"]
    return game


def hunger() -> Game:
    return Game("pj Lía resistencia=10/10", "intervalo 24h")


def usage() -> Game:
    return Game("pj Lía", "lleva lia antorcha d6 luz encendida", "intervalo 10m")


def rest() -> Game:
    return Game("pj Lía", "ficha lia salud=1/30 dado_de_salud=8", "descansa lia")


def throw_of(game: Game, line: str, *faces: int) -> Throw:
    return game.do(line, *faces).throws[0]


@each_of(
    ("game", "line", "faces", "rolled"),
    [
        (save, "resuelve ventaja", (3, 15), (Mode.ADVANTAGE, 0, 15)),
        (save, "resuelve desventaja", (3, 15), (Mode.DISADVANTAGE, 0, 3)),
        (save, "resuelve ventaja desventaja", (13,), (Mode.NORMAL, 0, 13)),
        (save, "resuelve +2", (13,), (Mode.NORMAL, 2, 15)),
        (save, "resuelve +2 -1", (13,), (Mode.NORMAL, 1, 14)),
        (save, "resuelve +4", (3, 15), (Mode.ADVANTAGE, 0, 15)),  # R1-026
        (save, "settle advantage 1", (3, 15), (Mode.ADVANTAGE, 0, 15)),
        (hunger, "resuelve v", (3, 15), (Mode.ADVANTAGE, -1, 14)),
        (hunger, "resuelve -2", (13,), (Mode.NORMAL, -3, 10)),
        (usage, "resuelve ventaja", (1, 5), (Mode.ADVANTAGE, 0, 5)),  # R1-043
        (usage, "resuelve desventaja", (1, 5), (Mode.DISADVANTAGE, 0, 1)),
        (rest, "resuelve ventaja +2", (2, 7), (Mode.ADVANTAGE, 2, 9)),  # R1-028
    ],
)
def test_a_pending_roll_takes_what_the_gm_gives_it(
    game: object, line: str, faces: tuple[int, ...], rolled: tuple[Mode, int, int]
) -> None:
    assert callable(game)
    throw = throw_of(game(), line, *faces)

    assert (throw.mode, throw.static, throw.total) == rolled


def test_the_lower_face_is_the_better_one_of_a_turn_that_may_be_lost() -> None:  # R1-104
    game = save()
    game.do("omite")

    assert throw_of(game, "resuelve ventaja", 4, 15).outcome == "acts"
    game.do("deshacer")
    assert throw_of(game, "resuelve desventaja", 4, 15).outcome == "paralysed"


def test_effort_counts_after_the_advantage_of_the_gm() -> None:  # A1-43
    game = save()
    game.do("ficha lia esfuerzo=2/2")

    throw = throw_of(game, "resuelve esfuerzo desventaja", 13)
    assert (throw.mode, game.sheet("Lía").effort) == (Mode.NORMAL, 1)


def test_rolls_alike_take_it_all_of_them() -> None:
    game = Game("pj Lía resistencia=10/10", "intervalo 48h")
    hungry = [kind for kind in game.pending if kind == "hunger"]
    event = game.do("resuelve iguales ventaja", *(1, 19) * len(hungry))

    assert [throw.mode for throw in event.throws] == [Mode.ADVANTAGE] * len(hungry)


def test_undo_brings_a_roll_back_without_its_advantage() -> None:
    game = usage()
    key = next(iter(game.session.pending))
    game.do("resuelve ventaja", 1, 5)
    game.do("deshacer")

    assert sides_to_roll(game.session, game.session.pending[key]) == (6,)
    assert sentences(game.do("resuelve", 1), game.history) == [f"{worn_die('antorcha', 4, 'Lía')} (d6 → 1)."]


@each_of(
    ("game", "line", "code"),
    [
        (usage, "resuelve +1", "no_modifier"),  # A1-13
        (lambda: Game("pj Lía", "vigila 18+", "intervalo 10m"), "resuelve ventaja", "not_adjusted"),
        (lambda: Game("pj Lía", "estado lia miedo", "turno", "omite"), "resuelve ventaja", "not_adjusted"),
        (save, "resuelve ventaja 9", "not_pending"),
        (save, "resuelve ventajas", "unknown_word"),
    ],
)
def test_a_roll_that_takes_no_advantage_is_refused(game: object, line: str, code: str) -> None:
    assert callable(game)
    assert refusal_code(lambda: game().do(line)) == code


@pytest.mark.parametrize("system", ["horror", "percentile", "margin"])
def test_usage_dice_take_advantage_in_every_game(system: str) -> None:
    game = Game("pj Lía", "lleva lia antorcha d6 luz encendida", "intervalo 10m", system=system)
    event = game.play(game.draft("resuelve ventaja", roll=Faces(1, 5)))

    assert event.throws[0].total == 5
