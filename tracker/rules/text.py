"""Typed texts: kept whole, or refused."""

import unicodedata
from collections.abc import Collection

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal

_SAID = 20
"""Characters of a text by which a refusal names it."""
_SIGNS = {
    '"': "“”„‟«»‹›″",
    "'": "‘’‚‛′´ʼ",
    "-": "−–—‐‑‒―﹣",
    " ": "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
}
"""The signs of a keyboard, each with those that tablets and books put in its place."""
_KEYBOARD = {ord(sign): plain for plain, signs in _SIGNS.items() for sign in signs}
_KEYBOARD |= {code + 0xFEE0: chr(code) for code in range(ord("!"), ord("~") + 1)}  # in full width


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


def kept_key(keys: Collection[str], key: str) -> str:
    """Return the one of some keys that differs from a key in its signs alone, else the key itself.

    Saves made before names were read with plain signs hold keys with the signs as typed.

    >>> kept_key({"d’artagnan": 1}, "d'artagnan"), kept_key({}, "athos")
    ('d’artagnan', 'athos')
    """
    if key in keys:
        return key
    return next((each for each in keys if not each.isascii() and fold(each) == fold(key)), key)


def with_plain_signs(text: str) -> str:
    """Return a text as it is read, with the signs of a keyboard, character for character.

    The text itself is what is kept: each place in it is the same place in what is read.

    >>> with_plain_signs("“Ana”, １ｄ２０−５")
    '"Ana", 1d20-5'
    """
    return text if text.isascii() else text.translate(_KEYBOARD)


def fold(text: str) -> str:
    """Return text as names and searches compare it: plain signs, lower case, without accents, ñ as n.

    >>> fold("Daño de la Cigüeña"), fold("D’Artagnan")
    ('dano de la ciguena', "d'artagnan")
    """
    letters = unicodedata.normalize("NFD", with_plain_signs(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
