"""What the keys, menus and titles of the table are called can be typed, in every game and language."""

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.matching import normalize
from tracker.commands.parse import parse, split_verb, verb_words
from tracker.commands.series import series_in
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.widgets.key_table import KEYS, VERBS
from tracker.widgets.labels import PLACES, labels_of
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import act_title, words_of

NOT_TYPED = {"unknown_verb", "ambiguous_word", "unknown_word", "silent", "internal"}
SHOWN = [key for place in PLACES for key in KEYS[place] if not key.silent]


def outcome(typed: str, context: CommandContext) -> str:
    """The code of the refusal of a line; empty if it is read."""
    try:
        parse(typed, context)
    except Refusal as refusal:
        return refusal.code if refusal_sentence(refusal) else "silent"
    return ""


@each_of("system", SYSTEMS)
@each_of("language", LANGUAGES)
def test_every_label_of_a_key_is_read_or_names_its_key(language: str, system: str) -> None:
    speak(language)
    game = Game("pj Lía", system=system)
    context = CommandContext(game.history, tuple(game.session.creatures), labels=labels_of)
    words = words_of(system)
    labels = [say(f"key.{key.id}", interval="10m") for key in SHOWN]
    labels += [act_title(words, act_id) for act_id in game.session.game.acts]
    codes = {typed: outcome(typed, context) for label in labels for typed in (label, label.upper())}
    assert {typed: code for typed, code in codes.items() if code in NOT_TYPED} == {}


@each_of("system", SYSTEMS)
@each_of("language", LANGUAGES)
def test_a_label_means_what_its_key_does(language: str, system: str) -> None:
    speak(language)
    session = Game(system=system).session
    known, labels = verb_words(session), labels_of(session)
    for key in SHOWN:
        label = labels[normalize(say(f"key.{key.id}", interval="10m").removesuffix("…"))]
        verb = VERBS.get(key.id, key.verb)
        if label.key_id == key.id and (verb in known or verb in known.values()):
            assert split_verb(label.line, session)[0] == known.get(verb, verb)
        elif label.key_id == key.id and not key.line:
            assert not label.line
            assert label.key or not key.ways


@each_of(
    ("language", "typed", "same"),
    [
        ("es", "Tirada Lía vigor", "prueba Lía vigor"),
        ("es", "comida Lía", "come Lía"),
        ("es", "Media hora", "intervalo 30m"),
        ("es", "+10m", "intervalo 10m"),
        ("es", "anotar cae la reja", "nota cae la reja"),
        ("es", "retirar Lía", "retira Lía"),
        ("es", "Tirar 2d6", "tira 2d6"),
        ("en", "Half an hour", "interval 30m"),
        ("en", "remove Lía", "dismiss Lía"),
        ("en", "Random encounter", "check"),
        ("en", "Check", "check"),
    ],
)
def test_a_line_may_begin_with_the_name_of_a_key(language: str, typed: str, same: str) -> None:
    speak(language)
    context = CommandContext(Game("pj Lía").history, labels=labels_of)
    assert outcome(typed, context) == outcome(same, context)
    if not outcome(same, context):
        assert parse(typed, context).verb == parse(same, context).verb


def test_the_word_of_the_key_bar_means_its_act_if_the_verb_of_that_name_takes_nothing() -> None:
    speak("en")
    game = Game("pj Nora habilidades=Listen 40", system="percentile")
    context = CommandContext(game.history, labels=labels_of)
    assert parse("check Nora Listen +20", context).verb == "test"
    assert parse("check", context).verb == "check"
    with pytest.raises(Refusal) as refusal:
        parse("check Nora Lisstten +20", context)
    assert refusal.value.code != "unknown_verb"


def test_a_wrong_line_of_a_known_verb_keeps_its_own_refusal() -> None:
    context = CommandContext(Game("pj Lía").history, labels=labels_of)
    assert outcome("daño Beo 2", context) == outcome("daño Beo 2", CommandContext(context.history))
    assert outcome("separa la fila 2", context) == "unknown_creature"


@each_of("system", SYSTEMS)
@each_of("language", LANGUAGES)
def test_a_whole_label_of_several_words_is_no_line_of_its_first_word(language: str, system: str) -> None:
    speak(language)
    game = Game("pj Lía", system=system)
    context = CommandContext(game.history, tuple(game.session.creatures), labels=labels_of)
    labels = labels_of(game.session)
    texts = [say(f"key.{key.id}", interval="10m") for key in SHOWN]
    texts += [act_title(words_of(system), act_id) for act_id in game.session.game.acts]
    outcomes = {text: outcome(text, context) for text in texts if " " in text}
    known = {text: labels[normalize(text.removesuffix("…"))] for text in outcomes}
    assert outcomes == {
        text: outcome(label.line, CommandContext(game.history, context.here)) if label.line else "on_a_key"
        for text, label in known.items()
    }


@each_of(
    ("language", "typed", "code"),
    [
        ("en", "Add to the saved rolls", "missing"),
        ("en", "Save as template", "nobody"),
        ("es", "Trampa a la vista", "missing"),
        ("es", "Añadir a las guardadas", "missing"),
    ],
)
def test_the_name_of_a_menu_makes_no_creature_or_trap_of_that_name(
    language: str, typed: str, code: str
) -> None:
    speak(language)
    assert outcome(typed, CommandContext(Game("pj Lía").history, labels=labels_of)) == code


def test_names_of_keys_are_pasted_with_other_lines() -> None:
    context = CommandContext(Game("pj Lía").history, labels=labels_of)
    assert len(series_in("Media hora\ndaño Lía 2\nretirar Lía", context)) == 3
    assert len(series_in("Media hora\nretirar Lía", context)) == 2
    assert not series_in("Grupo\nretirar Lía", context)


@each_of(
    ("language", "typed", "key_id"),
    [
        ("en", "Settings", "table.settings"),
        ("en", "Add to the saved rolls", "dice.keep"),
        ("es", "Añadir a las guardadas", "dice.keep"),
        ("en", "Remove", ""),
        ("en", "Save as template", ""),
        ("en", "Damage", ""),
        ("en", "damage Lía", ""),
    ],
)
def test_the_key_asks_for_what_its_whole_name_lacks(language: str, typed: str, key_id: str) -> None:
    speak(language)
    context = CommandContext(Game("pj Lía").history, labels=labels_of)
    with pytest.raises(Refusal) as refusal:
        parse(typed, context)
    assert refusal.value.code in ("missing", "nobody")
    assert refusal.value.data.get("key_id", "") == key_id


@each_of(("typed", "key"), [("Clear marks", "Esc"), ("Another page", "Tab"), ("Party", "1")])
def test_a_refusal_names_the_key_as_the_screen_does(typed: str, key: str) -> None:
    speak("en")
    with pytest.raises(Refusal) as refusal:
        parse(typed, CommandContext(Game("pj Lía").history, labels=labels_of))
    assert refusal_sentence(refusal.value).endswith(f"at the table, press {key}.")
