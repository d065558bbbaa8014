"""A face that is told is the face that fell, and a duration belongs to the condition before it."""

import pytest

from tests.session.game import Game
from tests.session.test_any_game import ALL_TABLES
from tests.trials import Trials, each_of
from tests.wording.faces_judge import TellingPlayer, Verdict, evening
from tracker.rules.dice import Roll, Typed
from tracker.session.event import Event
from tracker.wording.brief import brief_text
from tracker.wording.sentences import sentences

LONG = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60)]
FOUND = "a face or a duration told that is not so"


@pytest.mark.parametrize("seed", [0, *LONG])
@pytest.mark.parametrize("system", ALL_TABLES)
def test_every_face_and_duration_told_is_so(system: str, seed: int, trials: Trials) -> None:
    verdict = Verdict()
    evening(TellingPlayer.for_system(system, seed), 200 if seed else 30, verdict)
    trials(FOUND, verdict.faces + verdict.durations, len(verdict.faults))
    assert verdict.faults == []


def drought(*lines: str) -> Game:
    """Return a game whose condition tries a usage die and hurts by dice in each turn."""
    rules = """
[game]
key = "sed"
name = "Sed"
turn = "6s"
health = "vida"
[counter]
vida = { max = "30" }
agua = { die = [12, 10, 8, 6, 4] }
[condition]
sediento = { each = "turn_start", do = ["usa agua", "vida -= 1", "vida -= 1d4"] }
[act.daño]
params = { cuanto = "amount" }
do = ["agua -= 1", "vida -= cuanto"]
"""
    return Game("pj Nela agua=8", *lines, system="file.sed", rules=rules)


def typed(*faces: int) -> Roll:
    left = [*faces]
    return lambda sides: Typed(left.pop(0)) if left else 1


def play_line(game: Game, line: str, *faces: int) -> Event:
    return game.play(game.draft(line, roll=typed(*faces)))


def test_turns_told_at_once_tell_every_face_with_what_came_of_it() -> None:
    game = drought("estado nela sediento", "intervalo 18s")
    told = " ".join(sentences(play_line(game, "resuelve", 4, 1, 5, 2, 1, 3), game.history))

    assert "aguanta (d8 → 4✎ · d8 → 5✎): d8" in told
    assert "baja a d6 (d8 → 1✎)" in told
    assert "pierde 9 de vida (d4 → 1✎ · d4 → 2✎ · d4 → 3✎)" in told


def test_a_figure_that_no_die_moved_is_told_without_one() -> None:
    game = drought()
    told = sentences(play_line(game, "daño nela 2d6", 3, 4), game.history)

    assert told == [
        "Nela pierde 1 de agua: le quedan 7.",
        "Nela pierde 7 de vida (d6 → 3✎ 4✎ = 7): le quedan 23.",
    ]


def test_what_a_long_run_leaves_untold_shifts_no_face() -> None:
    game = Game("pj Lía", "lleva lia antorcha d8 luz encendida", "intervalo 50m")
    told = " ".join(sentences(play_line(game, "resuelve iguales", 3, 4, 5, 6, 1), game.history))

    assert (
        told == "El dado de antorcha de Lía sigue en d8 (×4). El dado de antorcha de Lía baja a d6 (d8 → 1✎)."
    )


def test_an_older_save_with_more_throws_than_facts_tells_no_face_of_the_wrong_one() -> None:
    game = drought("estado nela sediento", "intervalo 18s")
    draft = game.draft("resuelve", roll=typed(4, 1, 5, 2, 1, 3))
    for fact in draft.facts:
        fact.data.pop("throws", None)  # type: ignore[attr-defined]  # the data of a fact just made
    assert "→" not in " ".join(sentences(game.play(draft), game.history))


@pytest.mark.parametrize("room", [200, 60, 20])
def test_a_duration_is_told_behind_its_own_condition(room: int) -> None:
    game = Game("pj Lía", "pj Bren", "pj Iria")
    game.do("combate x")
    event = game.do("estado lia,bren,iria miedo 2h")
    assert brief_text(event, game.history, lambda text: len(text) <= room).endswith(
        " sufren Miedo durante 2 h."
    )


def test_the_position_of_each_is_told_with_how_long_it_lasts() -> None:
    game = Game("pj Ada", "pj Beto", system="horror")
    told = sentences(game.do("estado ada,beto vulnerable 2h"), game.history)
    assert [each.endswith(" durante 2 h.") for each in told] == [True, True]


def test_a_check_of_real_dice_tells_which_of_them_were_real() -> None:
    game = Game("pj Lía habilidades=Sigilo 12*", system="margin")
    told = sentences(play_line(game, "prueba lia sigilo bonificación 1", 9, 3), game.history)
    assert told[0].startswith("Lía saca 6✎ (d20 → 9✎ − 3✎ de bonificación)")


@each_of(
    ("names", "told"),
    [
        (("Lía", "Bo"), "Lía y Bo"),
        (("Brunilda", "Bo"), "Brunilda y Bo"),
        (("Lía", "Bo", "Ana"), "Lía y 2 más"),
        (("Lía", "Brunilda la Roja", "Ana"), "Lía y 2 más"),
    ],
)
def test_names_are_counted_only_where_that_is_shorter(names: tuple[str, ...], told: str) -> None:
    game = Game(*(f"pj {name} salud=9" for name in names))
    event = game.do("daño todos 1")
    assert brief_text(event, game.history, lambda text: False).startswith(f"{told} reciben 1 de daño")
