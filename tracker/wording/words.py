"""The words of each game beside the words of every game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tracker.wording import chronicle, dice, preferences, store
from tracker.wording.facts import FACTS
from tracker.wording.language import LANGUAGES, _, language
from tracker.wording.refusals import REFUSALS
from tracker.wording.terms import TERMS


@dataclass(frozen=True, slots=True)
class Words:
    """What a game says: sentences of its facts and refusals, terms for its ids, its rules in short.

    `verbs` maps ids of acts to the Spanish verb of the command line; the id itself is the English one.
    """

    facts: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    verbs: Mapping[str, str] = field(default_factory=dict)


_COMMON = Words(
    FACTS,
    {**TERMS, **dice.TERMS},
    {
        **REFUSALS,
        **dice.REFUSALS,
        **store.REFUSALS,
        **store.NOTES,
        **preferences.REFUSALS,
        **chronicle.REFUSALS,
    },
)

WORDS = {
    "chronicle": Words(
        chronicle.FACTS, chronicle.TERMS, chronicle.REFUSALS, chronicle.RULES, chronicle.VERBS
    ),
}
"""Words of each system, by its key."""


def words_of(system: str) -> Words:
    """Return the words of a system laid over the common ones."""
    own = WORDS.get(system, Words())
    return Words(
        {**_COMMON.facts, **own.facts},
        {**_COMMON.terms, **own.terms},
        {**_COMMON.refusals, **own.refusals},
        own.rules,
        own.verbs,
    )


def act_verb(words: Words, act_id: str) -> str:
    """Return the verb of an act in the language in use; its id is the English one."""
    return words.verbs.get(act_id, act_id) if language() == LANGUAGES[0] else act_id


def term(words: Words, space: str, name: str) -> str:
    """Return the word for an id in the language in use; the id itself when nobody has named it."""
    return _(words.terms.get(f"{space}.{name}", "")) or name
