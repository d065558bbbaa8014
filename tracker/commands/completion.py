"""Completions of a typed word, and the usages that help lists."""

from functools import lru_cache

from tracker.commands.acts import act_usage
from tracker.commands.dice import saved_names
from tracker.commands.library import element_names
from tracker.commands.matching import matches
from tracker.commands.parse import verb_forms, verb_words
from tracker.commands.specs import SPECS
from tracker.commands.vocabulary import ids_in, shown_word
from tracker.session.state import Session
from tracker.wording.words import Words, forms_of, term, words_of

_TYPED = ("attribute", "condition", "param", "side")
"""Spaces of words that may be typed. An act's own words for its parameters are in `param.` and its id."""


def completions(line: str, session: Session, library: Session | None = None) -> list[str]:
    """Complete the last word of a line with up to 20 verbs, names or words of the game."""
    *earlier_words, word = line.split(" ")
    if not word:
        return []
    if not earlier_words:
        return verb_forms(word, session)[:20]
    return matches(word, [*_keywords_of(earlier_words[0], session), *_names_of_things(session, library)])[:20]


def _keywords_of(verb: str, session: Session) -> list[str]:
    """Collect the keywords that the line of a verb may contain, each once."""
    verb_id = verb_words(session).get(next(iter(verb_forms(verb, session)), ""))
    patterns = (pattern for spec in SPECS if spec.id == verb_id for pattern in spec.patterns)
    return list(dict.fromkeys(shown_word(word_id) for pattern in patterns for word_id in ids_in(pattern)))


def _names_of_things(session: Session, library: Session | None) -> list[str]:
    names = [creature.name for creature in session.creatures.values()]
    supplies = [supply.name for supply in session.supplies.values()]
    templates = [template.name for template in session.templates.values()]
    other_names = element_names(library) if library else []
    other_names += [month.name for month in session.calendar.months]
    other_names += [pace.name for pace in session.paces.values()]
    other_names += [entry.name for entry in session.notebook.values()]
    other_names += [room.name for room in session.rooms.values() if room.name]
    return list(
        dict.fromkeys(
            [
                *names,
                *supplies,
                *templates,
                *other_names,
                *_terms(words_of(session.system)),
                *saved_names(session),
            ]
        )
    )


# The words never change, and they are asked for at every key.
@lru_cache
def _terms(words: Words) -> tuple[str, ...]:
    """Collect the game's words that may be typed."""
    spaces = [space for space in words.spaces() if space.partition(".")[0] in _TYPED]
    return tuple(
        form for space in spaces for name in words.space(space) for form in forms_of(words, space, name)
    )


def usages(session: Session) -> list[tuple[str, str]]:
    """List the verb and the usage of every command, for help."""
    words = words_of(session.system)
    return [(term(words, "verb", verb_id), usage) for verb_id, usage in usage_by_verb(session).items()]


def usage_by_verb(session: Session) -> dict[str, str]:
    """Map every verb to its usage by id, the acts of the game first."""
    words, game = words_of(session.system), session.game
    acts = {act_id: act_usage(act, words) for act_id, act in game.acts.items()}
    return acts | {verb.id: verb.usage_in(game, words) for verb in SPECS}
