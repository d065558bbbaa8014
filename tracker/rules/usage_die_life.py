"""How long a usage die lasts: exact chances (R1-039, R1-041, R1-043)."""

from fractions import Fraction

from tracker.rules.dice import Mode
from tracker.rules.usage_die import LADDER, require_die

PRINTED_USES = {20: 10, 12: 6, 10: 5, 8: 4, 6: 2, 4: 1}
"""The average uses of each die as the rule book prints them (R1-041, A1-12)."""


def chance_to_drop(sides: int, mode: Mode = Mode.NORMAL) -> Fraction:
    """Compute the chance that one roll drops the die (R1-039, R1-043).

    >>> chance_to_drop(8)
    Fraction(1, 4)
    """
    require_die(sides)
    low = Fraction(2, sides)
    by_mode = {Mode.NORMAL: low, Mode.ADVANTAGE: low**2, Mode.DISADVANTAGE: 1 - (1 - low) ** 2}
    return by_mode[mode]


def expected_rolls(sides: int, mode: Mode = Mode.NORMAL) -> Fraction:
    """Compute the average number of rolls up to and with the one that drops this die (R1-041, A1-12).

    >>> [int(expected_rolls(sides)) for sides in LADDER]
    [10, 6, 5, 4, 3, 2]
    """
    return 1 / chance_to_drop(sides, mode)


def expected_life(sides: int, mode: Mode = Mode.NORMAL) -> Fraction:
    """Compute the average number of rolls until the supply is depleted (R1-041, R1-043).

    >>> [int(expected_life(sides)) for sides in LADDER]
    [30, 20, 14, 9, 5, 2]
    """
    require_die(sides)
    return sum((expected_rolls(each, mode) for each in LADDER if each <= sides), Fraction(0))
