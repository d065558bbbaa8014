"""Random walks by two GMs, merged: the copies are equal, nobody is there twice, no time is lost."""

from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.session.game import ANA, BEA, Game, meet
from tests.trials import Trials, few_examples
from tracker.session.doubled import doubled_events
from tracker.session.history import DEED

DUNGEON = (
    *("pj Lía", "pj Bren", "pj Ana", "sala 1 Puerta salidas norte 2, este 3", "sala 2 salidas norte 4"),
    *("sala 3 salidas norte 4, abajo 5", "sala 4 salidas oeste 6 secreta", "sala 2 criatura 2 goblin"),
    *("sala 3 criatura oculto ogro", "sala 4 criatura rata", "sala 4 trampa aguja", "sala 5 trampa aguja"),
    *("sala 5 botín 30 oro", "sala 6 criatura 3 goblin", "sala 6 línea reloj Alarma 4", "ve 1"),
)
ARRIVALS = {"2": 2, "3": 1, "4": 1, "6": 3}
"""How many creatures wait in each room."""
LINES = (
    *("ve 1", "ve 2", "ve 3", "ve 4", "ve 5", "ve 6", "ve norte", "ve sur", "ve este", "ve abajo"),
    *("ve 2 Lía", "ve 3 Bren", "ve 4 Ana", "ve 1 Lía, Bren", "sala 5 toma", "deshacer", "intervalo 10m"),
)


@cache
def dungeon() -> Game:
    return Game(*DUNGEON)


def walk_apart(chance: Random) -> Game:
    """Let two GMs walk from one dungeon, each on a copy, and merge what they did."""
    game, other = dungeon().copy(ANA), dungeon().copy(BEA)
    for copy in (game, other):
        for _ in range(chance.randint(1, 6)):
            copy.attempt(chance.choice(LINES), lambda sides: sides)
    meet(game, other)
    return game


def check_merged(game: Game) -> None:
    session, history = game.session, game.history
    for key, count in ARRIVALS.items():
        there = [who for who in session.creatures if who.startswith(f"{key}-")]
        assert len(there) == (count if session.rooms[key].seen else 0), key
    counting = [each for each in history if history.counts(each.id)]
    seconds = [each.value for event in counting for each in event.changes if each.path == ("elapsed",)]
    assert session.elapsed == sum(seconds)


def check_decided(game: Game) -> None:
    """Undo what was done twice: each room was entered for the first time once."""
    while doubled_events(game.history):
        game.do("versión 1")
    check_merged(game)
    for path, event_ids in game.history.deeds.items():
        counting = [each for each in event_ids if game.history.counts(each)]
        if path[:2] == (DEED, "walk"):
            assert len(counting) <= 1, path


@few_examples(10)
@given(st.integers(0, 2**32))
def test_walks_by_two_gms_are_one_walk(seed: int) -> None:
    game = walk_apart(Random(seed))
    check_merged(game)
    check_decided(game)


@pytest.mark.slow
def test_a_thousand_walks_by_two_gms(trials: Trials) -> None:
    for seed in range(1_000):
        game = walk_apart(Random(seed))
        check_merged(game)
        check_decided(game)
    trials("walks of two GMs through rooms", 1_000)
