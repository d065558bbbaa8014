"""The fit of a named thing to a typed search: whole words, beginnings, stems, slips."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from tracker.rules.text import fold

_WHOLE, _BEGINNING, _STEM, _SLIP, _INSIDE = 100, 80, 55, 45, 40
_SHORTEST_STEM = 4
"""Letters that two words must begin with to be of one stem: `salto`, `saltar`."""
_SHORTEST_SLIPPED = 5
"""Fewest letters of a word in which one may be wrong."""


class Named(Struct, frozen=True):
    """A thing to be found: each word that names it, folded, with its weight from 0 to 1."""

    key: str
    words: Mapping[str, float]


def named(key: str, texts: Iterable[tuple[str, float]]) -> Named:
    """Return a thing with the words of its texts; a word of two texts has the greater weight."""
    words: dict[str, float] = {}
    for text, weight in texts:
        for word in words_in(text):
            words[word] = max(weight, words.get(word, 0))
    return Named(key, words)


def words_in(text: str) -> Sequence[str]:
    """Return the words of a text as they are compared.

    >>> words_in("Daño, o «Cura»")
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
