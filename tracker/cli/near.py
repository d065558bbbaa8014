"""What a wrong word of the shell probably meant: a verb in any language, a page, a campaign.

A verb that changes something is only proposed for a word that is almost its own: nobody who asks to see is
led to an act.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from tracker.cli.verbs import VERBS, shown_verbs
from tracker.rules.near import likeness
from tracker.rules.text import fold
from tracker.store.campaigns import list_campaigns, title_of
from tracker.store.files import is_folder
from tracker.wording.words import synonyms, words_of

_ALIKE, _SURE = 0.65, 0.8
"""The least likeness of two words for a proposal, and for an act that changes something."""
T = TypeVar("T")


def spoken_verb(word: str) -> str:
    """Find the verb that a word means in any language, whatever its accents and case; empty for none."""
    return _verbs_by_word().get(fold(word), "")


def _verbs_by_word() -> Mapping[str, str]:
    forms = {fold(form): verb for verb in VERBS if VERBS[verb].family for form in _forms(verb)}
    return forms | {fold(verb): verb for verb in VERBS}


def _forms(verb: str) -> tuple[str, ...]:
    return synonyms(words_of(""), "shell_verb", verb)[:-1]


def shown_words(verb: str) -> tuple[str, ...]:
    """Return the words that completion offers for a verb: its own, and the first in the language in use."""
    return tuple(dict.fromkeys((verb, *_forms(verb)[:1])))


def closest_verb(word: str) -> str:
    """Find the verb that a wrong word probably meant; empty for none."""
    return closest(word, _verb_meanings()) or ""


def closest_topic(word: str, topics: Iterable[str]) -> str:
    """Find the verb or the page that a wrong topic of help probably meant; empty for none."""
    return closest(word, {**{topic: topic for topic in topics}, **_verb_meanings()}) or ""


def _verb_meanings() -> dict[str, str]:
    shown = shown_verbs()
    return {word: verb for word, verb in _verbs_by_word().items() if verb in shown}


def closest_line(word: str, saves: Path) -> str:
    """Find the word behind `tracker` that a wrong one probably meant: a verb, or the name of a campaign."""
    return closest(word, {**_verb_meanings(), **campaigns_by_name(saves)}) or ""


def campaigns_by_name(saves: Path) -> dict[str, str]:
    """Map the names and titles of a folder's campaigns to names; a title of several has its name too."""
    entries = list_campaigns(saves) if is_folder(saves) else ()
    titles = [(title_of(each), each.name) for each in entries if not each.refusal]
    known = [fold(title) for title, _name in titles]
    named = {title if known.count(fold(title)) == 1 else f"{title} · {name}": name for title, name in titles}
    return named | {each.name: each.name for each in entries}


def closest(word: str, meanings: Mapping[str, T]) -> T | None:
    """Return the meaning of the likest word, whatever its accents and case; None if none is like it.

    >>> closest("statsu", {"status": 1, "watch": 2})
    1
    """
    alike = [(likeness(word, each), each) for each in meanings]
    for degree, each in sorted(alike, key=lambda one: (-one[0], _changes(meanings[one[1]]))):
        if degree < _ALIKE:
            return None
        if degree >= _SURE or not _changes(meanings[each]):
            return meanings[each]
    return None


def _changes(meaning: object) -> bool:
    return isinstance(meaning, str) and meaning in VERBS and VERBS[meaning].changes
