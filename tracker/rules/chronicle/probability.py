"""How likely something of probability `N`+ is (R1-034)."""

from fractions import Fraction


def probability(threshold: int) -> Fraction:
    """Return the chance of `threshold`+ on a d20 (R1-034).

    >>> probability(12)
    Fraction(9, 20)
    """
    return Fraction(min(max(21 - threshold, 0), 20), 20)
