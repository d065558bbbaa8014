"""Dice: a notation, the expression it means, and the throw with every face kept."""

from typing import TYPE_CHECKING

from tracker.rules.dice.throw import (
    USAGE_SIDES,
    Die,
    Drawn,
    Fate,
    Mode,
    Roll,
    Throw,
    Typed,
)
from tracker.rules.late import late

if TYPE_CHECKING:
    from tracker.rules.dice.expression import Expression
    from tracker.rules.dice.falling import kept_face, sides_in_mode, sum_kept, throw_die, throw_in_mode
    from tracker.rules.dice.node import Rolled
    from tracker.rules.dice.notation import MOST_TIMES, is_dice, parse, parse_series, times_of

__all__ = [
    "MOST_TIMES",
    "USAGE_SIDES",
    "Die",
    "Drawn",
    "Expression",
    "Fate",
    "Mode",
    "Roll",
    "Rolled",
    "Throw",
    "Typed",
    "is_dice",
    "kept_face",
    "parse",
    "parse_series",
    "sides_in_mode",
    "sum_kept",
    "throw_die",
    "throw_in_mode",
    "times_of",
]

if not TYPE_CHECKING:
    _LATE = {
        "Expression": "expression",
        "Rolled": "node",
        **dict.fromkeys(("kept_face", "sides_in_mode", "sum_kept", "throw_die", "throw_in_mode"), "falling"),
        **dict.fromkeys(("MOST_TIMES", "is_dice", "parse", "parse_series", "times_of"), "notation"),
    }
    __getattr__ = late(__name__, (), _LATE)
