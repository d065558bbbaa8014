"""The keywords of a line, `hidden`, `each`, `none`, in every language in which they may be typed."""

import re
from collections.abc import Iterable
from functools import lru_cache

from tracker.commands.matching import normalize
from tracker.wording.language import REFERENCE, language
from tracker.wording.word_files import PROGRAM, words_in
from tracker.wording.words import synonyms, term, words_of

_SPACES = ("word", "entry", "refill", "side", "mode")
"""The spaces of the keywords; a keyword that is also shown elsewhere is in the space that shows it."""
_UNITS = {"rounds": "r", "turns": "t", "minutes": "m", "hours": "h", "days": "d"}
"""Units of time in words, with their letters."""
_ID = re.compile(r"(?<!\w)(?:[a-z_]{2,}|[A-Z_]{2,})(?!\w)")
"""An id in the pattern of a line: a keyword in lower case, a blank in capitals."""


def forms(word_id: str) -> tuple[str, ...]:
    """Every form in which a keyword may be typed, first in the language in use."""
    return _forms(word_id, language())


@lru_cache(maxsize=512)
# The language is a parameter only so that the cache keeps one answer for each language.
def _forms(word_id: str, _language: str) -> tuple[str, ...]:
    return synonyms(words_of(""), _space_of(word_id), word_id)[:-1]


def _space_of(word_id: str) -> str:
    reference = words_in(PROGRAM, REFERENCE)
    return next(space for space in _SPACES if word_id in reference[space])


def is_keyword(text: str | None, *word_ids: str) -> bool:
    """Whether a text is one of these keywords, whatever its case and accents.

    >>> is_keyword("NADA", "nothing"), is_keyword("none", "nothing"), is_keyword("nad", "nothing")
    (True, True, False)
    """
    return text is not None and normalize(text) in _folded_words(word_ids, language())


@lru_cache(maxsize=512)
def _folded_words(word_ids: tuple[str, ...], _language: str) -> frozenset[str]:
    return frozenset(normalize(form) for each in word_ids for form in forms(each))


def meanings(*word_ids: str) -> dict[str, str]:
    """Map each form of these keywords to its id."""
    return {form: each for each in word_ids for form in forms(each)}


def full_keyword(text: str, word_ids: Iterable[str]) -> str:
    """Return the id of the keyword that a text is; empty if it is none of these."""
    return next((each for each in word_ids if is_keyword(text, each)), "")


def unit_letter(text: str) -> str:
    """Return the letter of a unit of time in words; empty for any other text.

    >>> unit_letter("horas"), unit_letter("hora"), unit_letter("m")
    ('h', 'h', '')
    """
    return _UNITS.get(full_keyword(text, _UNITS), "")


def shown_word(word_id: str) -> str:
    """Return the form of a keyword that is shown and completed."""
    return term(words_of(""), _space_of(word_id), word_id)


def choice_of(*word_ids: str) -> str:
    """Write keywords as a choice in a usage: `keep|clear|reroll`."""
    return "|".join(map(shown_word, word_ids))


def blank(blank_id: str) -> str:
    """Return the name of a blank as a usage shows it: `NAME`."""
    return term(words_of(""), "blank", blank_id)


def localized_pattern(pattern: str) -> str:
    """Translate the pattern of a line into the language in use.

    >>> localized_pattern("[hidden] [N] NAME [group]")
    '[oculto] [N] NOMBRE [grupo]'
    """
    return _ID.sub(lambda each: blank(each[0].lower()) if each[0].isupper() else shown_word(each[0]), pattern)


def ids_in(pattern: str) -> list[str]:
    """Find the ids of the keywords in the pattern of a line."""
    return [each for each in _ID.findall(pattern) if each.islower()]
