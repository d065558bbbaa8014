"""The usage die: its size says how much of a supply is left, and a low roll shrinks it (R1-035..R1-043)."""

from msgspec import Struct

from tracker.rules.dice import USAGE_SIDES, Die, Mode, Roll, sum_kept, throw_in_mode
from tracker.rules.refusal import Refusal

LADDER = USAGE_SIDES
DEPLETED = 0


class DieUse(Struct, frozen=True):
    """The result of one roll of a usage die: its sides from now on, the dice, the face that counted."""

    sides: int
    dice: tuple[Die, ...]
    face: int


def use(sides: int, roll: Roll, mode: Mode = Mode.NORMAL) -> DieUse:
    """Roll a usage die: a kept 1 or 2 drops it a step (R1-039, R1-040, R1-043).

    >>> use(4, lambda sides: 2).sides
    0

    Raises `Refusal` `depleted_die` when nothing is left to roll, `bad_usage_die` off the ladder.
    """
    require_die(sides)
    dice = throw_in_mode(sides, mode, roll)
    face = sum_kept(dice)
    return DieUse(die_after(sides, face), dice, face)


def die_after(sides: int, face: int) -> int:
    """Return the sides of a die after a kept face: 0 once depleted (R1-039, R1-040).

    >>> [die_after(20, face) for face in (1, 2, 3)]
    [12, 12, 20]
    """
    return step_down(sides) if face <= 2 else sides


def step_down(sides: int) -> int:
    """Return the next smaller die, 0 below the d4 (R1-036)."""
    return (*LADDER, DEPLETED)[LADDER.index(sides) + 1]


def step_up(sides: int) -> int:
    """Return the next larger die; raises `Refusal` `largest_usage_die` above the d20 (R1-036)."""
    if sides == LADDER[0]:
        raise Refusal("largest_usage_die", die=sides)
    return LADDER[LADDER.index(sides) - 1]


def require_die(sides: int) -> None:
    """Raise `Refusal` `depleted_die` when nothing is left, `bad_usage_die` off the ladder."""
    if sides == DEPLETED:
        raise Refusal("depleted_die")
    if sides not in LADDER:
        raise Refusal("bad_usage_die", die=sides)
