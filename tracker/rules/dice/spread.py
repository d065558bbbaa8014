"""In how many ways totals come about: convolution of dice, and the highest or lowest of a handful."""

from collections.abc import Callable
from math import comb
from typing import NamedTuple

from tracker.rules.dice.hand import Operation, Operator
from tracker.rules.dice.handful import Dice

MOST_STEPS = 150_000
"""Combinations that are counted; beyond, they are sampled."""


class TooMuch(Exception):  # noqa: N818 - what was asked is too much, not wrong
    """There are too many combinations to be counted."""


class Spread(NamedTuple):
    """How many of `whole` equally likely ways give each total."""

    weights: dict[int, int]
    whole: int


def uniform(sides: int) -> Spread:
    """Return the spread of one die."""
    _within(sides)
    return Spread(dict.fromkeys(range(1, sides + 1), 1), sides)


def mapped(spread: Spread, meaning: Callable[[int], int]) -> Spread:
    """Return the spread of what totals stand for."""
    weights: dict[int, int] = {}
    for total, weight in spread.weights.items():
        meant = meaning(total)
        weights[meant] = weights.get(meant, 0) + weight
    return Spread(weights, spread.whole)


def combined(left: Spread, right: Spread, operator: Callable[[int, int], int]) -> Spread:
    """Return the spread of two independent terms and what an operator makes of them."""
    _within(len(left.weights) * len(right.weights))
    weights: dict[int, int] = {}
    for one, its in left.weights.items():
        for other, others in right.weights.items():
            total = int(operator(one, other))
            weights[total] = weights.get(total, 0) + its * others
    return Spread(weights, left.whole * right.whole)


def dice_spread(dice: Dice) -> Spread | None:
    """Return the spread of a handful of dice; None where only trying it out would tell."""
    die = uniform(dice.faces)
    operations = list(dice.operations)
    while operations and (changed := _each(die, dice.faces, operations[0])) is not None:
        die = changed
        del operations[0]
    if not operations:
        return _sum_of(die, dice.count)
    if len(operations) > 1:
        return None
    last = operations[0]
    if last.by_value and last.operator in (Operator.KEEP, Operator.DROP, Operator.COUNT):
        return _sum_of(mapped(die, _worth(last)), dice.count)
    if last.rank is not None:
        return _ranked(die, dice.count, last)
    return None


def _each(die: Spread, sides: int, operation: Operation) -> Spread | None:
    """Return what an operator makes of each die on its own; None for one that looks at the others."""
    number = operation.selectors[-1].number
    match operation.operator:
        case Operator.LEAST:
            return mapped(die, lambda face: max(face, number))
        case Operator.MOST:
            return mapped(die, lambda face: min(face, number))
        case Operator.REROLL | Operator.REROLL_ONCE if operation.by_value:
            return _rerolled(die, uniform(sides), operation)
        case _:
            return None


def _rerolled(die: Spread, fresh: Spread, operation: Operation) -> Spread:
    again = sum(weight for face, weight in die.weights.items() if operation.takes(face))
    if operation.operator is Operator.REROLL:
        left = {face: weight for face, weight in fresh.weights.items() if not operation.takes(face)}
        fresh = Spread(left, sum(left.values()))
    weights = {face: again * weight for face, weight in fresh.weights.items()}
    for face, weight in die.weights.items():
        if not operation.takes(face):
            weights[face] = weights.get(face, 0) + weight * fresh.whole
    return Spread(weights, die.whole * fresh.whole)


def _worth(operation: Operation) -> Callable[[int], int]:
    if operation.operator is Operator.COUNT:
        return lambda face: int(operation.takes(face))
    keeps = operation.operator is Operator.KEEP
    return lambda face: face if operation.takes(face) is keeps else 0


def _sum_of(die: Spread, count: int) -> Spread:
    reach = max(die.weights) - min(die.weights) + 1
    _within(count * count * reach * len(die.weights) // 4)
    total = Spread({0: 1}, 1)
    for _ in range(count):
        total = combined(total, die, int.__add__)
    return total


def _ranked(die: Spread, count: int, operation: Operation) -> Spread:
    """Count the highest or lowest of a handful: faces from one end, how many dice show each.

    A state is how many dice are settled and what the kept ones add up to.
    """
    highest = operation.selectors[0].kind == "h"
    number = min(operation.selectors[0].number, count)
    if not operation.rank:  # to drop the highest is to keep the lowest
        highest, number = not highest, count - number
    reach = max(die.weights) - min(die.weights) + 1
    _within(len(die.weights) * count * count * number * reach // 4)
    states = {(0, 0): 1}
    for face in sorted(die.weights, reverse=highest):
        states = _with_face(states, face, die.weights[face], count, number)
    weights = {kept: ways for (settled, kept), ways in states.items() if settled == count}
    return Spread(weights, die.whole**count)


_States = dict[tuple[int, int], int]


def _with_face(states: _States, face: int, weight: int, count: int, number: int) -> _States:
    after: _States = {}
    for (settled, kept), ways in states.items():
        left = count - settled
        for showing in range(left + 1):
            counting = min(showing, max(0, number - settled))
            state = (settled + showing, kept + face * counting)
            after[state] = after.get(state, 0) + ways * comb(left, showing) * weight**showing
    return after


def _within(steps: int) -> None:
    if steps > MOST_STEPS:
        raise TooMuch
