"""The words of each game beside the words of every game."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct, field

from tracker.rules.refusal import Refusal
from tracker.rules.systems import installed
from tracker.wording import dice, facts, library, preferences, refusals, store
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
    )


def _own_words(system: str) -> Words:
    """Return what a system says itself; a campaign imports the words of its own system and no other."""
    match system:
        case "chronicle":
            from tracker.wording import chronicle, chronicle_rules, chronicle_terms  # noqa: PLC0415 - as said

            terms, rules = chronicle_terms.TERMS, chronicle_rules.RULES
            return Words(chronicle.FACTS, terms, chronicle.REFUSALS, rules, chronicle.VERBS)
        case "horror":
            from tracker.wording import horror, horror_rules, horror_terms  # noqa: PLC0415 - as said

            terms, rules = horror_terms.TERMS, horror_rules.RULES
            return Words(horror.FACTS, terms, horror.REFUSALS, rules, horror.VERBS)
        case "percentile":
            from tracker.wording import percentile, percentile_rules, percentile_terms  # noqa: PLC0415 - as said

            terms, rules = percentile_terms.TERMS, percentile_rules.RULES
            return Words(percentile.FACTS, terms, percentile.REFUSALS, rules, percentile.VERBS)
        case "margin":
            from tracker.wording import margin, margin_rules, margin_terms  # noqa: PLC0415 - as said

            terms, rules = margin_terms.TERMS, margin_rules.RULES
            return Words(margin.FACTS, terms, margin.REFUSALS, rules, margin.VERBS)
        case _:
            return _installed(system)


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
