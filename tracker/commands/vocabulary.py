"""The small words of a line, `oculto`, `cada`, `nada`, in every language in which they may be typed."""

import re
from collections.abc import Iterable
from functools import lru_cache

from tracker.commands.matching import normalize
from tracker.wording.language import REFERENCE, language
from tracker.wording.word_files import PROGRAM, words_in
from tracker.wording.words import synonyms, term, words_of

_SPACES = ("word", "entry", "refill", "side", "mode")
"""The spaces of the small words; those that are also shown elsewhere stand in the space that shows them."""
_UNITS = {"rounds": "r", "turns": "t", "minutes": "m", "hours": "h", "days": "d"}
"""Units of time in words, with their letters."""
_ID = re.compile(r"(?<!\w)(?:[a-z_]{2,}|[A-Z_]{2,})(?!\w)")
"""An id in the pattern of a line: a word in small letters, what is to be filled in in capitals."""


def forms(word_id: str) -> tuple[str, ...]:
    """Return every form in which a small word may be typed, those of the language in use first."""
    return _forms(word_id, language())


@lru_cache(maxsize=512)
def _forms(word_id: str, _language: str) -> tuple[str, ...]:
    return synonyms(words_of(""), _space_of(word_id), word_id)[:-1]


def _space_of(word_id: str) -> str:
    reference = words_in(PROGRAM, REFERENCE)
    return next(space for space in _SPACES if word_id in reference[space])


def is_keyword(text: str | None, *word_ids: str) -> bool:
    """Whether a text is one of these small words, whatever its case and accents.

    >>> is_keyword("NADA", "nothing"), is_keyword("none", "nothing"), is_keyword("nad", "nothing")
    (True, True, False)
    """
    return text is not None and normalize(text) in _folded_words(word_ids, language())


@lru_cache(maxsize=512)
def _folded_words(word_ids: tuple[str, ...], _language: str) -> frozenset[str]:
    return frozenset(normalize(form) for each in word_ids for form in forms(each))


def meanings(*word_ids: str) -> dict[str, str]:
    """Return each form of these small words with its id."""
    return {form: each for each in word_ids for form in forms(each)}


def full_keyword(text: str, word_ids: Iterable[str]) -> str:
    """Return the id of the small word that a text is; empty if it is none of these."""
    return next((each for each in word_ids if is_keyword(text, each)), "")


def unit_letter(text: str) -> str:
    """Return the letter of a unit of time in words; empty if a text is none.

    >>> unit_letter("horas"), unit_letter("hora"), unit_letter("m")
    ('h', 'h', '')
    """
    return _UNITS.get(full_keyword(text, _UNITS), "")


def shown_word(word_id: str) -> str:
    """Return a small word as it is shown and completed."""
    return term(words_of(""), _space_of(word_id), word_id)


def choice_of(*word_ids: str) -> str:
    """Return small words as a usage shows a choice: `conserva|repite|tira`."""
    return "|".join(map(shown_word, word_ids))


def blank(blank_id: str) -> str:
    """Return the name of what is to be filled in, as a usage shows it: `NOMBRE`."""
    return term(words_of(""), "blank", blank_id)


def localized_pattern(pattern: str) -> str:
    """Return the pattern of a line in the language in use.

    >>> localized_pattern("[hidden] [N] NAME [group]")
    '[oculto] [N] NOMBRE [grupo]'
    """
    return _ID.sub(lambda each: blank(each[0].lower()) if each[0].isupper() else shown_word(each[0]), pattern)


def ids_in(pattern: str) -> list[str]:
    """Return the ids of the small words in the pattern of a line."""
    return [each for each in _ID.findall(pattern) if each.islower()]
