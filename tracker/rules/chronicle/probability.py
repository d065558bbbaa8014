"""Things of probability `N`+: whether they happen, and how likely they are (R1-034)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


def happens(threshold: int, face: int) -> bool:
    """Whether something of probability `threshold`+ happens on a d20 face (R1-034, A1-11)."""
    return face >= threshold


def probability(threshold: int) -> "Fraction":
    """Return the chance of `threshold`+ on a d20 (R1-034).

    >>> probability(12)
    Fraction(9, 20)
    """
    from fractions import Fraction  # noqa: PLC0415 - exact chances are seldom told

    return Fraction(min(max(21 - threshold, 0), 20), 20)
