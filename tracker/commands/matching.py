"""Match typed names: by a unique abbreviation, or in searches by likeness; case is ignored."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from msgspec import Struct

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold, is_slip, with_plain_signs
from tracker.session.text import clean

T = TypeVar("T")
_ALPHANUMERIC = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r'\s*"([^"]*)"')
_WHOLE, _BEGINNING, _STEM, _SLIP, _INSIDE = 100, 80, 55, 45, 40
_SHORTEST_STEM = 4
"""The first letters that two words of one stem have in common: `jump`, `jumping`."""
_SHORTEST_SLIPPED = 5
"""The fewest letters of a word that may have a typing error."""


@lru_cache(4_096)
def normalize(text: str) -> str:
    """Fold a name and remove its spaces: the form in which names are compared.

    >>> normalize("Daño Ñandú")
    'danonandu'
    """
    return "".join(fold(text).split())


@lru_cache(4_096)
def without_signs(text: str) -> str:
    """Reduce a name to its folded letters and digits; what `clean` puts for an unsafe character stays.

    >>> without_signs("Sr. Vane"), without_signs("Jean–Luc")
    ('srvane', 'jeanluc')
    """
    return "".join(
        letter for letter in normalize(text) if letter.isalnum() or letter == "\N{REPLACEMENT CHARACTER}"
    )


def without_quotes(text: str) -> str:
    """Remove every sign that is read as a quote.

    >>> without_quotes('Bren “el Rojo”, "D’Or"')
    'Bren el Rojo, D’Or'
    """
    return "".join(letter for letter in text if with_plain_signs(letter) != '"')


def without_leading_quotes(text: str) -> str:
    """Remove the quotes around the name that a text begins with.

    >>> without_leading_quotes("“El barquero” visible"), without_leading_quotes("El «barquero»")
    ('El barquero visible', 'El «barquero»')
    """
    quoted = _QUOTED.match(with_plain_signs(text))
    return f"{text[quoted.start(1) : quoted.end(1)]}{text[quoted.end() :]}".strip() if quoted else text


def in_quotes(name: str) -> str:
    """Quote a name so that a line takes it whole; its own quotes would end it, so they are removed."""
    return f'"{without_quotes(name)}"'


def matches(word: str, names: Iterable[str]) -> list[str]:
    """Find the names that a word may mean: the exact one, else all that begin with it.

    If there are none, signs do not count: `sr vane` finds Sr. Vane.

    >>> matches("fue", ["Fuerza", "fuego", "Agilidad"])
    ['Fuerza', 'fuego']
    """
    keyed_names = [(normalize(name), name) for name in names]
    if fitting := _fitting(normalize(word), keyed_names):
        return fitting
    if "*" in word or not any(map(str.isalpha, word)):
        return []
    return _fitting(
        without_signs(word),
        [(key if key.isalnum() else without_signs(name), name) for key, name in keyed_names],
    )


def _fitting(prefix: str, keyed_names: Sequence[tuple[str, str]]) -> list[str]:
    exact = [name for key, name in keyed_names if key == prefix]
    return exact or [name for key, name in keyed_names if prefix and key.startswith(prefix)]


def match_one(word: str, meanings: Mapping[str, T]) -> T | None:
    """Return the meaning of the one matching name, or None if no name matches.

    Several names may have the same meaning. Raises `ambiguous_word` if the meanings differ; it lists the
    first name of each, matching or not: that of the language in use, though another language's was typed.
    """
    found = dict.fromkeys(meanings[name] for name in matches(word, meanings))
    if len(found) > 1:
        first_names: dict[T, str] = {}
        for name, meaning in meanings.items():
            first_names.setdefault(meaning, name)
        raise Refusal("ambiguous_word", word=word, known=", ".join(first_names[each] for each in found))
    return next(iter(found), None)


def match_any_word(word: str, meanings: Mapping[str, str]) -> str | None:
    """Like `match_one`; if no name matches, a later word of a name is enough.

    >>> match_any_word("sesión", {"Termina la sesión": "session", "Termina la escena": "scene"})
    'session'
    """
    meaning = match_one(word, meanings)
    if meaning is not None:
        return meaning
    parts = matches(word, {part for name in meanings for part in name.split()})
    names = [name for name in meanings if any(part in parts for part in name.split())]
    if len({meanings[name] for name in names}) > 1:
        raise Refusal("ambiguous_word", word=word, known=", ".join(names))
    return meanings[names[0]] if names else None


def require_match(name: str, meanings: Mapping[str, str], code: str) -> str:
    """Return the meaning of the one matching name, or with a matching word; refuses others with `code`.

    >>> require_match("vane", {"Dr Vane": "a", "Edwin": "b"}, "unknown_entry")
    'a'
    """
    meaning = match_any_word(name, meanings)
    if meaning is None:
        raise unknown_name_refusal(name, meanings, code)
    return meaning


def unknown_name_refusal(name: str, names: Iterable[str], code: str) -> Refusal:
    """Build the refusal of an unknown name; it lists the known names."""
    return Refusal(code, name=clean(name, NAME_LENGTH), known=", ".join(names) or "—")


def keys_by_name(elements: Mapping[str, Any]) -> dict[str, str]:
    return {each.name: key for key, each in elements.items()}


class SearchTarget(Struct, frozen=True):
    """A thing to search for: each word that names it, folded, with its weight from 0 to 1."""

    key: str
    words: Mapping[str, float]


def search_target(key: str, texts: Iterable[tuple[str, float]]) -> SearchTarget:
    """Build a search target from weighted texts; a word in two texts has the greater weight."""
    words: dict[str, float] = {}
    for text, weight in texts:
        for word in normalized_words(text):
            words[word] = max(weight, words.get(word, 0))
    return SearchTarget(key, words)


def normalized_words(text: str) -> Sequence[str]:
    """Split a text into folded words without signs.

    >>> normalized_words("Daño, o «Cura»")
    ['dano', 'o', 'cura']
    """
    return _ALPHANUMERIC.findall(fold(text))


def likeness(typed: Sequence[str], thing: SearchTarget) -> float:
    """Rate how well a thing fits typed words, up to 100; 0 unless every word fits."""
    names = thing.words.items()
    fits = [max((word_likeness(word, each) * weight for each, weight in names), default=0) for word in typed]
    return sum(fits) / len(fits) if fits and all(fits) else 0


def word_likeness(typed: str, word: str) -> int:
    """Rate how well a typed word fits another, up to 100.

    >>> words = ("salto", "saltos", "saltar", "slato", "sobresalto", "daga")
    >>> [word_likeness("salto", word) for word in words]
    [100, 80, 55, 45, 40, 0]
    """
    if word.startswith(typed):
        return _WHOLE if word == typed else _BEGINNING
    if len(typed) >= _SHORTEST_STEM and word.startswith(typed[:_SHORTEST_STEM]):
        return _STEM
    if len(typed) >= _SHORTEST_SLIPPED and is_slip(typed, word):
        return _SLIP
    return _INSIDE if typed in word else 0
