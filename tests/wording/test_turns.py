"""A game in which a round is a turn tells no rounds: every text about rounds has one that says turn."""

import re

import pytest

from tests.session.game import Game
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import system_of
from tracker.wording.report import status_text
from tracker.wording.word_files import PROGRAM, TURNS, words_in
from tracker.wording.words import words_of_language

ROUND = {"es": re.compile(r"\brondas?\b", re.IGNORECASE), "en": re.compile(r"\brounds?\b", re.IGNORECASE)}
TYPED = {"es": "«ronda»", "en": "`round`"}
"""The verb that ends a round is typed so in every game."""
ELSEWHERE = {
    *("verb", "word", "example", "also", "search_key", "does"),  # what is typed, and about it
    *("json", "game_grammar", "game_file", "dice_grammar"),  # for who writes programs and games
    *("key", "long", "tip", "ask"),  # keys that a game without rounds does not have
}
NOT_TOLD = {("refusal", "game_lasts"), ("top_line", "round")}


def shown(text: str, language: str) -> str:
    """Return what people read of a text: no data, and no verb."""
    return re.sub(r"\{\w+", "", text.replace(TYPED[language], ""))


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_text_about_rounds_has_one_that_says_turn(language: str) -> None:
    program, turns = words_in(PROGRAM, language), words_in(TURNS, language)
    about_rounds = {
        (space, name)
        for space, table in program.items()
        for name, text in table.items()
        if space not in ELSEWHERE and ROUND[language].search(shown(text, language))
    }
    said = {(space, name) for space, table in turns.items() for name in table}
    assert about_rounds - said <= NOT_TOLD
    assert said - about_rounds <= NOT_TOLD


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_game_without_rounds_says_no_round(language: str) -> None:
    without_rounds = [each for each in SYSTEMS if not system_of(each).rounds]
    assert without_rounds
    names = [(space, name) for space, table in words_in(TURNS, language).items() for name in table]
    for system in without_rounds:
        words = words_of_language(system, language)
        told = [words.find(space, name) or "" for space, name in names]
        assert [each for each in told if ROUND[language].search(shown(each, language))] == []


RULES = """
[game]
key = "plano"
name = "Plano"
turn = "10m"
rounds = false
[attribute]
mano = [3, 0, 6]
[condition]
roto = {}
[check.prueba]
roll = "2d6"
result = [["total >= 7", "éxito"], ["1", "fallo"]]
"""


def test_a_file_without_rounds_tells_none_in_its_log_and_status() -> None:
    game = Game("pj Lía", "aparece Lobo", system="file.plano", rules=RULES)
    lines = ("combate Puente", "iniciativa Lía 5", "iniciativa Lobo 3", "siguiente", "estado Lía roto 3r")
    told = [game.sentences(each) for each in (*lines, "siguiente", "cadaronda tira", "siguiente")]
    told += [status_text(game.history), game.sentences("fin")]
    assert [each for each in told if "ronda" in each.lower()] == []
    assert "turno 2" in told[-1]
