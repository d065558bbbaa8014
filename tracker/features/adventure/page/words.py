r"""The words by which a page says what a line is, in every language, and texts without marks of Markdown.

A sign behind a backslash means nothing (`\*`): it is shielded while a line is read, and put back afterwards.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from tracker.rules.text import fold

_LINK = re.compile(r"!?\[\[(?:[^\[\]|]{1,80}\|)?([^\[\]|]{1,80})\]\]|!?\[([^\[\]]{1,80})\]\([^()\s]{0,200}\)")
_WORD = re.compile(r"[^\W_]+")
_SIGNS = '\\`*_{}[]()<>#|~!.:;–—-"'
"""The signs that a backslash shields."""
_ESCAPED = re.compile(rf"\\([{re.escape(_SIGNS)}])")
# Unicode reserves these for use within a program: no page has them. Two stand for two, so that lengths stay.
_SHIELD, _SHIELDED = "\ufdef", {sign: chr(0xFDD0 + place) for place, sign in enumerate(_SIGNS)}
_UNSHIELDED = {ord(letter): sign for sign, letter in _SHIELDED.items()} | {ord(_SHIELD): None}
AS_IT_STANDS = "\\ "
"""Stands before what is surely meant so: a typed line, what is read aloud, a note."""
_MARKS = re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|`+|</?\w[^<>]{0,60}>|\{#[\w-]{1,40}\}")


class PageWords(Struct, frozen=True):
    """Folded words by what they mean."""

    keywords: Mapping[str, str]
    """What stands before the colon of a typed line, with the id of its keyword."""
    sides: Mapping[str, str]
    """Directions, with their ids."""
    rooms: frozenset[str]
    """Nouns before the number of a room."""
    apart: frozenset[str]
    """Titles of what is no room: an appendix, an introduction."""
    aloud: frozenset[str]
    """Labels of what is read aloud."""
    callouts: frozenset[str]
    """Kinds of callouts that are read aloud."""
    masters: frozenset[str]
    """Words for the GM, whom nothing aloud is about."""
    conditions: frozenset[str]
    """Words that begin a condition, under which a text is read later."""
    hidden: frozenset[str]
    """Words before what players do not see: `hidden 2 ghoul`."""
    secret: frozenset[str]
    one_way: frozenset[str]
    towards: frozenset[str]
    """Words before the number of a room behind an exit."""
    silent: frozenset[str]
    """Words of an exit that say nothing: articles, `se llega`."""
    units: frozenset[str]
    """Words behind a number that is no room's."""
    figures: frozenset[str]
    """Words before a number that is no room's: `DC 12`."""
    numerals: frozenset[str]
    """Numbers in letters."""
    nothing: frozenset[str]
    numbers: frozenset[str]
    """Heads of the column of numbers in a table of rooms."""
    names: frozenset[str]
    """Heads of the column of names."""


def plain_text(text: str) -> str:
    """Remove emphasis and anchors, and write links as they are shown.

    >>> plain_text("a **[Cripta](#4)** [[Nota|la 3]] {#x}")
    'a Cripta la 3'
    """
    return " ".join(_MARKS.sub("", _LINK.sub(lambda link: link[1] or link[2], text)).split())


def with_shields(text: str) -> str:
    """Shield the signs behind a backslash; the text keeps its length."""
    return _ESCAPED.sub(lambda sign: _SHIELD + _SHIELDED[sign[1]], text) if "\\" in text else text


def literal_text(text: str) -> str:
    r"""Put shielded signs back, without their backslash.

    >>> literal_text(plain_text(with_shields(r"un \*anillo\* *raro*")))
    'un *anillo* raro'
    """
    return text.translate(_UNSHIELDED) if _SHIELD in text else text


def with_escapes(text: str, signs: str = _SIGNS) -> str:
    """Put a backslash before each of these signs."""
    return "".join(f"\\{letter}" if letter in signs else letter for letter in text)


def label_key(text: str) -> str:
    """Fold a label: plain, in small letters, without accents."""
    return fold(plain_text(text)).strip(" :.-")


def has_any(text: str, forms: frozenset[str]) -> bool:
    """Whether a folded text has one of these words or phrases."""
    padded = f" {' '.join(_WORD.findall(text))} "
    return any(f" {form} " in padded for form in forms)


# Labels: what stands before the colon of a line.
OF_PAGE = ("table", "clock", "watch", "weather", "time")
"""Keywords of typed lines that may stand outside rooms."""
ALOUD = "aloud"
"""The keyword of what is read aloud."""
_LONGEST_LABEL = 60
BOLD_LABEL = re.compile(r"(\*\*|__)([^*_\s](?:[^*_]{0,48}[^*_\s])?)\1 ?([:.–—-]?) *")
_ITALIC_LABEL = re.compile(r"([*_])([^*_\s](?:[^*_]{0,38}[^*_\s])?)\1 ?[:.]? *")
_PLAIN_LABEL = re.compile(r"([^\W\d][^:*_|]{0,30}?) ?(?:: ?| [–—-] )")


class Label(Struct, frozen=True):
    """The label of a line."""

    keyword: str
    """Id of its keyword; empty for a label in bold that is none."""
    rest: str
    """What stands behind it."""


def label_of(content: str, words: PageWords) -> Label | None:
    """Divide a text behind its label: `**Exits:** north 2`, `_Exits._ north 2`, `Exits: north 2`, `Exits`."""
    if bold := BOLD_LABEL.match(content):
        keyword = keyword_of(bold[2], words)
        is_marked = bold[2][-1] in ":." or bold[3] == ":"
        return Label(keyword, content[bold.end() :]) if keyword or is_marked else None
    for pattern, group in ((_ITALIC_LABEL, 2), (_PLAIN_LABEL, 1)):
        if (match := pattern.match(content)) and (keyword := keyword_of(match[group], words)):
            return Label(keyword, content[match.end() :])
    keyword = keyword_of(content, words) if len(content) < _LONGEST_LABEL else ""
    return Label(keyword, "") if keyword else None


def keyword_of(label: str, words: PageWords) -> str:
    name = label_key(label)
    return words.keywords.get(name, ALOUD if name in words.aloud else "")
