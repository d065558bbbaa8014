"""The words of each game over the words of every game."""

import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import MsgspecError

from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, installed
from tracker.wording.language import DEFAULT, REFERENCE, language
from tracker.wording.messages import in_words
from tracker.wording.template import fill
from tracker.wording.word_files import PROGRAM, Table, words_in

_WHOLE = (DEFAULT, REFERENCE)
"""The languages in which the program and its games have every text."""
_GAMES = PROGRAM.parent / "rules/games"
"""The folder of the games of this repository, each with its words beside its rules."""


class Words:
    """The words of a game over those of the program, in one language; what it lacks is in another."""

    def __init__(self, system: str, language: str) -> None:
        self.system, self.language = system, language
        is_whole = language in _WHOLE and system in ("", *SYSTEMS)
        languages = dict.fromkeys((language,) if is_whole else (language, REFERENCE, DEFAULT))
        self._tables: tuple[Table, ...] = tuple(
            table for each in languages for table in (_own_table(system, each), words_in(PROGRAM, each))
        )

    def find(self, space: str, name: str) -> str | None:
        """Return the text of a name, as it is written; None if no file has it."""
        for table in self._tables:
            if (text := table.get(space, {}).get(name)) is not None:
                return text
        return None

    def has(self, space: str, name: str) -> bool:
        """Whether a name has a text."""
        return self.find(space, name) is not None

    def space(self, space: str) -> Mapping[str, str]:
        """Return every text of a space by name; empty if there is none."""
        return {name: text for table in self._tables[::-1] for name, text in table.get(space, {}).items()}

    def spaces(self) -> Iterator[str]:
        """Yield the name of every space."""
        yield from dict.fromkeys(space for table in self._tables for space in table)


def words_of(system: str) -> Words:
    """Return the words of a system in the language in use."""
    return words_of_language(system, language())


@lru_cache
def words_of_language(system: str, language: str) -> Words:
    """Return the words of a system in a language."""
    return Words(system, language)


def _own_table(system: str, language: str) -> Table:
    """Return the words of a game in a language; a campaign reads those of its own game and no other.

    Raises `Refusal`: `broken_system` if an installed game has words that cannot be read.
    """
    if system in SYSTEMS:
        return words_in(_GAMES / system / "words", language)
    try:
        game = installed(system) if system else None
    except Refusal:
        return {}
    if game is None:
        return {}
    package = Path(str(sys.modules[type(game).__module__].__file__)).parent
    try:
        return words_in(package / "words", language)
    except MsgspecError as error:
        raise Refusal("broken_system", name=system, reason=str(error)) from error


def variant(words: Words, space: str, kind: str, data: Mapping[str, Scalar]) -> str | None:
    """Return the sentence of a kind, or its variant for a datum that is not empty."""
    kinds = [*(f"{kind}_{name}" for name, value in data.items() if value), kind]
    return next((text for each in kinds if (text := words.find(space, each)) is not None), None)


def act_verb(words: Words, act_id: str) -> str:
    """Return the verb of an act in the language in use."""
    return words.find("verb", act_id) or act_id


def term(words: Words, space: str, name: str, /, **data: object) -> str:
    """Return the word for an id in the language in use, with its data; the id itself if it has no word."""
    text = words.find(space, name)
    return fill(text, data, in_words) if text else name


def synonyms(words: Words, space: str, name: str) -> tuple[str, ...]:
    """Return the words by which an id may be typed: in Spanish, in the language in use, and the id itself."""
    spanish = words_of_language(words.system, DEFAULT)
    return term(spanish, space, name), term(words, space, name), name
