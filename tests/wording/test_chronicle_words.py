"""Chronicle's words: nothing that its rules can say is left without a word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import tracker.rules
from tracker.rules.chronicle.states import CONDITIONS
from tracker.rules.chronicle.system import CHRONICLE
from tracker.rules.system import FieldKind, Kind
from tracker.wording.words import words_of

WORDS = words_of("chronicle")
RULES = Path(tracker.rules.__file__).parent
SOURCES = [*RULES.glob("*.py"), *RULES.glob("dice/*.py"), *RULES.glob("chronicle/**/*.py")]
SPACES = {"name", "duration", "hour", "distance", "event", "verb"}


def first_arguments(callee: str) -> Iterator[str]:
    """Yield the literal first argument of every call of `callee` in the rules."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == callee:
                match node.args:
                    case [ast.Constant(value=str(text)), *_]:
                        yield text


def term_ids() -> Iterator[str]:
    yield from (f"due.{kind}" for kind in CHRONICLE.dues)
    yield from (f"condition.{each}" for each in CONDITIONS)
    yield from (f"gauge.{gauge.id}" for gauge in CHRONICLE.gauges)
    yield from (f"purpose.{each}" for each in first_arguments("Throw"))
    for act in CHRONICLE.acts.values():
        yield f"act.{act.id}"
        for param in act.params:
            yield f"param.{param.name}"
            space = param.name if f"{param.name}.{next(iter(param.choices), '')}" in WORDS.terms else "choice"
            yield from (f"{space}.{choice}" for choice in param.choices)
    for field in (*CHRONICLE.fields, *CHRONICLE.scene_fields):
        yield from (f"field.{field.id}", f"group.{field.group}")
        if field.kind is FieldKind.CHOICE:
            yield from (f"choice.{choice}" for choice in field.choices)


@pytest.mark.parametrize("term", sorted(set(term_ids())))
def test_every_id_has_its_word(term: str) -> None:
    assert term in WORDS.terms


def test_every_fact_has_its_sentence() -> None:
    kinds = set(first_arguments("Fact"))

    assert {kind for kind in kinds if not any(known.startswith(kind) for known in WORDS.facts)} == set()


def test_every_refusal_says_what_would_be_right() -> None:
    assert set(first_arguments("Refusal")) - WORDS.refusals.keys() == set()


def test_every_rule_is_explained_on_one_line() -> None:
    assert set(CHRONICLE.rules) == WORDS.rules.keys()
    assert [text for text in WORDS.rules.values() if len(text) > 110 or not text.endswith(".")] == []


def test_a_sentence_asks_only_for_words_that_exist() -> None:
    spaces = {term.partition(".")[0] for term in WORDS.terms} | SPACES
    for sentence in (*WORDS.facts.values(), *WORDS.refusals.values()):
        assert {spec for _, _, spec, _ in Formatter().parse(sentence) if spec} <= spaces, sentence


def test_flags_and_labels_are_one_word_on_the_command_line() -> None:
    for act in CHRONICLE.acts.values():
        for param in act.params:
            if param.kind in {Kind.FLAG, Kind.LABELLED}:
                assert re.fullmatch(r"[\w-]+", WORDS.terms[f"param.{param.name}"]), param.name


def test_every_act_has_a_spanish_verb_of_its_own() -> None:
    assert WORDS.verbs.keys() == CHRONICLE.acts.keys()
    assert len(set(WORDS.verbs.values())) == len(WORDS.verbs)
