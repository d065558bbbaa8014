"""What an unknown name of a game file probably meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from tracker.rules.text import fold

_ALIKE = 0.6
"""The least likeness of two names, where 1 is the same."""
_SLIP = 0.95
"""The likeness of names that one letter too many, missing, wrong or exchanged with the next sets apart."""
_SHORT = 3
"""The fewest letters of a name that may have such a slip."""


def nearest(word: str, names: Iterable[str]) -> str:
    """Return the likest of some names, whatever its accents and case; empty if none is like the word.

    >>> nearest("bbe", ["agua", "bebe"])
    'bebe'
    """
    likeness = {name: _likeness(fold(word), fold(name)) for name in names}
    best = max(likeness, key=lambda name: likeness[name], default="")
    return best if likeness.get(best, 0) >= _ALIKE else ""


def _likeness(word: str, name: str) -> float:
    if _is_slip(word, name):
        return _SLIP
    matcher = SequenceMatcher(a=word, b=name, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _ALIKE else 0


def _is_slip(word: str, name: str) -> bool:
    if word == name or min(len(word), len(name)) < _SHORT:
        return False
    start = next((at for at, (one, other) in enumerate(zip(word, name, strict=False)) if one != other), -1)
    start = start if start >= 0 else min(len(word), len(name))
    left, right = word[start:], name[start:]
    exchanged = left[:2] == right[1::-1] and left[2:] == right[2:]
    return exchanged or left[1:] == right[1:] or left[1:] == right or left == right[1:]
