"""Texts of people are data: this module decides which characters may reach a terminal.

Names and notes come from saves of other people. Control characters, escape sequences, bidirectional marks and
invisible characters become U+FFFD on entry and on load, without exceptions.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from tracker.rules.text import fitting_text, fold

_UNSAFE = (
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: the beginnings of escape sequences
    "\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f"  # tags
    "\ud800-\udfff"  # lone surrogates
)
_IN_A_LINE = f"[{_UNSAFE}]"
_IN_NOTES = f"(?!\n)[{_UNSAFE}]"
_COUNT = re.compile(r"\s+\d+$")


def clean(text: str, length: int, *, lines: bool = False) -> str:
    r"""Replace unsafe characters, and cut the text to `length` characters.

    `lines` keeps line feeds, for notes. U+200D stays, since it joins emoji.

    >>> clean("Gob\x1b[2Jlin", 60)
    'Gob\ufffd[2Jlin'
    """
    # A printable text has no unsafe character, and asking is faster than searching.
    if text.isprintable():
        return text[:length]
    pattern = _IN_NOTES if lines else _IN_A_LINE
    return re.sub(pattern, "\N{REPLACEMENT CHARACTER}", text)[:length]


def checked_text(text: str, length: int, *, lines: bool = False) -> str:
    """Replace unsafe characters in a person's text; refuses a text that is too long."""
    return clean(fitting_text(text, length), length, lines=lines)


def escape_unsafe(text: str) -> str:
    r"""Escape the unsafe characters of JSON text, so that it still means the same.

    >>> escape_unsafe('"\u202eGoblin"')
    '"\\u202eGoblin"'
    """
    return re.sub(_IN_NOTES, lambda unsafe: json.dumps(unsafe[0])[1:-1], text)


def is_clean(text: str) -> bool:
    return text.isprintable() or re.search(_IN_A_LINE, text) is None


class NamesInText:
    """Names to find in texts: as whole words, in upper or lower case."""

    def __init__(self, names: Iterable[str]) -> None:
        words = "|".join(sorted((re.escape(name) for name in names if name), key=len, reverse=True))
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None

    def named_in(self, text: str) -> bool:
        return self._pattern is not None and self._pattern.search(text) is not None

    def found_in(self, text: str) -> Iterator[str]:
        """Yield the names in a text, as the text spells them."""
        if self._pattern is not None:
            yield from (found[0] for found in self._pattern.finditer(text))


UNKNOWN = "?"
"""Stands for a name that players do not know."""


def stem_of(name: str) -> str:
    """Drop the number from a name: `ogro` for `ogro 2`."""
    return _COUNT.sub("", name)


class Secrets:
    """Names that no public text may have: in any case, with or without accents, also in the plural.

    A longer known name may contain one: next to a hidden `ogro`, players may read of the visible `ogro jefe`.
    """

    def __init__(self, hidden: Iterable[str] = (), known: Iterable[str] = ()) -> None:
        self._known = {_fold(name) for name in known} - {""}
        secret = {_fold(name) for name in hidden} - self._known - {""}
        forms = sorted((*self._known, *secret), key=len, reverse=True)
        alternatives = "|".join(
            re.escape(form).replace(r"\ ", r"\s+") + ("(?:e?s)?" if form in secret else "") for form in forms
        )
        self._pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)") if secret else None

    def named_in(self, text: str) -> bool:
        """Whether a text has a hidden name."""
        return any(True for _span in self._hidden_spans(fold(text)))

    def mask_names(self, text: str) -> str:
        """Put a question mark for each hidden name of a text."""
        if not self.named_in(text):
            return text
        # Folding may change the length of a letter, so `starts` maps folded places back to the text.
        letters = [fold(letter) for letter in text]
        starts = [0, *accumulate(map(len, letters))]
        parts, end = list[str](), 0
        for first, last in self._hidden_spans("".join(letters)):
            parts += [text[end : bisect_right(starts, first) - 1], UNKNOWN]
            end = bisect_right(starts, last) - 1
        return "".join([*parts, text[end:]])

    def _hidden_spans(self, folded: str) -> Iterator[tuple[int, int]]:
        """Yield the spans of hidden names in a folded text."""
        if self._pattern is not None:
            for match in self._pattern.finditer(folded):
                if _fold(match[0]) not in self._known:
                    yield match.span()


class Unjudged(Secrets):
    """Keeps every text back: events that this version cannot read may hide any name."""

    def named_in(self, text: str) -> bool:
        """Whether a text could have a name."""
        return any(map(str.isalpha, text))

    def mask_names(self, text: str) -> str:
        """Replace a text that could have a name by a question mark."""
        return UNKNOWN if self.named_in(text) else text


def _fold(name: str) -> str:
    return " ".join(fold(name).split())
