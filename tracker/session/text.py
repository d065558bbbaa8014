"""Text from people is data: this module decides which characters may reach a terminal.

Names and notes come from other people's saves. Control characters, escape sequences, bidirectional marks and
invisible characters become U+FFFD on entry and on load, without exceptions.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from tracker.rules.text import fitting, fold

_UNSAFE = (
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: escape sequences begin here
    "\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f"  # tags
    "\ud800-\udfff"  # lone surrogates
)
_IN_A_LINE = f"[{_UNSAFE}]"
_IN_NOTES = f"(?!\n)[{_UNSAFE}]"
_COUNT = re.compile(r"\s+\d+$")


def clean(text: str, length: int, *, lines: bool = False) -> str:
    r"""Return `text` with unsafe characters replaced, cut to `length` characters.

    `lines` keeps line feeds, for notes. U+200D stays, since emoji are joined by it.

    >>> clean("Gob\x1b[2Jlin", 60)
    'Gob\ufffd[2Jlin'
    """
    if text.isprintable():  # a printable text holds no unsafe character, and asking is faster than searching
        return text[:length]
    pattern = _IN_NOTES if lines else _IN_A_LINE
    return re.sub(pattern, "\N{REPLACEMENT CHARACTER}", text)[:length]


def checked_text(text: str, length: int, *, lines: bool = False) -> str:
    """Return a person's text with unsafe characters replaced; refuses a text that is too long."""
    return clean(fitting(text, length), length, lines=lines)


def escape_unsafe(text: str) -> str:
    r"""Return JSON text with its unsafe characters as escapes, which a reader of JSON turns back.

    >>> escape_unsafe('"\u202eGoblin"')
    '"\\u202eGoblin"'
    """
    return re.sub(_IN_NOTES, lambda unsafe: json.dumps(unsafe[0])[1:-1], text)


def is_clean(text: str) -> bool:
    """Whether cleaning would leave a line of text as it is."""
    return text.isprintable() or re.search(_IN_A_LINE, text) is None


class NamesInText:
    """Names to be found in texts: as whole words, in upper or lower case."""

    def __init__(self, names: Iterable[str]) -> None:
        words = "|".join(sorted((re.escape(name) for name in names if name), key=len, reverse=True))
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None

    def named_in(self, text: str) -> bool:
        """Whether a text holds one of the names."""
        return self._pattern is not None and self._pattern.search(text) is not None

    def found_in(self, text: str) -> Iterator[str]:
        """Yield the names that a text holds, as the text writes them."""
        if self._pattern is not None:
            yield from (found[0] for found in self._pattern.finditer(text))


UNKNOWN = "?"
"""Stands for a name that players do not know."""


def stem_of(name: str) -> str:
    """Return a name without the number that tells it from others: `ogro` of `ogro 2`."""
    return _COUNT.sub("", name)


class Secrets:
    """Names that no public text may tell: in any case, with or without accents, also in the plural.

    A known name may hold one: next to a hidden `ogro`, players may read of the `ogro jefe` whom they see.
    """

    def __init__(self, hidden: Iterable[str] = (), known: Iterable[str] = ()) -> None:
        self._known = {_fold(name) for name in known} - {""}
        secret = {_fold(name) for name in hidden} - self._known - {""}
        forms = sorted((*self._known, *secret), key=len, reverse=True)
        written = "|".join(
            re.escape(form).replace(r"\ ", r"\s+") + ("(?:e?s)?" if form in secret else "") for form in forms
        )
        self._pattern = re.compile(rf"(?<!\w)(?:{written})(?!\w)") if secret else None

    def named_in(self, text: str) -> bool:
        """Whether a text tells a hidden name."""
        return any(True for _span in self._hidden_spans(fold(text)))

    def mask_names(self, text: str) -> str:
        """Return a text with a question mark for each hidden name."""
        if not self.named_in(text):
            return text
        letters = [fold(letter) for letter in text]
        starts = [0, *accumulate(map(len, letters))]
        parts, end = list[str](), 0
        for first, last in self._hidden_spans("".join(letters)):
            parts += [text[end : bisect_right(starts, first) - 1], UNKNOWN]
            end = bisect_right(starts, last) - 1
        return "".join([*parts, text[end:]])

    def _hidden_spans(self, folded: str) -> Iterator[tuple[int, int]]:
        """Yield where a folded text tells hidden names."""
        if self._pattern is not None:
            for found in self._pattern.finditer(folded):
                if _fold(found[0]) not in self._known:
                    yield found.span()


class Unjudged(Secrets):
    """Keeps every text back: which names are hidden stands in events that this version cannot read."""

    def named_in(self, text: str) -> bool:
        """Whether a text could tell a name."""
        return any(map(str.isalpha, text))

    def mask_names(self, text: str) -> str:
        """Return a question mark for a text that could tell a name."""
        return UNKNOWN if self.named_in(text) else text


def _fold(name: str) -> str:
    return " ".join(fold(name).split())
