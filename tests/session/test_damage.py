"""Who dealt the damage of a fight, in every way in which a game says it."""

from collections.abc import Callable

from tests.session.game import Game
from tests.session.moves.test_hit_then_damage import chronicle, duel, horror, percentile
from tests.trials import each_of
from tracker.session.recap import evenings
from tracker.store.paths import examples_folder


def mareas() -> Game:
    rules = (examples_folder("games") / "mareas.toml").read_text(encoding="utf-8")
    return Game("pj Ana", "aparece Guardia", "combate x", "siguiente ana", system="file.mareas", rules=rules)


BLOWS: dict[str, tuple[Callable[[], Game], tuple[str, ...], str, str]] = {
    "chronicle at once": (chronicle, ("ataca lía lobo = 3 3",), "Lobo", "Lía"),
    "chronicle later": (chronicle, ("ataca lía lobo agilidad = 15", "resuelve = 3 3"), "Lobo", "Lía"),
    "chronicle armour": (
        chronicle,
        ("ataca lobo zarpa contra bruno sin-esquivar = 6", "resuelve = 2"),
        "Bruno",
        "Lobo",
    ),
    "chronicle by hand": (chronicle, ("daño lobo 4 de lía",), "Lobo", "Lía"),
    "horror at once": (horror, ("ataca elvira perro = 6 5 3",), "Perro", "Elvira"),
    "horror later": (horror, ("ataca elvira perro = 6 5", "resuelve = 3"), "Perro", "Elvira"),
    "horror strike": (horror, ("hiere elvira perro 2",), "Perro", "Elvira"),
    "horror strike with a weapon": (horror, ("hiere elvira perro revólver = 3",), "Perro", "Elvira"),
    "percentile at once": (
        percentile,
        ("ataca fermín navaja pelea vigilante = 40 3",),
        "Vigilante",
        "Fermín",
    ),
    "percentile later": (
        percentile,
        ("ataca fermín navaja pelea vigilante = 40", "resuelve = 3"),
        "Vigilante",
        "Fermín",
    ),
    "percentile strike": (percentile, ("hiere fermín navaja vigilante = 3",), "Vigilante", "Fermín"),
    "a file at once": (duel, ("ataca ana pico pelea bandido = 40 3",), "Bandido", "Ana"),
    "a check of a file against somebody": (mareas, ("embauca ana guardia = 6 5 1 1",), "Guardia", "Ana"),
    "a file later": (duel, ("ataca ana pico pelea bandido = 40", "resuelve = 3"), "Bandido", "Ana"),
}


@each_of("way", BLOWS)
def test_whoever_dealt_damage_is_named(way: str) -> None:
    table, lines, target, dealer = BLOWS[way]
    game = table()
    for line in ("combate", "iniciativa", "siguiente"):
        game.attempt(line, lambda sides: 1)
    for line in lines:
        game.do(line)
    [evening] = evenings(game.history)
    assert {(each.who, each.by) for fight in evening.fights for each in fight.damage} == {(target, dealer)}
