"""Matching of names: accents and case do not matter, and a unique abbreviation is enough."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.text import clean

T = TypeVar("T")


@lru_cache(4_096)
def plain(text: str) -> str:
    """Return a name in the form used to compare names: folded, without spaces.

    >>> plain("Daño Ñandú")
    'danonandu'
    """
    return "".join(fold(text).split())


def matches(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that a word may mean: the exact one, or all that begin with it.

    >>> matches("fue", ["Fuerza", "fuego", "Agilidad"])
    ['Fuerza', 'fuego']
    """
    wanted = plain(word)
    known = [(plain(name), name) for name in names]
    exact = [name for key, name in known if key == wanted]
    return exact or [name for key, name in known if wanted and key.startswith(wanted)]


def only(word: str, meanings: Mapping[str, T]) -> T | None:
    """Return the meaning of the one matching name, or None if no name matches.

    Several names may have one meaning. Refuses a word with two different meanings.
    """
    found = matches(word, meanings)
    meant = {meanings[name] for name in found}
    if len(meant) > 1:
        raise Refusal("ambiguous_word", word=word, known=", ".join(found))
    return meant.pop() if meant else None


def known(name: str, meanings: Mapping[str, str], code: str) -> str:
    """Return the meaning of the one matching name; refuses any other name with `code`."""
    meaning = only(name, meanings)
    if meaning is None:
        raise unknown(name, meanings, code)
    return meaning


def unknown(name: str, names: Iterable[str], code: str) -> Refusal:
    """Return the refusal of a name, which tells the names there are."""
    return Refusal(code, name=clean(name, NAME_LENGTH), known=", ".join(names) or "—")


def by_name(elements: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys of a collection's elements by their names."""
    return {each.name: key for key, each in elements.items()}


def by_any_word(word: str, meanings: Mapping[str, str]) -> str | None:
    """Return the meaning of the one matching name; if none matches, a later word of a name will do.

    >>> by_any_word("sesión", {"Termina la sesión": "session", "Termina la escena": "scene"})
    'session'
    """
    meant = only(word, meanings)
    if meant is not None:
        return meant
    parts = matches(word, {part for name in meanings for part in name.split()})
    found = [name for name in meanings if any(part in parts for part in name.split())]
    if len({meanings[name] for name in found}) > 1:
        raise Refusal("ambiguous_word", word=word, known=", ".join(found))
    return meanings[found[0]] if found else None
