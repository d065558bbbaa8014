"""Dice: a notation, the expression it means, and the throw with every face kept."""

from tracker.rules.dice.expression import USAGE_SIDES, Expression
from tracker.rules.dice.node import Rolled
from tracker.rules.dice.notation import parse, parse_series
from tracker.rules.dice.throw import (
    Announcer,
    Die,
    Drawn,
    Fate,
    Mode,
    Roll,
    Throw,
    Typed,
    kept_face,
    sides_in_mode,
    sum_kept,
    throw_die,
    throw_in_mode,
)

__all__ = [
    "USAGE_SIDES",
    "Announcer",
    "Die",
    "Drawn",
    "Expression",
    "Fate",
    "Mode",
    "Roll",
    "Rolled",
    "Throw",
    "Typed",
    "kept_face",
    "parse",
    "parse_series",
    "sides_in_mode",
    "sum_kept",
    "throw_die",
    "throw_in_mode",
]
