"""Every sentence stands in the golden files, and none has a wrong number."""

import re

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tests.wording.golden import cases, golden, path_of
from tracker.rules.games import SYSTEMS
from tracker.rules.system import Fact
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.sentences import fact_sentences
from tracker.wording.template import every_datum, parse_template
from tracker.wording.words import words_of

WRONG = {
    "es": re.compile(
        r"(?<![\d.,/×+−-])\b1 (?!más\b|es\b|mes\b)[a-zñáéíóú]+s\b|\b(quedan|van|faltan|llevan|tocan) 1\b",
        re.I,
    ),
    "en": re.compile(
        r"(?<![\d.,/×+−-])\b1 (?!(?:is|leads|was|has|changes|reaches|less)\b)[a-z]+s\b|\b(are|were) 1\b",
        re.IGNORECASE,
    ),
}
"""A plural that one thing has."""
BEYOND_A_LIMIT = re.compile(r"(too_long|too_many_\w+|\w+_too_long|game_(long|many|too)_\w+|game_\w+_long)")
"""Refusals that count what is too much, which is never one."""


@each_of("language", LANGUAGES)
def test_the_golden_file_holds_every_sentence(language: str) -> None:
    written = path_of(language).read_text(encoding="utf-8")
    assert golden(language) == written, "run python -m tests.wording.golden"


@each_of("language", LANGUAGES)
def test_one_of_a_thing_is_singular(language: str) -> None:
    blocks = re.split(r"\n(?=\S)", path_of(language).read_text(encoding="utf-8"))
    faults = [
        block
        for block in blocks
        if WRONG[language].search(block) and not BEYOND_A_LIMIT.fullmatch(block.split("\n")[0].split()[-1])
    ]

    assert faults == []


@pytest.mark.parametrize("text", ["le quedan 1 TURNOS", "1 turnos", "van 1 de 3"])
def test_a_wrong_number_is_found(text: str) -> None:
    assert WRONG["es"].search(text)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_happens_to_several_alike_is_one_sentence(language: str, system: str) -> None:
    speak(language)
    history = Game(system=system).history
    shared = {
        kind: text
        for kind, text in words_of(system).space("fact").items()
        if "+" not in kind
        and {"who"} & {each.name for each in every_datum(parse_template(text)) if each.forms}
    }
    assert len(shared) > 20
    for kind, text in shared.items():
        told = next(iter(cases(text, system))).items()
        data = {name: value for name, value in told if isinstance(value, str | int)}
        facts = [Fact(kind, {**data, "who": who}) for who in ("ogro", "Bren", "Lía")]
        (sentence,) = fact_sentences(facts, history)
        assert "ogro, Bren" in sentence
