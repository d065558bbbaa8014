"""Dice as other programs write them, and how they are written here."""

import re

_DICE = r"\d*d(?:\d+|%)"
_COMMENT = re.compile(r"(.*?[\d)h%])\s+([^\W\d_].*)", re.DOTALL)


def _sides(dice: str) -> str:
    sides = dice.lower().partition("d")[2]
    return "100" if sides == "%" else sides


def _count_form(found: re.Match[str]) -> str:
    return f"{found[1]}c{found[2]}{found[3]}"


_HABITS = (
    (re.compile(rf"({_DICE})!!?", re.IGNORECASE), lambda found: f"{found[1]}e{_sides(found[1])}"),
    (re.compile(rf"({_DICE})d(\d+)", re.IGNORECASE), lambda found: f"{found[1]}pl{found[2]}"),
    (re.compile(rf"({_DICE})k(\d+)", re.IGNORECASE), lambda found: f"{found[1]}kh{found[2]}"),
    (re.compile(rf"^\s*({_DICE})\s*(>=?|<=?)\s*(\d+)\s*$", re.IGNORECASE), _count_form),
)
"""What explodes, drops, keeps and counts elsewhere: `3d6!`, `4d6d1`, `4d6k3`, `10d10>7`."""


def own_notation(text: str) -> str:
    """Return dice of other programs as they are written here; as they are if nothing is known of them.

    >>> own_notation("3d6!+2"), own_notation("4d6d1"), own_notation("4d6k3"), own_notation("10d10>7")
    ('3d6e6+2', '4d6pl1', '4d6kh3', '10d10c>7')
    """
    for pattern, write in _HABITS:
        text = pattern.sub(write, text)
    return text


def with_label(text: str) -> str:
    """Return dice with the words behind them as a label; empty if no words stand there.

    >>> with_label("1d20+6 dex save")
    '1d20+6 # dex save'
    """
    found = _COMMENT.fullmatch(text)
    return f"{found[1]} # {found[2]}" if found else ""
