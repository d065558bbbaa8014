"""A campaign as a verb finds it, and what the store has to say of it."""

import sys
from collections.abc import Iterable

from tracker.cli.shell import Shell, now
from tracker.commands.matching import only
from tracker.rules.refusal import Refusal
from tracker.rules.systems import SYSTEMS, known_systems, system_of
from tracker.session.text import clean
from tracker.store.campaign import Campaign
from tracker.store.paths import NAME_LENGTH
from tracker.store.sharing import Note
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of


def opened(shell: Shell) -> Campaign:
    """Open the save that was asked for, given by path or by name, and say what the store found."""
    return opened_at(shell, shell.arguments.save)


def opened_at(shell: Shell, save: str) -> Campaign:
    """Open a save given by path or by name, and say what the store found."""
    campaign = Campaign.open(shell.save(save), shell.places.journals, shell.gm, now)
    tell(campaign.save.notes)
    return campaign


def tell(notes: Iterable[Note]) -> None:
    """Say on standard error what came back, what is not as it was, and what is not believed."""
    for note in notes:
        print(refusal_sentence(Refusal(note.code, **note.data)), file=sys.stderr)


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
