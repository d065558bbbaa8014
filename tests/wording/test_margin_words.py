"""Margin's words: every id of its rules has one."""

import re

import pytest

from tracker.rules.games.margin.checks import BANDS, Outcome, Severity
from tracker.rules.games.margin.system import MARGIN
from tracker.rules.system import Kind
from tracker.wording.games.margin import sentences
from tracker.wording.template import every_datum, parsed
from tracker.wording.words import words_of

WORDS = words_of("margin")
SPACES = {"name", "duration", "hour", "distance", "event"}
TERMS = (
    *(f"act.{act}" for act in MARGIN.acts),
    *(f"param.{param.name}" for act in MARGIN.acts.values() for param in act.params),
    *(f"due.{kind}" for kind in MARGIN.pending_rolls),
    *(f"field.{field.id}" for field in (*MARGIN.fields, *MARGIN.scene_fields)),
    *(f"group.{field.group}" for field in (*MARGIN.fields, *MARGIN.scene_fields)),
    *(f"mark.{field.mark}" for field in MARGIN.fields if field.mark),
    *(f"{space}.{gauge.id}" for gauge in MARGIN.gauges for space in ("gauge", "short")),
    *(f"table.{table}" for table in MARGIN.tables),
    *(f"band.{band}" for band in BANDS),
    *(f"severity.{severity}" for severity in Severity),
    *(f"outcome.{outcome}" for outcome in Outcome),
    *(f"purpose.{purpose}" for purpose in ("check", "contest", "group", "task", "help")),
    *(f"badge.{badge}" for badge in ("dead", "task", "race", "helped", "bonus", "penalty")),
)


@pytest.mark.parametrize("term", sorted(set(TERMS)))
def test_every_id_has_its_word(term: str) -> None:
    assert WORDS.has(*term.split("."))


def test_every_outcome_has_its_sentence() -> None:
    assert {f"check_{outcome}" for outcome in Outcome} <= WORDS.space("fact").keys()


def test_every_rule_is_explained_on_one_line() -> None:
    assert list(WORDS.space("rule")) == list(MARGIN.rules)
    assert [text for text in WORDS.space("rule").values() if len(text) > 110 or not text.endswith(".")] == []


def test_a_sentence_asks_only_for_words_that_exist() -> None:
    spaces = {*WORDS.spaces()} | SPACES
    for sentence in (*sentences.FACTS.values(), *sentences.REFUSALS.values()):
        assert {datum.space for datum in every_datum(parsed(sentence)) if datum.space} <= spaces, sentence


def test_flags_and_labels_are_one_word_on_the_command_line() -> None:
    for act in MARGIN.acts.values():
        for param in act.params:
            if param.kind in {Kind.FLAG, Kind.LABELLED, Kind.AGO}:
                assert re.fullmatch(r"[\w-]+", WORDS.space("param")[param.name]), param.name


def test_every_act_has_a_spanish_verb_of_its_own() -> None:
    assert WORDS.space("verb").keys() == MARGIN.acts.keys()
    assert len(set(WORDS.space("verb").values())) == len(MARGIN.acts)


def test_the_words_of_a_game_are_built_once() -> None:
    assert words_of("margin") is words_of("margin")
