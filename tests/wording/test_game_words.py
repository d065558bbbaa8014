"""The words of each game: every id of its rules has one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tracker.rules
from tests.wording.sources import calls, texts
from tracker.commands.specs import SPECS
from tracker.rules.game_system import GameSystem
from tracker.rules.games import SYSTEMS
from tracker.rules.games.chronicle.sheet import CONDITIONS
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import Kind, Param
from tracker.rules.systems import system_of
from tracker.session.players_view import VIEW_FIELDS
from tracker.wording.faces import BRACKETED
from tracker.wording.template import every_datum, parse_template
from tracker.wording.words import Words, choice_space, value_spaces, words_of

RULES = Path(tracker.rules.__file__).parent
SPACES = {
    "entries",
    "fields",
    "name",
    "whose",
    "holder",
    "own",
    "passing",
    "roughly",
    "duration",
    "hour",
    "distance",
    "event",
    "verb",
    "dice",
    "condition",
    "goods",
    "weight",
    "shell",
    "said",
    "saying",
    "progress_clock",
    "because",
    "named",
    BRACKETED,
}


@pytest.fixture(params=SYSTEMS)
def game(request: pytest.FixtureRequest) -> GameSystem:
    return system_of(request.param)


@pytest.fixture
def words(game: GameSystem) -> Words:
    return words_of(game.key)


def purposes(game: GameSystem) -> Iterator[str]:
    """Yield the literal purposes of throws in the game's own rules."""
    for _where, call in calls("Throw", RULES / "games" / game.key):
        yield from (f"purpose.{each}" for each in (texts(call.args[0]) if call.args else []))


def choices(param: Param, words: Words) -> Iterator[str]:
    yield from (f"{choice_space(words, param, choice)}.{choice}" for choice in param.choices)


def term_ids(game: GameSystem, words: Words) -> Iterator[str]:
    yield f"system.{game.key}"
    yield from purposes(game)
    yield from (f"due.{kind}" for kind in game.pending_rolls)
    yield from (f"condition.{each}" for each in game.conditions)
    yield from (f"table.{each}" for each in game.tables)
    yield from (f"occasion.{each}" for each in game.milestones)
    for gauge in game.gauges:
        yield from (f"gauge.{gauge.id}", f"short.{gauge.id}")
    for act in game.acts.values():
        yield f"act.{act.id}"
        for param in act.params:
            yield f"param.{param.name}"
            yield from choices(param, words)
    for field in (*game.fields, *game.scene_fields):
        yield from (f"field.{field.id}", f"group.{field.group}")


def test_every_id_has_its_word(game: GameSystem, words: Words) -> None:
    assert [id_ for id_ in term_ids(game, words) if not words.has(*id_.split("."))] == []


def test_every_choice_of_a_field_has_its_word(game: GameSystem, words: Words) -> None:
    for field in (*game.fields, *game.scene_fields):
        if field.kind is FieldKind.CHOICE:
            assert [c for c in field.choices if not texts_of(field, c, words)] == []


def test_no_word_of_a_value_is_said_twice(game: GameSystem, words: Words) -> None:
    for field in (*game.fields, *game.scene_fields, *VIEW_FIELDS):
        for choice in field.choices:
            texts = texts_of(field, choice, words)
            assert len({*texts}) == len(texts), f"{field.id} {choice}"


def texts_of(field: SheetField, choice: str, words: Words) -> list[str]:
    return [words.space(space)[choice] for space in value_spaces(field) if words.has(space, choice)]


def test_an_outcome_is_called_as_what_it_leaves_on_a_sheet(game: GameSystem, words: Words) -> None:
    outcomes = words.space("outcome")
    for field in game.fields:
        left = words.space(field.id) if field.kind is FieldKind.LIST else {}
        assert {each: text for each, text in left.items() if outcomes.get(each, text) != text} == {}


def test_every_rule_is_explained_on_one_line(game: GameSystem, words: Words) -> None:
    assert {*game.rule_of.values()} - words.space("rule").keys() == set()
    assert [text for text in words.space("rule").values() if len(text) > 110 or not text.endswith(".")] == []


def test_every_condition_that_binds_a_turn_says_how() -> None:
    binding = [condition for condition, each in CONDITIONS.items() if each.binds]
    assert [each for each in binding if not words_of("chronicle").has("fact", f"bound_{each}")] == []


def test_a_sentence_asks_only_for_words_that_exist(words: Words) -> None:
    spaces = {*words.spaces()} | SPACES
    for sentence in (*words.space("fact").values(), *words.space("refusal").values()):
        assert {datum.space for datum in every_datum(parse_template(sentence)) if datum.space} <= spaces, (
            sentence
        )


def test_flags_and_labels_are_one_word_on_the_command_line(game: GameSystem, words: Words) -> None:
    for act in game.acts.values():
        for param in act.params:
            if param.kind in {Kind.FLAG, Kind.LABELLED, Kind.AGO}:
                for form in words.space("param")[param.name].split("|"):
                    assert re.fullmatch(r"[\w-]+", form), param.name


def test_every_act_has_a_spanish_verb_of_its_own(game: GameSystem, words: Words) -> None:
    used = game.acts.keys() | {each.id for each in SPECS}
    verbs = {name: text for name, text in words.space("verb").items() if name in used}
    assert verbs.keys() == used
    own = [verbs[name] for name in used - {each.id for each in SPECS if each.shares}]
    assert len(set(own)) == len(own)


def test_every_answer_is_an_act_for_a_pending_roll(game: GameSystem) -> None:
    assert game.answers.keys() <= game.pending_rolls.keys()
    assert set(game.answers.values()) <= game.acts.keys()
