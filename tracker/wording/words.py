"""The words of each game over the words of every game."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from msgspec import Struct, field

from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, installed
from tracker.wording import dice, facts, library, preferences, refusals, store
from tracker.wording.language import DEFAULT, REFERENCE, language, translated, worded
from tracker.wording.messages import in_words
from tracker.wording.template import fill
from tracker.wording.terms import TERMS
from tracker.wording.word_files import PROGRAM, Table, words_in

_GAMES = PROGRAM.parent / "rules/games"
"""The folder of the games of this repository, each with its words beside its rules."""


class GameWords(Struct, frozen=True):
    """The words of a game: sentences of its facts and refusals, terms for its ids, its rules in short.

    `verbs` maps ids of acts to the Spanish verb of the command line; the id itself is the English one.
    """

    facts: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    verbs: Mapping[str, str] = field(default_factory=dict)

    def table(self, language: str) -> Table:
        """Return the words in a language."""
        verbs = self.verbs if language == DEFAULT else {act_id: act_id for act_id in self.verbs}
        return {
            **_by_space(self.terms, language),
            "fact": translated(self.facts, language),
            "refusal": translated(self.refusals, language),
            "rule": translated(self.rules, language),
            "verb": {**verbs},
        }


def _by_space(terms: Mapping[str, str], language: str) -> Table:
    spaces: dict[str, dict[str, str]] = {}
    for key, text in translated(terms, language).items():
        space, _dot, name = key.rpartition(".")
        spaces.setdefault(space, {})[name] = text
    return spaces


class Words:
    """The words of a game over those of the program, in one language; what it lacks is in English."""

    def __init__(self, system: str, language: str) -> None:
        self.system, self.language = system, language
        reference = (_own_table(system, REFERENCE), words_in(PROGRAM, REFERENCE))
        self._tables: tuple[Table, ...] = (
            _own_table(system, language),
            own_words(system).table(language),
            words_in(PROGRAM, language),
            _program_table(language),
            *(reference if language not in (DEFAULT, REFERENCE) else ()),
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


@cache
def _program_table(language: str) -> Table:
    """Return the words that every game shares."""
    told = {**facts.FACTS, **library.FACTS}
    refused = {
        **refusals.REFUSALS,
        **dice.REFUSALS,
        **library.REFUSALS,
        **store.REFUSALS,
        **store.NOTES,
        **preferences.REFUSALS,
    }
    return GameWords(told, TERMS, refused).table(language)


def _own_table(system: str, language: str) -> Table:
    """Return the words of a game in a language; a campaign reads those of its own game and no other."""
    return words_in(_GAMES / system / "words", language) if system in SYSTEMS else {}


@cache
def own_words(system: str) -> GameWords:
    """Return the words of a game that have not moved into its files."""
    match system:
        case "chronicle":
            from tracker.wording.games import chronicle  # noqa: PLC0415 - see the docstring

            return chronicle.WORDS
        case "horror":
            from tracker.wording.games import horror  # noqa: PLC0415 - see the docstring

            return horror.WORDS
        case "percentile":
            from tracker.wording.games import percentile  # noqa: PLC0415 - see the docstring

            return percentile.WORDS
        case "margin":
            from tracker.wording.games import margin  # noqa: PLC0415 - see the docstring

            return margin.WORDS
        case _:
            return _installed(system)


def _installed(system: str) -> GameWords:
    """Return the words of an installed system; none if it is not installed."""
    try:
        words = installed(system)[1] if system else None
    except Refusal:
        return GameWords()
    return words if isinstance(words, GameWords) else GameWords()


def variant(words: Words, space: str, kind: str, data: Mapping[str, Scalar]) -> str | None:
    """Return the sentence of a kind, or its variant for a datum that is not empty."""
    kinds = [*(f"{kind}_{name}" for name, value in data.items() if value), kind]
    return next((text for each in kinds if (text := words.find(space, each)) is not None), None)


def act_verb(words: Words, act_id: str) -> str:
    """Return the verb of an act in the language in use."""
    return words.find("verb", act_id) or act_id


def term(words: Words, space: str, name: str, **data: object) -> str:
    """Return the word for an id in the language in use, with its data; the id itself if it has no word."""
    text = words.find(space, name)
    return fill(worded(text, data), data, in_words) if text else name


def synonyms(words: Words, space: str, name: str) -> tuple[str, ...]:
    """Return the words by which an id may be typed: in Spanish, in the language in use, and the id itself."""
    spanish = words_of_language(words.system, DEFAULT)
    return term(spanish, space, name), term(words, space, name), name
