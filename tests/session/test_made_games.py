"""Games made at random from the grammar of files, played: nothing lost, and copies that unite alike."""

import re
from random import Random

import pytest

from tests.rules.game_file.made import random_game
from tests.session.game import BEA
from tests.session.test_any_game import Player, play, table
from tests.trials import one_in, one_of
from tracker.session.history import History
from tracker.store.game_files import Ruling
from tracker.wording.report import status_text
from tracker.wording.sentences import sentences

STEPS, MANY = 60, 1_000
ID = re.compile(r"\b[a-z]+_\d\b(?! e[sn]\b)")
"""A name of a made game as its file has it; a word of it has its language behind it."""
OF_TABLES = ("bestias ", "cielo ")
"""How sentences about the GM's own tables begin."""
PEOPLE = ("pj Lía", "pj Bo", "aparece 2 Goblin")
QUICK = one_in(12, range(24))
LONG = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(1_000, 1_100)]


class FilePlayer(Player):
    """Plays a made game, in which a usage die may get smaller between two dice of one pending roll."""

    dice_are_known = False


def player_of(seed: int) -> FilePlayer:
    return FilePlayer(table(*PEOPLE, *_armed(seed), played=Ruling("file.hecho", random_game(seed))), seed)


def _armed(seed: int) -> list[str]:
    """Return lines that fill in the lists of a game, so that its attacks have something to choose."""
    text, lists = random_game(seed), {"lista_0": "Pelea 5", "armas_0": "Palo 1d6"}
    told = [f"{name}={value}" for name, value in lists.items() if f"{name} =" in text]
    return [f"ficha {who} {each}" for each in told for who in ("Lía", "Bo", "Goblin 1")]


@pytest.mark.parametrize("seed", QUICK)
def test_a_made_game_is_played_and_undone_whole(seed: int) -> None:
    play(player_of(seed), STEPS)


@pytest.mark.parametrize("seed", LONG)
def test_a_made_game_is_played_for_a_thousand_moves(seed: int) -> None:
    play(player_of(seed), MANY)


@pytest.mark.parametrize("seed", [*one_of(range(24, 30)), *LONG])
def test_two_copies_of_a_made_game_unite_into_one_session(seed: int) -> None:
    one = player_of(seed)
    play(one, STEPS // 4)
    other = FilePlayer(one.game.copy(BEA), seed + 1)
    play(one, STEPS // 2)
    play(other, STEPS // 2)
    events = [*one.game.events, *other.game.events]

    united = History("file.hecho", events)
    Random(seed).shuffle(events)
    again = History("file.hecho")
    for event in events:
        again.add((event,))
    assert again.session == united.session
    assert status_text(united)
    for event in united:
        told = sentences(event, united)
        assert told
        assert [each for each in told if ID.search(each)] == []
        assert [each for each in told if each[:1].islower() and not each.startswith(OF_TABLES)] == []
