"""Typed texts: kept whole, or refused."""

import unicodedata

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal

_SAID = 20
"""Characters of a text by which a refusal names it."""


def fitting(text: str, length: int = NAME_LENGTH) -> str:
    """Return a text that somebody has written, without blanks around it, whole.

    Raises `Refusal` `text_too_long` beyond `length` characters: nothing is cut off what was typed.
    """
    text = text.strip()
    if len(text) > length:
        raise Refusal("text_too_long", text=text[:_SAID], count=len(text), most=length)
    return text


def key_of(text: str) -> str:
    """Return a text fit to be a key, whole: a path in the save is written with slashes.

    >>> key_of(" medio/oscuras ")
    'medio-oscuras'

    Raises `Refusal` `text_too_long`.
    """
    return fitting(text).replace("/", "-")


def fold(text: str) -> str:
    """Return text as names and searches compare it: lower case, without accents, ñ as n.

    >>> fold("Daño de la Cigüeña")
    'dano de la ciguena'
    """
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
