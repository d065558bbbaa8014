"""What an unknown name of a game file probably meant."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from tracker.rules.text import fold, is_slip

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
    if word != name and min(len(word), len(name)) >= _SHORT and is_slip(word, name):
        return _SLIP
    matcher = SequenceMatcher(a=word, b=name, autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() >= _ALIKE else 0
