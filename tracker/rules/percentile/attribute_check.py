"""The attribute check: when no skill fits, an attribute is rolled (R3-018..R3-020)."""

from enum import StrEnum

from tracker.rules.dice import Roll, throw_die
from tracker.rules.percentile.check import Check, Outcome, check

PERCENT_PER_POINT = 5


class Method(StrEnum):
    """The two ways of rolling an attribute, not quite as equal as the text says (A3-07)."""

    D20 = "d20"
    """At or under the attribute, and no more to it (R3-019)."""
    D100 = "d100"
    """Five times the attribute as a percentage, with all that a percentage brings (R3-020)."""


def attribute_check(attribute: int, roll: Roll, method: Method = Method.D100) -> Check:
    """Roll an attribute by either method (R3-018..R3-020).

    >>> attribute_check(12, lambda sides: 12, Method.D20).outcome
    <Outcome.SUCCESS: 'success'>
    >>> attribute_check(12, lambda sides: 12, Method.D100).outcome
    <Outcome.SPECIAL: 'special'>
    """
    if method is Method.D100:
        return check(attribute * PERCENT_PER_POINT, roll)
    die = throw_die(20, roll)
    return Check(attribute, die, Outcome.SUCCESS if die.face <= attribute else Outcome.FAILURE)
