"""Dice expressions in the language in use."""

import re

from tracker.rules.dice.habits import Misleading
from tracker.wording.messages import say

_WORD = re.compile(r'"[^"]*"|\[[^\]]*\]|(?<= )(?P<mode>adv|dis)\b')
"""Finds modes in a saved text; names in quotes and notes in brackets are the GM's own words."""
_MODES = {"adv": "mode.advantage", "dis": "mode.disadvantage"}


def expression_text(expression: str) -> str:
    """Translate the modes of a saved expression, so that people can read and type it.

    >>> expression_text("(1d20 adv) + 1d4 [arma adv]")
    '(1d20 ventaja) + 1d4 [arma adv]'
    """
    return _WORD.sub(_dice_text, expression)


def _dice_text(match: re.Match[str]) -> str:
    mode = _MODES.get(match["mode"])
    return say(mode) if mode else match[0]


def misleading_text(misleading: Misleading) -> str:
    """Say what the notation meant elsewhere does, and what the typed one does here."""
    number = misleading.number
    if misleading.meaning == "faces_kept":
        return say("dice.faces_kept", typed=misleading.typed, number=number)
    return say("dice.total_compared", typed=misleading.typed, number=number)
