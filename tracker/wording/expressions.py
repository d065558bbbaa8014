"""Dice expressions as they are shown: the saved text with its words in the language in use."""

import re

from tracker.wording.language import _
from tracker.wording.terms import TERMS

_WORD = re.compile(r'"[^"]*"|\[[^\]]*\]|(?<= )(?P<mode>adv|dis)\b')
"""A mode in a saved text; names in quotes and notes in brackets are the GM's own text."""
_MODES = {"adv": TERMS["mode.advantage"], "dis": TERMS["mode.disadvantage"]}


def expression_text(expression: str) -> str:
    """Return an expression as people read it and may type it.

    >>> expression_text("(1d20 adv) + 1d4 [arma adv]")
    '(1d20 ventaja) + 1d4 [arma adv]'
    """
    return _WORD.sub(_shown, expression)


def _shown(found: re.Match[str]) -> str:
    mode = _MODES.get(found["mode"])
    return _(mode) if mode else found[0]
