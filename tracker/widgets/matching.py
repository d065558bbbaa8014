"""How what the GM types finds what is written: accents and capitals do not count, ñ does."""

import unicodedata


def fold(text: str) -> str:
    """Return `text` for comparing, as long as it was.

    >>> fold("Árbol de la Cigüeña")
    'arbol de la cigueña'
    """
    return "".join(c if c == "ñ" else unicodedata.normalize("NFD", c)[0] for c in text.lower())
