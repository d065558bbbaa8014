"""Dice: a notation, the expression it means, and the throw with every face kept."""

from tracker.rules.dice.expression import Expression, Rolled
from tracker.rules.dice.notation import parse
from tracker.rules.dice.throw import (
    Announcer,
    Die,
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
    "Announcer",
    "Die",
    "Expression",
    "Mode",
    "Roll",
    "Rolled",
    "Throw",
    "Typed",
    "kept_face",
    "parse",
    "sides_in_mode",
    "sum_kept",
    "throw_die",
    "throw_in_mode",
]
