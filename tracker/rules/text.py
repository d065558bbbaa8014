"""Typed texts: kept whole or refused, and compared without accents and case."""

import unicodedata
from collections.abc import Collection

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal

_SAID = 20
"""Characters of a text that a refusal quotes."""
_SIGNS = {
    '"': "“”„‟«»‹›″",
    "'": "‘’‚‛′´ʼ",
    "-": "−–—‐‑‒―﹣",
    " ": "\u00a0\u2002\u2003\u2007\u2008\u2009\u200a\u202f\u205f\u3000",
}
"""Keyboard signs, each with those that tablets and books use instead."""
_KEYBOARD = {ord(sign): plain for plain, signs in _SIGNS.items() for sign in signs}
_KEYBOARD |= {code + 0xFEE0: chr(code) for code in range(ord("!"), ord("~") + 1)}  # full-width forms


_SEPARATORS = {ord(wide): plain for wide, plain in zip("，：；＝", ",:;=", strict=True)}


def fitting_text(text: str, length: int = NAME_LENGTH) -> str:
    """Strip a typed text; raises `Refusal` `text_too_long` beyond `length` characters, and never cuts it."""
    text = text.strip()
    if len(text) > length:
        raise Refusal("text_too_long", text=text[:_SAID], count=len(text), most=length)
    return text


def key_of(text: str) -> str:
    """Make a key of a text, whole; raises `Refusal` `text_too_long`.

    >>> key_of(" medio/oscuras ")
    'medio-oscuras'
    """
    # Slashes separate the steps of a path in the save.
    return fitting_text(text).replace("/", "-")


def match_old_key(keys: Collection[str], key: str) -> str:
    """Find the key that differs from `key` in its signs alone; else return `key`.

    >>> match_old_key({"d’artagnan": 1}, "d'artagnan"), match_old_key({}, "athos")
    ('d’artagnan', 'athos')
    """
    if key in keys:
        return key
    # Old saves hold keys with the signs as typed; names are now read with keyboard signs.
    return next((each for each in keys if not each.isascii() and fold(each) == fold(key)), key)


def with_plain_signs(text: str) -> str:
    """Replace typographic signs by those of a keyboard, character for character.

    Positions stay the same, so a place in the result is a place in the text as typed.

    >>> with_plain_signs("“Ana”, １ｄ２０−５")
    '"Ana", 1d20-5'
    """
    return text if text.isascii() else text.translate(_KEYBOARD)


def with_plain_separators(text: str) -> str:
    """Replace full-width commas, colons, equals signs and semicolons, character for character.

    >>> with_plain_separators("po＝10，pp＝1")
    'po=10,pp=1'
    """
    return text.translate(_SEPARATORS)


def fold(text: str) -> str:
    """Reduce a text to what names and searches compare: keyboard signs, lower case, no accents, ñ as n.

    >>> fold("Daño de la Cigüeña"), fold("D’Artagnan")
    ('dano de la ciguena', "d'artagnan")
    """
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFD", with_plain_signs(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_slip(typed: str, word: str) -> bool:
    """Whether one letter is wrong, missing or too many, or two are swapped."""
    if abs(len(typed) - len(word)) > 1:
        return False
    pairs = enumerate(zip(typed, word, strict=False))
    start = next((place for place, (mine, other) in pairs if mine != other), None)
    if start is None:
        return True
    mine, other = typed[start:], word[start:]
    swapped = mine[:2] == other[:2][::-1] and mine[2:] == other[2:]
    return swapped or mine[1:] == other[1:] or mine[1:] == other or mine == other[1:]
