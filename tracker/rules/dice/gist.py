"""The least, greatest and average total of a roll, without counting the ways to each total."""

from fractions import Fraction
from functools import reduce
from itertools import product
from typing import NamedTuple

from tracker.rules.dice.arithmetic import ARITHMETIC, Comparison, SignedTerm, Sum, Twice
from tracker.rules.dice.choosing import Chosen, Members
from tracker.rules.dice.expression import AnnotatedTerm, Number, TwoDigits, UsageDie
from tracker.rules.dice.hand import Hand, Operation
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Node
from tracker.rules.dice.spread import Work, die_spread, each_die


class Gist(NamedTuple):
    """The least, the greatest and the average total."""

    low: int
    high: int
    mean: Fraction


def gist_of(node: Node, work: Work) -> Gist | None:  # noqa: PLR0911 - a row for each kind of term
    """Find the gist of a term of sums and products; None for comparisons, choices and other terms.

    >>> from tracker.rules.dice.notation import parse
    >>> gist_of(parse("1000d1000").node, Work(0))
    Gist(low=1000, high=1000000, mean=Fraction(500500, 1))

    Raises `TooMuch` if even one die has too many faces for the work.
    """
    match node:
        case Number(value):
            return Gist(value, value, Fraction(value))
        case UsageDie(faces):
            return Gist(1, faces, Fraction(1 + faces, 2))
        case TwoDigits():
            return Gist(11, 66, Fraction(77, 2))
        case AnnotatedTerm(operand) | SignedTerm("+", operand):
            return gist_of(operand, work)
        case SignedTerm("-", operand):
            return _join(Gist(0, 0, Fraction(0)), "-", gist_of(operand, work))
        case Sum(left, "+" | "-" | "*" as operator, right):
            return _join(gist_of(left, work), operator, gist_of(right, work))
        case Members(members, ()):
            empty: Gist | None = Gist(0, 0, Fraction(0))
            return reduce(lambda one, other: _join(one, "+", gist_of(other, work)), members, empty)
        case Dice():
            return _gist_of_dice(node, work)
        case _:
            return None


def _join(left: Gist | None, operator: str, right: Gist | None) -> Gist | None:
    if left is None or right is None:
        return None
    join = ARITHMETIC[operator]
    ends = [join(*pair) for pair in product(left[:2], right[:2])]
    mean = {"+": left.mean + right.mean, "-": left.mean - right.mean, "*": left.mean * right.mean}
    return Gist(min(ends), max(ends), mean[operator])


def _gist_of_dice(dice: Dice, work: Work) -> Gist | None:
    if not dice.operations:
        return Gist(dice.count, dice.count * dice.faces, Fraction(dice.count * (dice.faces + 1), 2))
    die = die_spread(dice, work)
    if die is None:
        return None
    weights = {face: weight for face, weight in die.weights.items() if weight}
    mean = Fraction(sum(face * weight for face, weight in weights.items()), die.whole)
    return Gist(dice.count * min(weights), dice.count * max(weights), dice.count * mean)


Reach = tuple[int, int]


def reach_of(node: Node, work: Work) -> Reach | None:  # noqa: PLR0911 - a row for each kind of term
    """Find the least and the greatest possible total; None if only counting can tell.

    >>> from tracker.rules.dice.notation import parse
    >>> reach_of(parse("1000d6kh500").node, Work(0))
    (500, 3000)

    Raises `TooMuch` if even one die has too many faces for the work.
    """
    match node:
        case AnnotatedTerm(operand) | Twice(operand):
            return reach_of(operand, work)
        case SignedTerm(sign, operand):
            return _join_reaches((0, 0), sign, reach_of(operand, work))
        case Sum(left, operator, right):
            return _join_reaches(reach_of(left, work), operator, reach_of(right, work))
        case Chosen():
            return reach_of(node.as_one_term, work)
        case Members(members, operations):
            return _reach_of_values([reach_of(member, work) for member in members], operations)
        case Dice():
            return _reach_of_dice(node, work)
        case Comparison():
            return None
        case _:
            return node.extent[:2]


def _join_reaches(left: Reach | None, operator: str, right: Reach | None) -> Reach | None:
    if left is None or right is None or operator == "%":
        return None
    ends = [ARITHMETIC[operator](*pair) for pair in product(left, right)]
    return min(ends), max(ends)


def _reach_of_dice(dice: Dice, work: Work) -> Reach | None:
    if all(operation.rank is not None for operation in dice.operations):
        return _reach_of_values([(1, dice.faces)] * dice.count, dice.operations)
    die, operations = each_die(dice, work)
    faces = [face for face, weight in die.weights.items() if weight]
    return _reach_of_values([(min(faces), max(faces))] * dice.count, tuple(operations))


def _reach_of_values(values: list[Reach | None], operations: tuple[Operation, ...]) -> Reach | None:
    """Find the least and greatest sum of the values that ranked operators keep of independent ones."""
    reaches = [value for value in values if value is not None]
    if len(reaches) < len(values) or any(operation.rank is None for operation in operations):
        return None
    hands = Hand([low for low, _high in reaches]), Hand([high for _low, high in reaches])
    for hand, operation in product(hands, operations):
        hand.operate(operation)
    return hands[0].total, hands[1].total
