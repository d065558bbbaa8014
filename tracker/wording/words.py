"""The words of a game, laid over those of the program."""

import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import MsgspecError

from tracker.rules.dice import AND
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import Param
from tracker.rules.systems import FILE, load_installed, saved_name, system_of
from tracker.wording.language import DEFAULT, REFERENCE, language
from tracker.wording.messages import in_words
from tracker.wording.template import capital, fill
from tracker.wording.word_files import PROGRAM, TURNS, Table, words_in

_WHOLE = (DEFAULT, REFERENCE)
"""The languages in which the program and its games have every text."""
_BAR = re.compile(r"\|(?![^{}]*\})")
_SUBJECTS = ("attribute", "condition", "side", "act")
"""Spaces in which the subject of a throw has its word."""
_GAMES = PROGRAM.parent / "rules/games"
"""The folder of the built-in games, each with its words beside its rules."""


class Words:
    """The words of a game over those of the program, in one language; another language fills gaps."""

    def __init__(self, system: str, language: str) -> None:
        self.system, self.language = system, language
        is_whole = language in _WHOLE and saved_name(system) in ("", *SYSTEMS)
        languages = dict.fromkeys((language,) if is_whole else (language, REFERENCE, DEFAULT))
        self._tables: tuple[Table, ...] = tuple(
            table for each in languages for table in (*_own_tables(system, each), words_in(PROGRAM, each))
        )

    def find(self, space: str, name: str) -> str | None:
        """Look up the text of a name, placeholders and all; None if no file has it."""
        for table in self._tables:
            if (text := table.get(space, {}).get(name)) is not None:
                return text
        return None

    def has(self, space: str, name: str) -> bool:
        return self.find(space, name) is not None

    def space(self, space: str) -> Mapping[str, str]:
        """Merge a space of all tables: every text by name; empty for an unknown space."""
        return {name: text for table in self._tables[::-1] for name, text in table.get(space, {}).items()}

    def spaces(self) -> Iterator[str]:
        yield from dict.fromkeys(space for table in self._tables for space in table)


def words_of(system: str) -> Words:
    return words_of_language(system, language())


@lru_cache
def words_of_language(system: str, language: str) -> Words:
    return Words(system, language)


def _own_tables(system: str, language: str) -> tuple[Table, ...]:
    """List the game's own words: those of the rules text that the campaign plays by, over its files.

    A game without rounds has those that say turn for a round below them.
    """
    saved = saved_name(system)
    files = _own_table(saved, language)
    own = (files,) if saved == system else (system_of(system).words.get(language, {}), files)
    return own if _has_rounds(system) else (*own, words_in(TURNS, language))


def _has_rounds(system: str) -> bool:
    try:
        return not system or system_of(system).rounds
    except Refusal:
        return True


def _own_table(system: str, language: str) -> Table:
    """Read the word file of a game; a campaign has the words of its own game and no other.

    Raises `Refusal` `broken_system` if an installed game has words that cannot be read.
    """
    if system in SYSTEMS:
        return words_in(_GAMES / system / "words", language)
    if system.startswith(FILE):
        return {}
    try:
        game = load_installed(system) if system else None
    except Refusal:
        return {}
    if game is None:
        return {}
    package = Path(str(sys.modules[type(game).__module__].__file__)).parent
    try:
        return words_in(package / "words", language)
    except MsgspecError as error:
        raise Refusal("broken_system", name=system, reason=str(error)) from error


def variant(words: Words, space: str, kind: str, data: Mapping[str, object]) -> str | None:
    """Find the sentence of a kind, or its variant for a datum that is not empty."""
    kinds = [*(f"{kind}_{name}" for name, value in data.items() if value), kind]
    return next((text for each in kinds if (text := words.find(space, each)) is not None), None)


def term(words: Words, space: str, name: str, /, **data: object) -> str:
    """Name an id by the first of its forms, filled with its data; the id itself if it has no word."""
    text = words.find(space, name)
    return fill(_forms(text)[0], data, in_words) if text else name


def say_in(words: Words, key: str, /, **data: object) -> str:
    """Say a text of the program, in the game's own words where it has some."""
    space, _point, name = key.partition(".")
    return term(words, space, name, **data)


def subject_term(words: Words, subject: str) -> str:
    """Name the subject of a throw, an attribute, a condition or an act; several are joined."""
    return AND.join(
        next((term(words, space, each) for space in _SUBJECTS if words.has(space, each)), each)
        for each in subject.split(AND)
    )


def entry_term(words: Words, name: str) -> str:
    """Name an entry of a game file: a figure, a condition, a check, an act or a due."""
    space = entry_space(words, name)
    return term(words, space, _entry_keys(name)[space]) if space else name.replace("_", " ")


def entry_space(words: Words, name: str) -> str:
    """Find the space of an entry's word; empty if it has none."""
    return next((space for space, key in _entry_keys(name).items() if words.has(space, key)), "")


def _entry_keys(name: str) -> Mapping[str, str]:
    from tracker.rules.game_file.records import act_id  # noqa: PLC0415 - few texts change

    act = act_id(name)
    return {"field": name, "condition": name, "verb": act, "purpose": act, "due": f"due.{name}"}


def choice_space(words: Words, param: Param, choice: str) -> str:
    """Find the space of the word for a parameter's choice: its own, or the space of all choices."""
    own_space = param.words or param.name
    return own_space if words.has(own_space, choice) else "choice"


def value_spaces(field: SheetField) -> tuple[str, ...]:
    """List the spaces in which a field's value may have its word, in order of precedence."""
    return ("value", field.id, "choice") if field.kind is FieldKind.CHOICE else (field.id,)


def value_text(field: SheetField, value: str, words: Words) -> str:
    """Name the value of a field that is a choice or a list of names; any other stays as it is."""
    if field.kind not in (FieldKind.CHOICE, FieldKind.LIST):
        return value
    return ", ".join(
        next((term(words, space, each) for space in value_spaces(field) if words.has(space, each)), each)
        for each in value.split(", ")
    )


def act_title(words: Words, act: str) -> str:
    """Capitalise the name of an act for a menu, a key or a question."""
    return capital(term(words, "act", act))


def game_name(system: str) -> str:
    """Name a game in the language in use; a file whose text is unknown shows its key."""
    return term(words_of(system), "system", system).removeprefix(FILE)


def synonyms(words: Words, space: str, name: str) -> tuple[str, ...]:
    """List every word by which an id may be typed, and last the id itself.

    Words of the language in use come first, then Spanish and English ones.
    """
    return _synonyms(words.system, words.language, space, name)


@lru_cache(maxsize=8_192)
def _synonyms(system: str, language: str, space: str, name: str) -> tuple[str, ...]:
    languages = typed_languages(words_of_language(system, language))
    return *dict.fromkeys(form for words in languages for form in forms_of(words, space, name)), name


def typed_languages(words: Words) -> tuple[Words, ...]:
    """List the words of every language that may be typed, the language in use first."""
    languages = dict.fromkeys((words.language, *_WHOLE))
    return tuple(words_of_language(words.system, each) for each in languages)


def forms_of(words: Words, space: str, name: str) -> list[str]:
    """List the forms by which an id may be typed in one language; none if it has no word."""
    text = words.find(space, name)
    return [fill(form, {}, in_words) for form in _forms(text)] if text else []


def _forms(text: str) -> list[str]:
    """Split a word into its forms: `oculto|oculta`. A bar in braces parts the forms of a count instead."""
    return _BAR.split(text) if "|" in text else [text]
