"""The least and the greatest total of a roll, if no counting is needed."""

from itertools import product

from tracker.rules.dice.arithmetic import ARITHMETIC, Comparison, Signed, Sum, Twice
from tracker.rules.dice.choosing import Chosen, Members
from tracker.rules.dice.expression import Annotated
from tracker.rules.dice.hand import Hand, Operation
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Node
from tracker.rules.dice.spread import Work, each_die

Reach = tuple[int, int]


def reach_of(node: Node, work: Work) -> Reach | None:  # noqa: PLR0911 - a row for each kind of term
    """Return the least and the greatest possible total; None if only counting can tell.

    >>> from tracker.rules.dice.notation import parse
    >>> reach_of(parse("1000d6kh500").node, Work(0))
    (500, 3000)

    Raises `TooMuch` where the faces of one die alone are too many for the work.
    """
    match node:
        case Annotated(operand) | Twice(operand):
            return reach_of(operand, work)
        case Signed(sign, operand):
            return _joined((0, 0), sign, reach_of(operand, work))
        case Sum(left, operator, right):
            return _joined(reach_of(left, work), operator, reach_of(right, work))
        case Chosen():
            return reach_of(node.merged, work)
        case Members(members, operations):
            return _of_values([reach_of(member, work) for member in members], operations)
        case Dice():
            return _of_dice(node, work)
        case Comparison():
            return None
        case _:
            return node.extent[:2]


def _joined(left: Reach | None, operator: str, right: Reach | None) -> Reach | None:
    if left is None or right is None or operator == "%":
        return None
    ends = [ARITHMETIC[operator](*pair) for pair in product(left, right)]
    return min(ends), max(ends)


def _of_dice(dice: Dice, work: Work) -> Reach | None:
    if all(operation.rank is not None for operation in dice.operations):
        return _of_values([(1, dice.faces)] * dice.count, dice.operations)
    die, operations = each_die(dice, work)
    faces = [face for face, weight in die.weights.items() if weight]
    return _of_values([(min(faces), max(faces))] * dice.count, tuple(operations))


def _of_values(values: list[Reach | None], operations: tuple[Operation, ...]) -> Reach | None:
    """Return the least and the greatest sum of the highest or lowest of independent values."""
    known = [value for value in values if value is not None]
    if len(known) < len(values) or any(operation.rank is None for operation in operations):
        return None
    hands = Hand([low for low, _high in known]), Hand([high for _low, high in known])
    for hand, operation in product(hands, operations):
        hand.operate(operation)
    return hands[0].total, hands[1].total
