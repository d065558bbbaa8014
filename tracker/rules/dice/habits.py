"""Dice in the notation of other programs, translated into the one read here."""

import re

_DICE = r"\d*d(?:\d+|%)"
_COMMENT = re.compile(r"(.*?[\d)h%])\s+([^\W\d_].*)", re.DOTALL)


def _sides(dice: str) -> str:
    sides = dice.lower().partition("d")[2]
    return "100" if sides == "%" else sides


def _count_form(match: re.Match[str]) -> str:
    return f"{match[1]}c{match[2]}{match[3]}"


_HABITS = (
    (re.compile(rf"({_DICE})!!?", re.IGNORECASE), lambda match: f"{match[1]}e{_sides(match[1])}"),
    (re.compile(rf"({_DICE})d(\d+)", re.IGNORECASE), lambda match: f"{match[1]}pl{match[2]}"),
    (re.compile(rf"({_DICE})k(\d+)", re.IGNORECASE), lambda match: f"{match[1]}kh{match[2]}"),
    (re.compile(rf"^\s*({_DICE})\s*(>=?|<=?)\s*(\d+)\s*$", re.IGNORECASE), _count_form),
)
"""How other programs write explode, drop, keep and count: `3d6!`, `4d6d1`, `4d6k3`, `10d10>7`."""


def own_notation(text: str) -> str:
    """Translate the notation of other programs; return any other text as it is.

    >>> own_notation("3d6!+2"), own_notation("4d6d1"), own_notation("4d6k3"), own_notation("10d10>7")
    ('3d6e6+2', '4d6pl1', '4d6kh3', '10d10c>7')
    """
    for pattern, write in _HABITS:
        text = pattern.sub(write, text)
    return text


def with_label(text: str) -> str:
    """Turn the words behind dice into a label; empty if there are none.

    >>> with_label("1d20+6 dex save")
    '1d20+6 # dex save'
    """
    match = _COMMENT.fullmatch(text)
    return f"{match[1]} # {match[2]}" if match else ""
