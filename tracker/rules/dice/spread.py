"""The number of ways to each total: convolution of dice, and the highest or lowest of a hand."""

from collections.abc import Callable
from math import comb, isqrt
from typing import NamedTuple

from tracker.rules.dice.hand import OPEN, Operation, Operator
from tracker.rules.dice.handful import Dice

_FACE, _PAIR, _SHOWING = 13, 3, 2
"""The work of listing a face, of combining two totals, and of one number of dice showing one face."""


class TooMuch(Exception):  # noqa: N818 - the question is too much, not wrong
    """There are too many ways to count."""


class Endless(TooMuch):
    """Any number of dice may fall, so there is no last way."""


class Work:
    """The work that may still be done, in units of about 0.1 µs."""

    __slots__ = ("_remaining",)

    def __init__(self, left: int) -> None:
        self._remaining = left

    def spend(self, units: int) -> None:
        """Use up some of the work; raises `TooMuch` beyond its end."""
        self._remaining -= units
        if self._remaining < 0:
            raise TooMuch


class Spread(NamedTuple):
    """The ways to each total, of `whole` equally likely ones."""

    weights: dict[int, int]
    whole: int


def uniform(sides: int, work: Work) -> Spread:
    """Spread one die: each face in one way."""
    work.spend(sides * _FACE)
    return Spread(dict.fromkeys(range(1, sides + 1), 1), sides)


def map_totals(spread: Spread, meaning: Callable[[int], int]) -> Spread:
    """Apply a function to each total."""
    weights: dict[int, int] = {}
    for total, weight in spread.weights.items():
        new_total = meaning(total)
        weights[new_total] = weights.get(new_total, 0) + weight
    return Spread(weights, spread.whole)


def combine(left: Spread, right: Spread, operator: Callable[[int, int], int], work: Work) -> Spread:
    """Combine two independent terms by an operator."""
    work.spend(len(left.weights) * len(right.weights) * _PAIR)
    weights: dict[int, int] = {}
    for left_total, left_weight in left.weights.items():
        for right_total, right_weight in right.weights.items():
            total = int(operator(left_total, right_total))
            weights[total] = weights.get(total, 0) + left_weight * right_weight
    return Spread(weights, left.whole * right.whole)


def dice_spread(dice: Dice, work: Work) -> Spread | None:
    """Spread the total of dice; None if only trying every way can tell."""
    die, operations = each_die(dice, work)
    if not operations:
        return _sum_spread(die, dice.count, work)
    if len(operations) == 1 and operations[0].rank is not None:
        return _ranked_spread(die, dice.count, operations[0], work)
    return None


def die_spread(dice: Dice, work: Work) -> Spread | None:
    """Spread each die of several; None if a die depends on the others."""
    die, operations = each_die(dice, work)
    return None if operations else die


def effective_operations(dice: Dice, work: Work) -> tuple[Operation, ...]:
    """List the operators of dice, without rerolls and explosions that select no face."""
    if not any(operation.operator in OPEN for operation in dice.operations):
        return dice.operations
    faces = fresh = frozenset(range(1, dice.faces + 1))
    operations = []
    for operation in dice.operations:
        work.spend(dice.faces * _FACE)
        if operation.operator in OPEN:
            if operation.by_value and not any(map(operation.takes, faces)):
                continue
            faces |= fresh
        faces = _remaining_faces(faces, operation)
        operations.append(operation)
    return tuple(operations)


def _remaining_faces(faces: frozenset[int], operation: Operation) -> frozenset[int]:
    """Find the faces that an operator may leave; some of the result may never occur."""
    number = operation.selectors[-1].number
    match operation.operator:
        case Operator.LEAST:
            return frozenset(max(face, number) for face in faces)
        case Operator.MOST:
            return frozenset(min(face, number) for face in faces)
        case Operator.KEEP if operation.by_value:
            return frozenset(face for face in faces if operation.takes(face))
        case Operator.DROP | Operator.REROLL if operation.by_value:
            return frozenset(face for face in faces if not operation.takes(face))
        case _:
            return faces


def each_die(dice: Dice, work: Work) -> tuple[Spread, list[Operation]]:
    """Apply the operators that look at one die alone; return its spread and the remaining operators.

    Raises `TooMuch` if the die has too many faces for the work.
    """
    die = uniform(dice.faces, work)
    operations = list(effective_operations(dice, work))
    while operations and (changed := _spread_per_die(die, dice.faces, operations[0], work)) is not None:
        die = changed
        del operations[0]
    if len(operations) == 1:
        last = operations[0]
        if last.by_value and last.operator in (Operator.KEEP, Operator.DROP, Operator.COUNT):
            return map_totals(die, _worth(last)), []
    return die, operations


def _spread_per_die(die: Spread, sides: int, operation: Operation, work: Work) -> Spread | None:
    """Apply an operator to one die; None if the operator looks at the others."""
    number = operation.selectors[-1].number
    match operation.operator:
        case Operator.LEAST:
            return map_totals(die, lambda face: max(face, number))
        case Operator.MOST:
            return map_totals(die, lambda face: min(face, number))
        case Operator.REROLL | Operator.REROLL_ONCE if operation.by_value:
            return _rerolled_spread(die, uniform(sides, work), operation)
        case _:
            return None


def _rerolled_spread(die: Spread, fresh: Spread, operation: Operation) -> Spread:
    rerolled_weight = sum(weight for face, weight in die.weights.items() if operation.takes(face))
    if operation.operator is Operator.REROLL:
        remaining = {face: weight for face, weight in fresh.weights.items() if not operation.takes(face)}
        fresh = Spread(remaining, sum(remaining.values()))
    weights = {face: rerolled_weight * weight for face, weight in fresh.weights.items()}
    for face, weight in die.weights.items():
        if not operation.takes(face):
            weights[face] = weights.get(face, 0) + weight * fresh.whole
    return Spread(weights, die.whole * fresh.whole)


def _worth(operation: Operation) -> Callable[[int], int]:
    if operation.operator is Operator.COUNT:
        return lambda face: int(operation.takes(face))
    keeps = operation.operator is Operator.KEEP
    return lambda face: face if operation.takes(face) is keeps else 0


def _sum_spread(die: Spread, count: int, work: Work) -> Spread:
    """Spread the sum of equal dice."""
    if count == 1:
        return die
    low, high = min(die.weights), max(die.weights)
    whole = die.whole**count
    width, totals = whole.bit_length() // 8 + 1, count * (high - low) + 1
    size = width * totals
    work.spend(size * isqrt(size) // 120 + totals)
    # One big number holds each weight in bytes of its own, so that its power is the convolution, and fast.
    packed = b"".join(die.weights.get(face, 0).to_bytes(width, "little") for face in range(low, high + 1))
    power = (int.from_bytes(packed, "little") ** count).to_bytes(size, "little")
    ways = (int.from_bytes(power[start : start + width], "little") for start in range(0, size, width))
    return Spread({total: weight for total, weight in enumerate(ways, count * low) if weight}, whole)


def _ranked_spread(die: Spread, count: int, operation: Operation, work: Work) -> Spread:
    """Count the sum of the highest or lowest dice, face by face from that end.

    A state is the number of dice that show one of the faces so far, and the sum of the kept ones.
    """
    highest = operation.selectors[0].kind == "h"
    number = min(operation.selectors[0].number, count)
    if not operation.rank:  # to drop the highest is to keep the lowest
        highest, number = not highest, count - number
    reach = max(die.weights) - min(die.weights) + 1
    work.spend(len(die.weights) * count * count * (number + 2) * reach // 4 * _SHOWING)
    states = {(0, 0): 1}
    for face in sorted(die.weights, reverse=highest):
        states = _with_face(states, face, die.weights[face], count, number)
    weights = {kept: ways for (settled, kept), ways in states.items() if settled == count}
    return Spread(weights, die.whole**count)


_States = dict[tuple[int, int], int]


def _with_face(states: _States, face: int, weight: int, count: int, number: int) -> _States:
    new_states: _States = {}
    ways_of = [
        [comb(dice_left, showing) * weight**showing for showing in range(dice_left + 1)]
        for dice_left in range(count + 1)
    ]
    for (settled, kept), ways in states.items():
        room = max(0, number - settled)
        for showing, showing_ways in enumerate(ways_of[count - settled]):
            state = (settled + showing, kept + face * min(showing, room))
            new_states[state] = new_states.get(state, 0) + ways * showing_ways
    return new_states
