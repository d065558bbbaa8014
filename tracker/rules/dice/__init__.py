"""Dice: their notation, the expression that it means, and the throw with every face kept."""

from tracker.rules.dice.falling import kept_face, outcomes_by_face, sum_kept, throw_die, throw_in_mode
from tracker.rules.dice.throw import (
    AND,
    USAGE_SIDES,
    Die,
    Drawn,
    Fate,
    Mode,
    Roll,
    Throw,
    Typed,
    has_dice_to_come,
    is_spent,
)

__all__ = [
    "AND",
    "USAGE_SIDES",
    "Die",
    "Drawn",
    "Fate",
    "Mode",
    "Roll",
    "Throw",
    "Typed",
    "has_dice_to_come",
    "is_spent",
    "kept_face",
    "outcomes_by_face",
    "sum_kept",
    "throw_die",
    "throw_in_mode",
]
