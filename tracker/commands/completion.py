"""Completions of a typed word, and the usages that help lists."""

from collections.abc import Mapping

from tracker.commands.acts import act_usage
from tracker.commands.library import names_in
from tracker.commands.matching import matches
from tracker.commands.parse import verb_words
from tracker.commands.sheet_names import saved_names
from tracker.commands.specs import SPECS
from tracker.session.state import Session
from tracker.wording.words import Words, act_verb, words_of

_TYPED = ("attribute", "condition", "param", "side")
"""Spaces of words that may be typed; an act may have its own words for its parameters, in `param.act`."""


def completions(line: str, session: Session, library: Session | None = None) -> list[str]:
    """Return the completions of a line's last word: verbs, names, words of the game."""
    *before, word = line.split(" ")
    if not word:
        return []
    known: Mapping[str, str] | list[str] = verb_words(session) if not before else _things(session, library)
    return matches(word, known)[:20]


def _things(session: Session, library: Session | None) -> list[str]:
    words = words_of(session.system)
    spaces = [space for space in words.spaces() if space.partition(".")[0] in _TYPED]
    terms = [text for space in spaces for text in words.space(space).values()]
    names = [creature.name for creature in session.creatures.values()]
    supplies = [supply.name for supply in session.supplies.values()]
    templates = [template.name for template in session.templates.values()]
    kept = names_in(library) if library else []
    kept += [month.name for month in session.calendar.months]
    kept += [pace.name for pace in session.paces.values()]
    kept += [entry.name for entry in session.notebook.values()]
    return list(dict.fromkeys([*names, *supplies, *templates, *kept, *terms, *saved_names(session)]))


def usages(session: Session) -> list[tuple[str, str]]:
    """Return the verb and the usage of every command, for help."""
    words: Words = words_of(session.system)
    acts = [
        (act_verb(words, act_id), act_usage(act, act_verb(words, act_id), words))
        for act_id, act in session.game.acts.items()
    ]
    return acts + [(verb.words[0], verb.usage_in(session.game, words)) for verb in SPECS]
