"""The least, greatest and average total of a roll, without counting the ways of each total."""

from fractions import Fraction
from functools import reduce
from itertools import product
from typing import NamedTuple

from tracker.rules.dice.arithmetic import ARITHMETIC, Signed, Sum
from tracker.rules.dice.choosing import Members
from tracker.rules.dice.expression import Annotated, Number, TwoDigits, UsageDie
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Node
from tracker.rules.dice.spread import Work, die_spread


class Gist(NamedTuple):
    """The least total, the greatest, and the average."""

    low: int
    high: int
    mean: Fraction


def gist_of(node: Node, work: Work) -> Gist | None:  # noqa: PLR0911 - a row for each kind of term
    """Return the gist of a term of sums and products; None for comparisons, choices and other terms.

    >>> from tracker.rules.dice.notation import parse
    >>> gist_of(parse("1000d1000").node, Work(0))
    Gist(low=1000, high=1000000, mean=Fraction(500500, 1))

    Raises `TooMuch` where the faces of one die alone are too many for the work.
    """
    match node:
        case Number(value):
            return Gist(value, value, Fraction(value))
        case UsageDie(faces):
            return Gist(1, faces, Fraction(1 + faces, 2))
        case TwoDigits():
            return Gist(11, 66, Fraction(77, 2))
        case Annotated(operand) | Signed("+", operand):
            return gist_of(operand, work)
        case Signed("-", operand):
            return _joined(Gist(0, 0, Fraction(0)), "-", gist_of(operand, work))
        case Sum(left, "+" | "-" | "*" as operator, right):
            return _joined(gist_of(left, work), operator, gist_of(right, work))
        case Members(members, ()):
            none: Gist | None = Gist(0, 0, Fraction(0))
            return reduce(lambda one, other: _joined(one, "+", gist_of(other, work)), members, none)
        case Dice():
            return _of_dice(node, work)
        case _:
            return None


def _joined(left: Gist | None, operator: str, right: Gist | None) -> Gist | None:
    """Return the gist of two independent terms."""
    if left is None or right is None:
        return None
    join = ARITHMETIC[operator]
    ends = [join(*pair) for pair in product(left[:2], right[:2])]
    mean = {"+": left.mean + right.mean, "-": left.mean - right.mean, "*": left.mean * right.mean}
    return Gist(min(ends), max(ends), mean[operator])


def _of_dice(dice: Dice, work: Work) -> Gist | None:
    if not dice.operations:
        return Gist(dice.count, dice.count * dice.faces, Fraction(dice.count * (dice.faces + 1), 2))
    die = die_spread(dice, work)
    if die is None:
        return None
    weights = {face: weight for face, weight in die.weights.items() if weight}
    mean = Fraction(sum(face * weight for face, weight in weights.items()), die.whole)
    return Gist(dice.count * min(weights), dice.count * max(weights), dice.count * mean)
