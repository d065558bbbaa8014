"""The words of each game beside the words of every game."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct, field

from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.systems import installed
from tracker.wording import dice, facts, library, preferences, refusals, store
from tracker.wording.language import LANGUAGES, _, language
from tracker.wording.rule_tables import RuleTable
from tracker.wording.terms import TERMS


class Words(Struct, frozen=True):
    """The words of a game: sentences of its facts and refusals, terms for its ids, its rules in short.

    `verbs` maps ids of acts to the Spanish verb of the command line; the id itself is the English one.
    """

    facts: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    verbs: Mapping[str, str] = field(default_factory=dict)
    tables: Callable[[], tuple[RuleTable, ...]] = tuple
    """Returns the tables that the rules print."""


@cache
def words_of(system: str) -> Words:
    """Return the words of a system laid over the common ones."""
    own = _own_words(system)
    return Words(
        {**facts.FACTS, **library.FACTS, **own.facts},
        {**TERMS, **own.terms},
        {
            **refusals.REFUSALS,
            **dice.REFUSALS,
            **library.REFUSALS,
            **store.REFUSALS,
            **store.NOTES,
            **preferences.REFUSALS,
            **own.refusals,
        },
        own.rules,
        own.verbs,
        own.tables,
    )


def _own_words(system: str) -> Words:
    """Return the words of one game; a campaign imports the words of its own game and no other."""
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


def _installed(system: str) -> Words:
    """Return the words of an installed system; none if it is not installed."""
    try:
        words = installed(system)[1] if system else None
    except Refusal:
        return Words()
    return words if isinstance(words, Words) else Words()


def variant(texts: Mapping[str, str], kind: str, data: Mapping[str, Scalar]) -> str | None:
    """Return the sentence of a kind, or its variant for a datum that is not empty."""
    kinds = [*(f"{kind}_{name}" for name, value in data.items() if value), kind]
    return next((texts[each] for each in kinds if each in texts), None)


def act_verb(words: Words, act_id: str) -> str:
    """Return the verb of an act in the language in use; its id is the English one."""
    return words.verbs.get(act_id, act_id) if language() == LANGUAGES[0] else act_id


def term(words: Words, space: str, name: str) -> str:
    """Return the word for an id in the language in use; the id itself if it has no word."""
    return _(words.terms.get(f"{space}.{name}", "")) or name
