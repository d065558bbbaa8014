"""Matching of typed names: by a unique abbreviation, or in searches by their likeness; case is ignored."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold, with_plain_signs
from tracker.session.text import clean

T = TypeVar("T")
_WHOLE, _BEGINNING, _STEM, _SLIP, _INSIDE = 100, 80, 55, 45, 40
_SHORTEST_STEM = 4
"""Letters that two words must begin with to be of one stem: `salto`, `saltar`."""
_SHORTEST_SLIPPED = 5
"""Fewest letters of a word in which one may be wrong."""


@lru_cache(4_096)
def normalize(text: str) -> str:
    """Return a name in the form used to compare names: folded, without spaces.

    >>> normalize("Daño Ñandú")
    'danonandu'
    """
    return "".join(fold(text).split())


def without_quotes(text: str) -> str:
    """Return a text without what is read as a quote.

    >>> without_quotes('Bren “el Rojo”, "D’Or"')
    'Bren el Rojo, D’Or'
    """
    return "".join(letter for letter in text if with_plain_signs(letter) != '"')


def in_quotes(name: str) -> str:
    """Return a name as a line takes it whole: quotes of its own would end it, and are not compared."""
    return f'"{without_quotes(name)}"'


def matches(word: str, names: Iterable[str]) -> list[str]:
    """Return the names that a word may mean: the exact one, or all that begin with it.

    >>> matches("fue", ["Fuerza", "fuego", "Agilidad"])
    ['Fuerza', 'fuego']
    """
    wanted = normalize(word)
    known = [(normalize(name), name) for name in names]
    exact = [name for key, name in known if key == wanted]
    return exact or [name for key, name in known if wanted and key.startswith(wanted)]


def match_one(word: str, meanings: Mapping[str, T]) -> T | None:
    """Return the meaning of the one matching name, or None if no name matches.

    Several names may have one meaning. Refuses a word with two different meanings, and tells the first name
    of each.
    """
    found: dict[T, str] = {}
    for name in matches(word, meanings):
        found.setdefault(meanings[name], name)
    if len(found) > 1:
        raise Refusal("ambiguous_word", word=word, known=", ".join(found.values()))
    return next(iter(found), None)


def require_match(name: str, meanings: Mapping[str, str], code: str) -> str:
    """Return the meaning of the one matching name; refuses any other name with `code`."""
    meaning = match_one(name, meanings)
    if meaning is None:
        raise unknown(name, meanings, code)
    return meaning


def unknown(name: str, names: Iterable[str], code: str) -> Refusal:
    """Return the refusal of a name, which tells the names there are."""
    return Refusal(code, name=clean(name, NAME_LENGTH), known=", ".join(names) or "—")


def keys_by_name(elements: Mapping[str, Any]) -> dict[str, str]:
    """Return the keys of a collection's elements by their names."""
    return {each.name: key for key, each in elements.items()}


def by_any_word(word: str, meanings: Mapping[str, str]) -> str | None:
    """Return the meaning of the one matching name; if none matches, a later word of a name will do.

    >>> by_any_word("sesión", {"Termina la sesión": "session", "Termina la escena": "scene"})
    'session'
    """
    meant = match_one(word, meanings)
    if meant is not None:
        return meant
    parts = matches(word, {part for name in meanings for part in name.split()})
    found = [name for name in meanings if any(part in parts for part in name.split())]
    if len({meanings[name] for name in found}) > 1:
        raise Refusal("ambiguous_word", word=word, known=", ".join(found))
    return meanings[found[0]] if found else None


class Named(Struct, frozen=True):
    """A thing to be found: each word that names it, folded, with its weight from 0 to 1."""

    key: str
    words: Mapping[str, float]


def search_target(key: str, texts: Iterable[tuple[str, float]]) -> Named:
    """Return a thing with the words of its texts; a word of two texts has the greater weight."""
    words: dict[str, float] = {}
    for text, weight in texts:
        for word in normalized_words(text):
            words[word] = max(weight, words.get(word, 0))
    return Named(key, words)


def normalized_words(text: str) -> Sequence[str]:
    """Return the words of a text as they are compared.

    >>> normalized_words("Daño, o «Cura»")
    ['dano', 'o', 'cura']
    """
    return "".join(letter if letter.isalnum() else " " for letter in fold(text)).split()


def likeness(typed: Sequence[str], thing: Named) -> float:
    """Return how well a thing fits typed words, up to 100; 0 unless each of them names it."""
    names = thing.words.items()
    fits = [max((fit(word, each) * weight for each, weight in names), default=0) for word in typed]
    return sum(fits) / len(fits) if fits and all(fits) else 0


def fit(typed: str, word: str) -> int:
    """Return how well a typed word fits another: 100 for the same one.

    >>> [fit("salto", word) for word in ("salto", "saltos", "saltar", "slato", "sobresalto", "daga")]
    [100, 80, 55, 45, 40, 0]
    """
    if word.startswith(typed):
        return _WHOLE if word == typed else _BEGINNING
    if len(typed) >= _SHORTEST_STEM and word.startswith(typed[:_SHORTEST_STEM]):
        return _STEM
    if len(typed) >= _SHORTEST_SLIPPED and _is_slip(typed, word):
        return _SLIP
    return _INSIDE if typed in word else 0


def _is_slip(typed: str, word: str) -> bool:
    """Whether one letter is wrong, missing, too many, or two are swapped."""
    if abs(len(typed) - len(word)) > 1:
        return False
    pairs = enumerate(zip(typed, word, strict=False))
    at = next((place for place, (mine, other) in pairs if mine != other), None)
    if at is None:
        return True
    mine, other = typed[at:], word[at:]
    swapped = mine[:2] == other[:2][::-1] and mine[2:] == other[2:]
    return swapped or mine[1:] == other[1:] or mine[1:] == other or mine == other[1:]
