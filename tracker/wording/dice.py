"""Expressions of dice in the language in use."""

import re

from tracker.wording.messages import say

_WORD = re.compile(r'"[^"]*"|\[[^\]]*\]|(?<= )(?P<mode>adv|dis)\b')
"""A mode in a saved text; names in quotes and notes in brackets are the GM's own text."""
_MODES = {"adv": "mode.advantage", "dis": "mode.disadvantage"}


def expression_text(expression: str) -> str:
    """Return an expression as people read it and may type it.

    >>> expression_text("(1d20 adv) + 1d4 [arma adv]")
    '(1d20 ventaja) + 1d4 [arma adv]'
    """
    return _WORD.sub(_dice_text, expression)


def _dice_text(found: re.Match[str]) -> str:
    mode = _MODES.get(found["mode"])
    return say(mode) if mode else found[0]
