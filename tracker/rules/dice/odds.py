"""The odds of every total of an expression, exact, or from a sample if there is too much to count.

Weights are whole numbers over a common whole, so nothing is rounded. An expression that takes more work than
a GM can wait for is rolled a fixed number of times, with the same faces every time.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from math import lcm, prod

from msgspec import Struct

from tracker.rules.dice.arithmetic import ARITHMETIC, COMPARISONS, Comparison, SignedTerm, Sum, Twice
from tracker.rules.dice.choosing import Chosen, Members
from tracker.rules.dice.expression import AnnotatedTerm, Expression, Number, TwoDigits, UsageDie
from tracker.rules.dice.hand import Hand, Operation, Operator
from tracker.rules.dice.handful import Dice
from tracker.rules.dice.node import Node
from tracker.rules.dice.spread import (
    Endless,
    Spread,
    TooMuch,
    Work,
    combine,
    dice_spread,
    effective_operations,
    map_totals,
    uniform,
)
from tracker.rules.dice.throw import Mode
from tracker.rules.refusal import Refusal

SAMPLES = 10_000
"""The number of rolls in a sample."""
MOST_SAMPLED = 500_000
"""The limit of dice in a sample: it has fewer rolls if each takes many dice."""
PATIENCE = 1_200_000
"""The work, in units of `Work`, that a GM waits for: some 0.12 s."""
_WAY, _LEAF = 100, 150
"""The work of choosing among members for one way that they fall, and of trying one way of all dice."""


class Odds(Struct, frozen=True):
    """The ways to each total, of `whole` equally likely ones; `samples` is 0 if all were counted."""

    weights: Mapping[int, int]
    whole: int
    samples: int = 0
    endless: bool = False
    """Whether there is a sample because any number of dice may fall, not because there are many."""

    def chance(self, holds: Callable[[int], bool]) -> Fraction:
        """Return the chance that a condition holds for the total."""
        return Fraction(sum(weight for total, weight in self.weights.items() if holds(total)), self.whole)

    def shared_by(self, meaning: Callable[[int], str]) -> dict[str, int]:
        """Count the ways to each meaning that a total may have."""
        ways: dict[str, int] = {}
        for total, weight in self.weights.items():
            key = meaning(total)
            ways[key] = ways.get(key, 0) + weight
        return ways

    def at_least(self, total: int) -> Fraction:
        return self.chance(lambda each: each >= total)

    @property
    def mean(self) -> Fraction:
        """The average total."""
        return Fraction(sum(total * weight for total, weight in self.weights.items()), self.whole)

    @property
    def variance(self) -> Fraction:
        """The average squared distance of a total from the mean."""
        squares = sum(total * total * weight for total, weight in self.weights.items())
        return Fraction(squares, self.whole) - self.mean**2


def odds(expression: Expression, samples: int = SAMPLES, patience: int = PATIENCE) -> Odds:
    """Count the odds of every total of one roll; a sample if that takes more than `patience`.

    >>> from tracker.rules.dice.notation import parse
    >>> odds(parse("4d6kh3 >= 12")).at_least(1)
    Fraction(799, 1296)
    """
    try:
        return _counted_odds(expression, patience)
    except TooMuch as reason:
        return _sampled_odds(expression, samples, endless=isinstance(reason, Endless))


def exact_odds(expression: Expression, patience: int) -> Odds | None:
    """Count the odds of every total of one roll; None if that takes more than `patience`."""
    try:
        return _counted_odds(expression, patience)
    except TooMuch:
        return None


def _counted_odds(expression: Expression, patience: int) -> Odds:
    return Odds(*_spread(expression.node, Work(patience)))


def _spread(node: Node, work: Work) -> Spread:  # noqa: C901, PLR0911 - a row for each kind of term
    """Count every way that a term can fall; raises `TooMuch`."""
    match node:
        case Number(value):
            return Spread({value: 1}, 1)
        case UsageDie(faces):
            return uniform(faces, work)
        case TwoDigits():
            return Spread({10 * tens + units: 1 for tens in range(1, 7) for units in range(1, 7)}, 36)
        case AnnotatedTerm(operand):
            return _spread(operand, work)
        case SignedTerm(sign, operand):
            spread = _spread(operand, work)
            return spread if sign == "+" else map_totals(spread, lambda total: -total)
        case Sum(left, operator, right):
            return combine(_spread(left, work), _spread(right, work), ARITHMETIC[operator], work)
        case Comparison():
            return _comparison_spread(node, work)
        case Twice(operand, mode):
            return _twice_spread(_spread(operand, work), mode)
        case Dice():
            return dice_spread(node, work) or _every_way_spread(node, work)
        case Members(members, operations):
            return _members_spread(members, operations, work)
        case Chosen():
            return _spread(node.as_one_term, work)
        case _:
            return _every_way_spread(node, work)


def _comparison_spread(node: Comparison, work: Work) -> Spread:
    if node.certain_result is not None:
        return Spread({int(node.certain_result): 1}, 1)
    return combine(_spread(node.left, work), _spread(node.right, work), COMPARISONS[node.operator], work)


def _twice_spread(spread: Spread, mode: Mode) -> Spread:
    """Count the better or the worse of two rolls."""
    # The ways to a total or less are squared; differences of the squares are the weights.
    weights, up_to = {}, 0
    for total in sorted(spread.weights, reverse=mode is Mode.DISADVANTAGE):
        previous, up_to = up_to, up_to + spread.weights[total]
        weights[total] = up_to**2 - previous**2
    return Spread(weights, spread.whole**2)


def _members_spread(members: tuple[Node, ...], operations: tuple[Operation, ...], work: Work) -> Spread:
    spreads = [_spread(member, work) for member in members]
    if not operations:
        add = ARITHMETIC["+"]
        return reduce(lambda left, right: combine(left, right, add, work), spreads, Spread({0: 1}, 1))
    work.spend(prod(len(spread.weights) for spread in spreads) * _WAY)
    weights: dict[int, int] = {}
    for ways in product(*(spread.weights.items() for spread in spreads)):
        hand = Hand([total for total, _weight in ways])
        for operation in operations:
            hand.operate(operation)
        weights[hand.total] = weights.get(hand.total, 0) + prod(weight for _total, weight in ways)
    return Spread(weights, prod(spread.whole for spread in spreads))


def _every_way_spread(node: Node, work: Work) -> Spread:
    """Try every way that dice can fall, one by one; raises `Endless` if ever more dice may fall."""
    if _is_endless(node, work):
        raise Endless
    work.spend(prod(node.sides) * _LEAF)
    ways: list[tuple[int, int]] = []
    pending: list[tuple[int, ...]] = [()]
    while pending:
        known_faces = pending.pop()
        try:
            faces = _KnownFaces(known_faces)
            ways.append((node.roll(faces).total, faces.weight))
        except _MoreDice as more:
            if len(known_faces) >= len(node.sides):
                work.spend((more.sides - 1) * _LEAF)
            pending.extend((*known_faces, face) for face in range(1, more.sides + 1))
    whole = lcm(*(weight for _total, weight in ways))
    weights: dict[int, int] = {}
    for total, weight in ways:
        weights[total] = weights.get(total, 0) + whole // weight
    return Spread(weights, whole)


def _is_endless(node: Node, work: Work) -> bool:
    """Whether a term may let any number of dice fall.

    An operator on the highest or lowest needs no more dice once they show the last face.
    """
    if isinstance(node, Dice):
        return any(
            each.operator in (Operator.REROLL, Operator.EXPLODE) and each.faces_taken(node.faces)
            for each in effective_operations(node, work)
        )
    return any(_is_endless(part, work) for part in node.parts)


class _MoreDice(Exception):  # noqa: N818 - what happened, not what went wrong
    """The roll needs another die."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class _KnownFaces:
    """A `Roll` of known faces; `weight` is the number of ways that dice can fall, one of which is this."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self._faces = iter(faces)
        self.weight = 1

    def __call__(self, sides: int) -> int:
        face = next(self._faces, None)
        if face is None:
            raise _MoreDice(sides)
        self.weight *= sides
        return face


def _sampled_odds(expression: Expression, samples: int, *, endless: bool) -> Odds:
    source = Mixer()
    samples = max(1, min(samples, MOST_SAMPLED // max(1, expression.node.extent.falls)))
    weights: dict[int, int] = {}
    for _ in range(samples):
        try:
            total = expression.roll(source).total
        except Refusal:  # a roll that never ends has no total to count
            continue
        weights[total] = weights.get(total, 0) + 1
    return Odds(weights, sum(weights.values()) or 1, samples, endless)


class Mixer:
    """A source of faces that look random and are the same every time: SplitMix64."""

    def __init__(self) -> None:
        self._state = 0

    def __call__(self, sides: int) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = ((self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return (mixed ^ (mixed >> 31)) % sides + 1
