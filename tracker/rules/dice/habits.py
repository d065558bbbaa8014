"""Dice in the notation of other programs, translated into the one read here."""

import re
from collections.abc import Callable

from msgspec import Struct

_DICE = r"\d*d(?:\d+|%)"
_COMMENT = re.compile(r"(.*?[\d)h%])\s+([^\W\d_].*)", re.DOTALL)


class _Habit(Struct, frozen=True):
    """What other programs write for something: `3d6!`, `4d6d1`, `4d6k3`, `10d10>7`, `4dF`."""

    pattern: re.Pattern[str]
    write: Callable[[re.Match[str]], str]
    also_means: str = ""
    """What the same text means here: `faces_kept`, `total_compared`; empty if it means nothing."""


class Misleading(Struct, frozen=True):
    """Dice that mean something here, and something else in other programs."""

    here: str
    """The whole text, written as it is meant elsewhere."""
    meaning: str
    """What it means here: `faces_kept` or `total_compared`."""
    typed: str
    """The part that has two meanings."""
    number: str
    """The figure behind it, with its sign if it compares."""


def _sides(dice: str) -> str:
    sides = dice.lower().partition("d")[2]
    return "100" if sides == "%" else sides


def _fate_dice(match: re.Match[str]) -> str:
    """Write Fate dice as dice with three sides: each shows -1, 0 or 1."""
    count = int(match[1] or 1)
    dice = f"{match[1]}d3-{2 * count}"
    return dice if match[0] == match.string.strip() else f"({dice})"


_HABITS = (
    _Habit(re.compile(r"(?<!\w)(\d{0,3})df(?!\w)", re.IGNORECASE), _fate_dice),
    _Habit(re.compile(rf"({_DICE})!!?", re.IGNORECASE), lambda match: f"{match[1]}e{_sides(match[1])}"),
    _Habit(re.compile(rf"({_DICE})d(\d+)", re.IGNORECASE), lambda match: f"{match[1]}pl{match[2]}"),
    _Habit(
        re.compile(rf"({_DICE})k(\d+)", re.IGNORECASE),
        lambda match: f"{match[1]}kh{match[2]}",
        "faces_kept",
    ),
    _Habit(
        re.compile(rf"^\s*({_DICE})\s*((?:>=?|<=?)\s*\d+)\s*$", re.IGNORECASE),
        lambda match: f"{match[1]}c{''.join(match[2].split())}",
        "total_compared",
    ),
)


def own_notation(text: str) -> str:
    """Translate the notation of other programs; return any other text as it is.

    >>> own_notation("3d6!+2"), own_notation("4d6d1"), own_notation("4d6k3"), own_notation("10d10>7")
    ('3d6e6+2', '4d6pl1', '4d6kh3', '10d10c>7')
    >>> own_notation("4dF"), own_notation("4dF+2")
    ('4d3-8', '(4d3-8)+2')
    """
    for habit in _HABITS:
        text = habit.pattern.sub(habit.write, text)
    return text


def find_misleading(text: str) -> Misleading | None:
    """Find dice that are read here otherwise than in other programs; None if there are none.

    >>> find_misleading("(4d6k3)x6").here, find_misleading("10d10 > 7").number, find_misleading("4d6kh3")
    ('(4d6kh3)x6', '>7', None)
    """
    for habit in _HABITS:
        if habit.also_means and (match := habit.pattern.search(text)):
            here, number = habit.pattern.sub(habit.write, text), "".join(match[2].split())
            return Misleading(here.strip(), habit.also_means, match[0].strip(), number)
    return None


def with_label(text: str) -> str:
    """Turn the words behind dice into a label; empty if there are none.

    >>> with_label("1d20+6 dex save")
    '1d20+6 # dex save'
    """
    match = _COMMENT.fullmatch(text)
    return f"{match[1]} # {match[2]}" if match else ""
