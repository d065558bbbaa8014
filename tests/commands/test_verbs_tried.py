"""Verbs that people try: other words for them, Tab, and lists of what is meant."""

import pytest

from tests.session.game import Game
from tests.trials import each_of
from tracker.commands.command import CommandContext
from tracker.commands.completion import completions
from tracker.commands.matching import matches, normalize
from tracker.commands.parse import parse, split_verb, verb_words
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.screens.dialogs.act_draft import ActDraft
from tracker.session.state import Session
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import forms_of, term, words_of, words_of_language

OPPOSITES = (
    *(("next", "previous"), ("undo", "redo"), ("hide", "reveal"), ("damage", "heal"), ("light", "put_out")),
    *(("seal", "unseal"), ("up", "down"), ("gather", "split"), ("enter", "leave"), ("effect", "end_effect")),
    *(("appear", "dismiss"), ("condition", "release"), ("join", "part"), ("kill", "revive")),
    *(("get", "drop"), ("gain", "pay"), ("keep_roll", "drop_roll"), ("modifier", "unmodify")),
)


@each_of(
    ("line", "verb"),
    [
        ("add 2 orc health=3", "appear"),
        ("añade 2 orco", "appear"),
        ("anade orco", "appear"),
        ("añadir orco", "appear"),
        ("add pc Ana health=10", "join"),
        ("añade pj Ana", "join"),
        ("Añadir  PJ Ana", "join"),
        ("añade objeto lía candil d6", "get"),
        ("add object lía lamp d6", "get"),
        ("pass 30m", "interval"),
        ("pasa 1h", "interval"),
        ("wait 2 hours", "interval"),
        ("espera 10m", "interval"),
        ("wait lía", "delay"),
        ("espera", "delay"),
        ("wait", "delay"),
    ],
)
def test_a_verb_that_people_try_is_known(line: str, verb: str) -> None:
    assert parse(line, CommandContext(Game("pj Lía salud=9").history)).verb == verb


@each_of(
    ("typed", "whole"), [("añ", "añade"), ("an", "anterior"), ("ad", "add"), ("wa", "wait"), ("pas", "pasa")]
)
def test_tab_keeps_the_letters_that_were_typed(typed: str, whole: str) -> None:
    assert completions(typed, Game().session)[0] == whole


@each_of("system", SYSTEMS)
@each_of("language", LANGUAGES)
def test_tab_never_completes_a_word_to_its_opposite(language: str, system: str) -> None:
    speak(language)
    session = Game(system=system).session
    words = words_of(system)
    for one, other in (*OPPOSITES, *(pair[::-1] for pair in OPPOSITES)):
        other_forms = forms_of(words, "verb", other)
        for form in forms_of(words, "verb", one) if one in verb_words(session).values() else ():
            for length in range(1, len(form) + 1):
                typed = form[:length]
                completed = completions(typed, session)[:1]
                fits_both = any(each.startswith(typed) for each in other_forms)
                assert fits_both or not {*completed} & {*other_forms}, (typed, completed)


def _listed(typed: str, session: Session) -> list[str]:
    """The verbs that a refusal lists for an ambiguous word; none if it is not ambiguous."""
    try:
        split_verb(typed, session)
    except Refusal as refusal:
        return str(refusal.data["known"]).split(", ")
    return []


@each_of("system", SYSTEMS)
@each_of("language", LANGUAGES)
def test_what_an_abbreviation_may_mean_is_listed_in_one_language(language: str, system: str) -> None:
    speak(language)
    session = Game(system=system).session
    words = words_of(system)
    own = {form for each in verb_words(session).values() for form in forms_of(words, "verb", each)}
    tried = {form[:length] for form in verb_words(session) for length in (1, 2, 3)}
    listed = {typed: _listed(typed, session) for typed in tried}
    assert sum(map(len, listed.values())) > 20
    assert {meant for each in listed.values() for meant in each} <= own
    for typed, meant in listed.items():  # more letters of what is listed are not ambiguous
        begun = [each for each in meant if normalize(each).startswith(normalize(typed))]
        assert len(begun) in (0, len(meant)), typed


@each_of("language", LANGUAGES)
def test_an_abbreviation_means_a_verb_of_the_language_in_use_first(language: str) -> None:
    speak(language)
    session = Game().session
    verb_ids = {*verb_words(session).values()}
    own = {form for each in verb_ids for form in forms_of(words_of("chronicle"), "verb", each)}
    assert {*completions("re", session)} <= own


@each_of(("language", "sentence"), [("es", "No conozco la orden «xyz»"), ("en", "There is no command “xyz”")])
def test_an_unknown_verb_is_refused_with_what_to_do(language: str, sentence: str) -> None:
    speak(language)
    with pytest.raises(Refusal) as refusal:
        split_verb("xyz 3", Game().session)
    at_prompt = refusal_sentence(Refusal(refusal.value.code, **refusal.value.data, prompt="?"))
    in_shell = refusal_sentence(refusal.value)
    for told in (in_shell, at_prompt):
        assert told.startswith(sentence)
    assert "«tracker help" in in_shell.replace("“", "«")
    assert "tracker help" not in at_prompt, "the line adds which keys help there"


@each_of(
    ("system", "sheet", "line", "others"),
    [
        ("margin", "habilidades=trepar 12", "prueba Ada trepar mínimo 5", ("margen 5", "margin 5", "min 5")),
        (
            "margin",
            "habilidades=trepar 12",
            "emprende Ada trepar margen 5 10m",
            ("meta 5 10m",),
        ),
        ("percentile", "habilidades=Nadar 30", "prueba Ada Nadar umbral 50", ("dificultad 50", "target 50")),
    ],
)
def test_a_figure_has_the_names_that_people_give_it(
    system: str, sheet: str, line: str, others: tuple[str, ...]
) -> None:
    game = Game(f"pj Ada {sheet}", system=system)
    stem = line.rsplit(" ", others[0].count(" ") + 1)[0]

    def facts_of(line: str) -> list[Fact]:
        return [*game.draft(line, roll=lambda sides: 3).facts]

    assert [facts_of(f"{stem} {each}") for each in others] == [facts_of(line)] * len(others)


@each_of("language", LANGUAGES)
@each_of(
    ("system", "act", "capital", "name"),
    [
        ("percentile", "test", "T", "threshold"),
        ("margin", "test", "M", "minimum"),
        ("margin", "begin", "M", "target"),
    ],
)
def test_a_figure_has_one_capital_in_both_languages(
    language: str, system: str, act: str, capital: str, name: str
) -> None:
    session = Game("pj Ada habilidades=nadar 12", system=system).session
    words = words_of_language(system, language)
    draft = ActDraft(session.game.acts[act], words, session.rules_context(), tuple(session.party()))
    assert [each.param.name for each in draft.offers if each.letter == capital] == [name]
    assert term(words, "param", name) in {each.label for each in draft.offers}


@each_of(
    ("language", "word", "first"),
    [
        *(("es", word, "daño") for word in ("dañar", "danyo", "dañoo", "dnaño", "herir")),
        *(("es", word, "turno") for word in ("tunro", "trurno")),
        *(("es", word, "siguiente") for word in ("siguinte", "sigiuente", "sigueinte")),
        *(("es", word, "combate") for word in ("pelea", "lucha", "batalla", "cobmate")),
        *(("es", word, "mira") for word in ("mria", "listar")),
        *(("es", word, "anterior") for word in ("anteior", "antreior")),
        ("es", "estdo", "estado"),
        ("es", "dehacer", "deshacer"),
        ("es", "efectos", "efecto"),
        ("es", "coger", "lleva"),
        *(("en", word, "damage") for word in ("dmg", "damge", "dammage", "hurt")),
        *(("en", word, "look") for word in ("show", "list", "view", "status", "state", "loko")),
        ("en", "udno", "undo"),
        ("en", "hael", "heal"),
        ("en", "nxt", "next"),
        ("en", "trun", "turn"),
        ("en", "initative", "initiative"),
        ("en", "battle", "encounter"),
        ("en", "take", "carry"),
    ],
)
def test_a_mistyped_verb_is_proposed_first_and_never_its_opposite(
    language: str, word: str, first: str
) -> None:
    speak(language)
    with pytest.raises(Refusal) as refusal:
        split_verb(word, Game().session)
    near = str(refusal.value.data["near"]).split(", ")
    assert near[0] == first
    assert {"daño": "cura", "damage": "heal", "heal": "damage"}.get(first) not in near


@each_of("language", LANGUAGES)
def test_two_letters_swapped_in_a_verb_still_propose_it(language: str) -> None:
    speak(language)
    session = Game().session
    words, known = words_of("chronicle"), verb_words(session)
    for verb in {*known.values()}:
        for form in forms_of(words, "verb", verb):
            slip = form[0] + form[2] + form[1] + form[3:] if len(form) > 3 and " " not in form else form
            if slip == form or matches(slip, known):
                continue
            with pytest.raises(Refusal) as refusal:
                split_verb(slip, session)
            assert term(words, "verb", verb) in str(refusal.value.data.get("near")), slip


@each_of(
    ("language", "words"),
    [
        ("es", ("mapa", "lista", "listar", "mesa", "grupo", "salas", "jugadores", "situación")),
        ("en", ("map", "list", "show", "view", "status", "rooms", "players", "state")),
    ],
)
def test_who_asks_to_see_is_led_to_no_blow_and_no_death(language: str, words: tuple[str, ...]) -> None:
    speak(language)
    harmful = {
        term(words_of("chronicle"), "verb", each) for each in ("kill", "damage", "dismiss", "drop", "light")
    }
    for word in words:
        with pytest.raises(Refusal) as refusal:
            split_verb(word, Game().session)
        near = str(refusal.value.data["near"]).split(", ")
        assert near[0]
        assert harmful.isdisjoint(near), (word, near)
