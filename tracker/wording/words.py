"""The words of each game beside the words of every game."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from msgspec import Struct, field

from tracker import wording
from tracker.rules.late import LateMapping
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, installed
from tracker.wording.language import LANGUAGES, _, language
from tracker.wording.terms import TERMS


class Words(Struct, frozen=True):
    """What a game says: sentences of its facts and refusals, terms for its ids, its rules in short.

    `verbs` maps ids of acts to the Spanish verb of the command line; the id itself is the English one.
    """

    facts: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    verbs: Mapping[str, str] = field(default_factory=dict)


def _said_by(system: str) -> Words:
    """Return the words of a game of this repository: but for its terms, imported once they are asked for."""

    def late(name: str, module: str = system) -> LateMapping[str]:
        return LateMapping(lambda: getattr(import_module(f"{__package__}.{module}"), name))

    terms = import_module(f"{__package__}.{system}_terms").TERMS
    return Words(late("FACTS"), terms, late("REFUSALS"), late("RULES", f"{system}_rules"), late("VERBS"))


@cache
def words_of(system: str) -> Words:
    """Return the words of a system laid over the common ones; sentences are imported with the first told."""
    own = _said_by(system) if system in SYSTEMS else _installed(system)
    return Words(
        LateMapping(lambda: {**wording.facts.FACTS, **wording.library.FACTS, **own.facts}),
        {**TERMS, **own.terms},
        LateMapping(lambda: {**_common_refusals(), **own.refusals}),
        own.rules,
        own.verbs,
    )


def _common_refusals() -> Mapping[str, str]:
    return {
        **wording.refusals.REFUSALS,
        **wording.dice.REFUSALS,
        **wording.library.REFUSALS,
        **wording.store.REFUSALS,
        **wording.store.NOTES,
        **wording.preferences.REFUSALS,
    }


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
