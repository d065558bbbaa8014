"""How like two words are, for a guess at what an unknown one meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from tracker.rules.text import fold, is_slip

_ALIKE = 0.6
"""The least likeness of two names, where 1 is the same."""
_SLIP = 0.95
"""The least likeness of two names set apart by one letter: too many, missing, wrong, or out of place."""
_SHORT = 3
"""The fewest letters of a name that may have such a slip."""


def nearest(word: str, names: Iterable[str]) -> str:
    """Return the likest of some names; empty if none is like the word.

    >>> nearest("bbe", ["agua", "bebe"])
    'bebe'
    """
    known = {name: likeness(word, name) for name in names}
    best = max(known, key=lambda name: known[name], default="")
    return best if known.get(best, 0) >= _ALIKE else ""


def likeness(word: str, name: str) -> float:
    """Rate how like two words are, up to 1, whatever their accents and case; 0 for words far from alike."""
    folded_word, folded_name = fold(word), fold(name)
    shorter, longer = sorted((len(folded_word), len(folded_name)))
    if 2 * shorter < _ALIKE * (shorter + longer):
        return 0
    matcher = SequenceMatcher(a=folded_name, b=folded_word, autojunk=False)
    if matcher.quick_ratio() < _ALIKE:
        return 0
    degree = matcher.ratio()
    if folded_word != folded_name and shorter >= _SHORT and is_slip(folded_word, folded_name):
        return _SLIP + (1 - _SLIP) * degree
    return degree
