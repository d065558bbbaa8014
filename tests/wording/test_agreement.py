"""Words that agree with a name: the gender and number of things, by the pattern of the language."""

import re

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tests.wording.word_check import GAMES
from tracker.cli.config_file import import_every_screen
from tracker.rules.system import Fact
from tracker.widgets.bindings import bindings_by_id
from tracker.widgets.key import is_menu_key
from tracker.wording.language import LANGUAGES, grammar_of, speak
from tracker.wording.messages import say, say_of
from tracker.wording.report import status_text
from tracker.wording.sentences import fact_sentence
from tracker.wording.word_files import PROGRAM, words_in

FORMS = ("apagado", "apagada", "apagados", "apagadas")


@each_of(
    ("name", "form"),
    [
        ("antorcha", "apagada"),
        ("Antorcha de sebo", "apagada"),
        ("farol", "apagado"),
        ("Linterna sorda", "apagada"),
        ("velas", "apagadas"),
        ("faroles de aceite", "apagados"),
        ("candil", "apagado"),
        ("luz de mago", "apagada"),
        ("luces", "apagadas"),
        ("raciones", "apagadas"),
        ("poción de fuego", "apagada"),
        ("mapa", "apagado"),
        ("odre de pieles", "apagado"),
        ("flechas de plata", "apagadas"),
        ("arnés", "apagado"),
        ("guardia", "apagado"),
        ("rata gigante", "apagada"),
        ("aceite de lámpara", "apagado"),
        ("", "apagado"),
    ],
)
def test_a_word_agrees_with_the_first_word_of_a_name(name: str, form: str) -> None:
    assert grammar_of("es").agreeing("|".join(FORMS), name) == form


def test_the_state_of_a_person_has_no_gender() -> None:
    """Nobody knows whether Zoe is `caído` or `caída`: such a state is a noun, a verb or an adverb."""
    states = [
        (f"{space}.{name}", text)
        for folder in (PROGRAM, *GAMES.values())
        for space, texts in words_in(folder, "es").items()
        for name, text in texts.items()
        if space in ("badge", "chip") or f"{space}.{name}" in ("encounter.fled", "encounter.surprised")
    ]
    assert len(states) > 40
    assert [each for each in states if re.search(r"^(?!ha )\w*([ai]do|erto)s?$", each[1])] == []


def test_one_form_agrees_with_every_name() -> None:
    assert {
        grammar_of(each).agreeing("unlit", name) for each in LANGUAGES for name in ("torch", "velas")
    } == {"unlit"}


@pytest.mark.parametrize("key", ["exploration.unlit", "glance.depleted", "glance.hidden", "lights.burns"])
def test_a_state_of_a_thing_has_all_its_forms(key: str) -> None:
    speak("es")
    assert re.fullmatch(r"(\w+)o\|\1a\|\1os\|\1as", say(key))
    speak("en")
    assert "|" not in say_of(key, "torch")


def test_a_torch_is_spent_and_a_lantern_too() -> None:
    game = Game(
        "pj Lía", "lleva lia antorcha d4 luz", "lleva lia farol d4 luz", "lleva lia flechas de plata d4"
    )
    for name in ("antorcha", "farol", '"flechas de plata"'):
        game.sentences(f"dado {name} d0")
    told = status_text(game.history)
    assert "antorcha agotada" in told
    assert "farol agotado" in told
    assert "flechas de plata agotadas" in told


@each_of(
    ("thing", "own"),
    [
        ("antorcha", "su antorcha"),
        ("flechas de plata", "sus flechas de plata"),
        ("odre de pieles", "su odre de pieles"),
    ],
)
def test_a_possessive_counts_the_thing_and_not_what_it_is_made_of(thing: str, own: str) -> None:
    fact = Fact("supply_lit", {"holder": "Lía", "name": thing})
    assert own in fact_sentence(fact, Game("pj Lía").history)


def test_what_each_gets_is_said_of_one_and_of_several() -> None:
    game = Game("pj Lía", "pj Bren", "botín 10 oro")
    assert "reciben 5 oro del botín cada cual" in game.sentences("reparte")
    assert game.sentences("gana Lía 2 plata") == "Lía gana 2 plata."


def test_a_key_of_two_strokes_does_nothing_by_itself_in_a_sentence() -> None:
    """`m e abre un ejemplo` reads as two words: such a key follows a preposition, or ends the sentence."""
    import_every_screen()
    menu_keys = {name for name, binding in bindings_by_id().items() if is_menu_key(binding.key.split(",")[0])}
    places = {
        (f"{space}.{name}", place)
        for space, texts in words_in(PROGRAM, "es").items()
        if space != "language"
        for name, text in texts.items()
        for place in re.finditer(r"\{([\w.]+)\}", text)
        if place[1] in menu_keys
    }
    assert len(places) > 5
    for key, place in places:
        before, after = place.string[: place.start()], place.string[place.end() :]
        assert re.search(r"\b[Cc]on (\{[\w.]+\} )*$", before) or not after or after.startswith(" para "), key


def test_a_fight_that_never_began_ends_in_no_round() -> None:
    game = Game("pj Lía", "combate Puente")
    assert game.sentences("fin") == "«Puente» termina."
