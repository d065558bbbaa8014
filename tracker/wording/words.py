"""The words of each game beside the words of every game."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from tracker.rules.record import dataclass, field
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, installed
from tracker.wording import dice, library, preferences, store
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
    {**FACTS, **library.FACTS},
    {**TERMS, **dice.TERMS, **library.TERMS},
    {
        **REFUSALS,
        **dice.REFUSALS,
        **library.REFUSALS,
        **store.REFUSALS,
        **store.NOTES,
        **preferences.REFUSALS,
    },
)


def _said_by(module: Any) -> Words:
    """Return the words of a game of this repository, which has a module of them."""
    return Words(module.FACTS, module.TERMS, module.REFUSALS, module.RULES, module.VERBS)


@cache
def words_of(system: str) -> Words:
    """Return the words of a system laid over the common ones; they are put together once."""
    own = _said_by(import_module(f"tracker.wording.{system}")) if system in SYSTEMS else _installed(system)
    return Words(
        {**_COMMON.facts, **own.facts},
        {**_COMMON.terms, **own.terms},
        {**_COMMON.refusals, **own.refusals},
        own.rules,
        own.verbs,
    )


def _installed(system: str) -> Words:
    """Return the words that an installed system brings along; none for one that is not there."""
    try:
        words = installed(system)[1] if system else None
    except Refusal:
        return Words()
    return words if isinstance(words, Words) else Words()


def act_verb(words: Words, act_id: str) -> str:
    """Return the verb of an act in the language in use; its id is the English one."""
    return words.verbs.get(act_id, act_id) if language() == LANGUAGES[0] else act_id


def term(words: Words, space: str, name: str) -> str:
    """Return the word for an id in the language in use; the id itself when nobody has named it."""
    return _(words.terms.get(f"{space}.{name}", "")) or name
