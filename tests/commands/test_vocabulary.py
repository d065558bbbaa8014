"""The words that may be typed are data: verbs, small words, and what is to be filled in."""

import ast
import re
from string import ascii_lowercase

import pytest

from tests.modules import nodes_of, trees
from tests.session.game import Game
from tests.trials import each_of
from tests.wording.word_check import literals
from tracker.commands.command import CommandContext
from tracker.commands.completion import completions
from tracker.commands.exploration import AMENDMENT
from tracker.commands.parse import parse
from tracker.commands.specs import SPECS
from tracker.commands.vocabulary import forms, localized_pattern
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.wording.language import DEFAULT, LANGUAGES, REFERENCE, speak
from tracker.wording.word_files import PROGRAM, words_in
from tracker.wording.words import forms_of, words_of_language

SMALL = ("word", "entry", "refill", "side", "mode")


def patterns() -> set[str]:
    """Return every pattern of a line that stands in the code."""
    asked = (
        node.args[0]
        for tree in trees().values()
        for node in nodes_of(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == localized_pattern.__name__
    )
    written = {str(each.value) for each in asked if isinstance(each, ast.Constant)}
    assert written
    return written | {AMENDMENT} | {each for spec in SPECS for each in spec.patterns}


def ids() -> set[str]:
    return {each for pattern in patterns() for each in re.findall(r"(?<!\w)[A-Za-z_]{2,}(?!\w)", pattern)}


def test_every_word_of_a_pattern_has_a_text() -> None:
    reference = words_in(PROGRAM, REFERENCE)
    small = [name for space in SMALL for name in reference[space]]

    assert {each for each in ids() if each.islower()} <= set(small)
    assert {each.lower() for each in ids() if each.isupper()} - {"favour"} <= reference["blank"].keys()
    assert len(small) == len(set(small))


def test_every_small_word_is_used() -> None:
    used = literals(trees().values()) | ids() | {each.lower() for each in ids() if each.isupper()}
    reference = words_in(PROGRAM, REFERENCE)

    assert {*reference["word"], *reference["blank"]} - used == set()


@each_of("system", SYSTEMS)
def test_no_word_means_two_verbs_in_spanish_and_english(system: str) -> None:
    meanings: dict[str, set[str]] = {}
    for verb_id in (*(spec.id for spec in SPECS if not spec.shares), *system_of(system).acts):
        for language in (DEFAULT, REFERENCE):
            for form in forms_of(words_of_language(system, language), "verb", verb_id):
                meanings.setdefault(form, set()).add(verb_id)

    assert {form: meant for form, meant in meanings.items() if len(meant) > 1} == {}


@each_of("language", LANGUAGES)
def test_every_form_of_a_word_stands_once(language: str) -> None:
    table = words_in(PROGRAM, language)
    texts = [text for space in ("verb", *SMALL) for text in table[space].values()]

    assert [text for text in texts if len(set(text.split("|"))) != len(text.split("|"))] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("resuelve igu", "iguales"),
        ("reloj Ritual 6 desen", "desenlace"),
        ("lleva Lía antorcha d6 cad", "cada"),
    ],
)
def test_the_small_words_of_a_verb_are_completed(line: str, words: str) -> None:
    assert words in completions(line, Game("pj Lía").session)


def test_small_words_are_typed_in_spanish_and_english_everywhere() -> None:
    assert forms("lit") == ("encendida", "encendido", "lit")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_fields_that_a_letter_may_mean_are_named_in_the_language_in_use(
    system: str, language: str
) -> None:
    game = Game("pj Lía", system=system)
    speak(language)
    words = words_of_language(system, language)
    own_names = {
        form
        for space in ("field", "attribute")
        for each in words.space(space)
        for form in forms_of(words, space, each)
    }
    refused: dict[str, str] = {}
    for letter in ascii_lowercase:
        try:
            parse(f"sheet Lía {letter}=3", CommandContext(game.history))
        except Refusal as refusal:
            if refusal.code == "ambiguous_word":
                refused[letter] = str(refusal.data["known"])

    assert refused
    assert {each for known in refused.values() for each in known.split(", ")} <= own_names
