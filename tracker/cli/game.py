"""Which game is meant on the command line: by its key, or by the name that screens show."""

from tracker.commands.matching import only
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, known_systems, system_of
from tracker.session.text import clean
from tracker.store.paths import NAME_LENGTH
from tracker.wording.words import term, words_of


def game_named(word: str) -> str:
    """Return the key of a game; the beginning of its key or of its name is enough.

    Raises `Refusal`: `unknown_system` naming the known ones, `ambiguous_word`, `broken_system`.
    """
    if word in SYSTEMS:
        return word
    names = {key: term(words_of(key), "system", key) for key in SYSTEMS}
    installed = [key for key in known_systems() if key not in SYSTEMS]
    if word in installed:
        return system_of(word).key
    found = only(word, {key: key for key in names} | {name: key for key, name in names.items()})
    if found is None:
        known = ", ".join([*names.values(), *installed])
        raise Refusal("unknown_system", name=clean(word, NAME_LENGTH), known=known)
    return found
