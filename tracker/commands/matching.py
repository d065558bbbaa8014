"""Finding what somebody meant: accents and case do not matter, and a unique beginning is enough."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from tracker.rules.refusal import Refusal
from tracker.session.text import fold


@lru_cache(4_096)
def plain(text: str) -> str:
    """Return a name as it is compared: folded, and without its spaces.

    >>> plain("Daño Ñandú")
    'danonandu'
    """
    return "".join(fold(text).split())


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
