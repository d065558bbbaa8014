"""The files of words: every key in every language, with the same data, used, and known where it is used."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.modules import PROGRAM as ROOT
from tests.modules import trees
from tests.trials import each_of
from tests.wording.word_check import (
    GAMES,
    ID_SPACES,
    bare_keys,
    calls,
    files,
    folders,
    is_id,
    keys_of,
    laid_out,
    literals,
    misfits,
    missing_keys,
    mistakable,
    mistaken,
    repeated_keys,
    unnamed_keys,
    wrong_forms,
)
from tracker.widgets.key_table import BY_ID
from tracker.wording.language import DEFAULT, LANGUAGES, REFERENCE, grammar_of
from tracker.wording.messages import in_words, say
from tracker.wording.template import fill
from tracker.wording.word_files import PROGRAM, Table, languages_in, words_in


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@each_of("path", files())
def test_a_file_has_each_key_once_and_is_laid_out_as_weblate_writes_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert repeated_keys(text) == []
    assert text == laid_out(text)


@each_of("path", files())
def test_a_text_has_the_data_of_the_english_one_and_the_forms_of_its_language(path: Path) -> None:
    table = words_in(path.parent, path.stem)

    assert misfits(words_in(path.parent, REFERENCE), table) == []
    assert wrong_forms(table, path.stem) == []


@each_of("folder", folders())
def test_spanish_and_english_have_every_key_and_other_languages_no_other(folder: Path) -> None:
    reference = keys_of(words_in(folder, REFERENCE))

    assert keys_of(words_in(folder, DEFAULT)) ^ reference == set()
    assert [each for each in languages_in(folder) if keys_of(words_in(folder, each)) - reference] == []


def test_the_code_says_only_what_the_files_have_with_the_data_it_needs() -> None:
    assert mistaken(calls(trees()), words_in(PROGRAM, REFERENCE)) == []


def test_every_bare_key_of_a_declaration_has_its_text() -> None:
    assert missing_keys(bare_keys(trees()), words_in(PROGRAM, REFERENCE), BY_ID) == []


def test_no_key_of_a_text_is_the_id_of_a_binding() -> None:
    assert mistakable(words_in(PROGRAM, REFERENCE), BY_ID) == []
    assert mistakable(TEXTS, ["light.dark", "light.out"]) == ["light.dark"]


@each_of(
    ("line", "wrong"),
    [
        ('IDLE = "light.dark"', []),
        ('TITLES = {"a": "light.drak"}', ["a.py:1 light.drak: unknown"]),
        ('PATH = "light.css"', []),
        ('OTHER = "sun.dark"', ["a.py:1 sun.dark: unknown"]),
        ('BINDING = "light.out"', []),
        ('ROW = "loot.hidden"', []),
    ],
)
def test_the_check_finds_a_bare_key_without_a_text(line: str, wrong: list[str]) -> None:
    assert missing_keys(bare_keys({"a.py": ast.parse(line)}), TEXTS, {"light.out"}) == wrong


def test_the_code_names_every_key_of_the_program() -> None:
    assert unnamed_keys(words_in(PROGRAM, REFERENCE), literals(trees().values()).__contains__) == []


@each_of("game", GAMES)
def test_every_word_of_a_game_is_for_an_id_of_the_code(game: str) -> None:
    table = words_in(GAMES[game], REFERENCE)

    assert list(_for_nothing(table, table.keys() - {"rule"})) == []


@each_of("game", GAMES)
def test_the_rules_of_a_game_are_counted_without_a_gap(game: str) -> None:
    rules = [*words_in(GAMES[game], REFERENCE)["rule"]]

    assert rules == [f"{rules[0][:3]}{number:03d}" for number in range(1, len(rules) + 1)]


def test_every_word_of_the_program_is_for_an_id_of_the_code() -> None:
    assert list(_for_nothing(words_in(PROGRAM, REFERENCE), ID_SPACES)) == []


def _for_nothing(table: Table, spaces: Iterable[str]) -> Iterator[tuple[str, str]]:
    known, own = is_id(trees().values()), words_in(PROGRAM, REFERENCE)
    # A game may have its own word for a text of the program.
    replaced = own if table is not own else {}
    return (
        (space, name)
        for space in spaces
        for name in table[space]
        if not known(name) and name not in replaced.get(space, {})
    )


FIXED = frozenset(
    (
        "app.way_out",  # ctrl+q, which nobody can give to something else
        *("play.type_lines", "sync.linked", "web.end_hint"),  # keys of the shell
        "expected.highest",  # letters of dice, as they are typed
        "own_key.rows",  # a line of the preferences
    )
)
NO_SENTENCES = frozenset(
    (
        "blank",
        "direction",
        "example",
        "first_letter",
        "game_grammar",
        "key_name",
        "page_word",
        "verb",
        "verbs",
        "word",
    )
)
"""Spaces of what is typed, and of the shell."""
_KEY = re.compile(r"(?i:ctrl ?\+ ?\w)|(?<!\S)\^[a-z]\b|(?<![^\s(])(?<!# )[b-df-hj-np-rtv-xz](?=[\s,:;.)]|$)")
"""A key that stands literally in a sentence: one with Ctrl, or a lone letter that is no word."""


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_sentence_names_a_key_but_by_its_binding(language: str) -> None:
    table = words_in(PROGRAM, language)
    named = {
        table["key_name"][key] for key in ("enter", "escape", "backspace", "delete", "pageup", "pagedown")
    }
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(named)))})(?!\w)")
    literal = {
        f"{space}.{name}": text
        for space, texts in table.items()
        for name, text in texts.items()
        if space not in {*NO_SENTENCES, "language"}
        and f"{space}.{name}" not in FIXED
        and (words.search(plain := re.sub(r"\{[^{}]*\}", "#", text)) or _KEY.search(plain))
    }
    assert literal == {}


@each_of(
    ("text", "is_key"),
    [
        ("escribe una con r.", True),
        ("«status» y g v dicen", True),
        ("con Ctrl+P", True),
        ("d# y 3d6 = 4", False),
        ("hasta el fin (# h)", False),
        ("lobos y osos", False),
    ],
)
def test_the_check_finds_a_literal_key(text: str, is_key: bool) -> None:
    assert bool(_KEY.search(text)) == is_key


TEXTS: Table = {
    "light": {
        "lit": "{who} lights {what}[ for {time:duration}].",
        "dark": "It is dark.",
        "asked": "{light.on}: {who}",
    }
}


@each_of(
    ("line", "wrong"),
    [
        ('say("light.lit", who=a, what=b)', ""),
        ('say("light.lit", who=a, what=b, time=1)', ""),
        ('say("light.lit", **data)', ""),
        ('say("light.lit", who=a)', "without ['what']"),
        ('app.with_keys("light.asked", who=a)', ""),
        ('app.with_keys("light.asked")', "without ['who']"),
        ('say("light.asked", who=a)', "without ['light.on']"),
        ('say("light.dark", who=a)', "needless ['who']"),
        ('say("light.dark" if a else "light.gone")', "light.gone: unknown"),
        ('say(f"light.{kind}")', "put together"),
        ('say(f"{space}.{kind}")', "put together"),
        ("say(LATER)", ""),
    ],
)
def test_the_check_finds_what_is_wrong_with_a_call(line: str, wrong: str) -> None:
    found = mistaken(calls({"a.py": ast.parse(line)}), TEXTS)

    assert [wrong in each for each in found] == [True] * bool(wrong)


def test_the_check_finds_a_key_that_no_code_names() -> None:
    assert unnamed_keys(TEXTS, literals([ast.parse('OFF = "light.dark"')]).__contains__) == [
        "light.asked",
        "light.lit",
    ]


@each_of("name", ["lit", "lit_who", "who", "goes_out", "check_marginal"])
def test_the_check_knows_the_ids_of_the_code(name: str) -> None:
    known = is_id([ast.parse('Fact("lit", who=f(f"check_{outcome}", f"{a} {b}"), goes="out")')])

    assert known(name)
    assert not known(f"un{name}")


@pytest.mark.parametrize(
    "text",
    ["{who} enciende.", "{who} enciende {what:coin}[ {time:duration}].", "{who} {what} {time}"],
)
def test_the_check_finds_other_data_than_the_english(text: str) -> None:
    assert misfits(TEXTS, {"light": {"lit": text}}) == ["light.lit"]


def test_a_language_may_need_no_forms_where_english_does() -> None:
    english, spanish = "{who:name} {who:is|are} praised.", "Elogio para {who:name}."
    assert misfits({"fact": {"praised": english}}, {"fact": {"praised": spanish}}) == []


@pytest.mark.parametrize("text", ["{n:a|b|c}", "queda {n", "queda n}"])
def test_the_check_finds_a_wrong_number_of_forms_and_a_lone_brace(text: str) -> None:
    assert wrong_forms({"light": {"left": text}}, "es") == ["light.left"]
    assert wrong_forms({"light": {"left": "{n:a|b} {{c}}"}}, "es") == []


def test_the_check_finds_a_key_that_stands_twice() -> None:
    assert repeated_keys('{"light": {"on": "", "off": "", "on": ""}}') == ["on"]


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak a language that a file brings, with its own plural and hardly a text."""
    (tmp_path / "fr.json").write_text(
        '{"language": {"name": "Français", "plural": "n > 1", "decimal": ",", "and": " et "},'
        ' "goods": {"weight": "Poids"}}',
        encoding="utf-8",
    )
    (tmp_path / "en.json").write_bytes((PROGRAM / "en.json").read_bytes())
    for module in ("language", "messages"):
        monkeypatch.setattr(f"tracker.wording.{module}.PROGRAM", tmp_path)
    grammar_of.cache_clear()


@pytest.mark.usefixtures("french")
def test_a_third_language_is_a_file_and_what_it_lacks_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.wording.language._language", "fr")

    assert say("goods.weight") == "Poids"
    assert say("goods.purse") == "Purse"
    assert [fill("{n:# heure|# heures}", {"n": n}, in_words) for n in (0, 1, 2)] == [
        "0 heure",
        "1 heure",
        "2 heures",
    ]


def test_the_languages_are_the_files() -> None:
    assert LANGUAGES == ("es", "en")
    assert languages_in(PROGRAM) == ["en", "es"]
