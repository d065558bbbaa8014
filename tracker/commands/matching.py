"""Finding what somebody meant: accents and case do not matter, and a unique beginning is enough."""

import unicodedata
from collections.abc import Iterable, Mapping

from tracker.rules.refusal import Refusal


def plain(text: str) -> str:
    """Return text as it is compared: no accents, no case, no spaces.

    >>> plain("Daño Ñandú")
    'danonandu'
    """
    decomposed = unicodedata.normalize("NFD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c) and not c.isspace())


def matches(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that a word may stand for: the exact one, or all that begin with it.

    >>> matches("fue", ["Fuerza", "fuego", "Agilidad"])
    ['Fuerza', 'fuego']
    """
    wanted = plain(word)
    known = [(plain(name), name) for name in names]
    exact = [name for key, name in known if key == wanted]
    return exact or [name for key, name in known if wanted and key.startswith(wanted)]


def only(word: str, meanings: Mapping[str, str]) -> str | None:
    """Return what the one matching name means, or None when there is none.

    Several names may mean the same. Refuses a word that may mean two different things.
    """
    found = matches(word, meanings)
    meant = {meanings[name] for name in found}
    if len(meant) > 1:
        raise Refusal("ambiguous_word", word=word, known=", ".join(found))
    return meant.pop() if meant else None
