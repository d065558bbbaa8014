"""The blows that a forecast plays, counted from damage, chances and protection."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from tracker.rules.dice.notation import parse
from tracker.rules.dice.odds import odds
from tracker.rules.system import Blow, EffectHandling
from tracker.rules.weapon import PLAIN_HANDLING, with_handling

_SAMPLES, _PATIENCE = 1_000, 100_000
"""The effort spent on counting a damage, as `odds` measures it: some 10 ms, since a fight has many."""
NOTHING = Blow({0: 1}, 1)
"""A blow that never hurts."""


@lru_cache(maxsize=256)
def damage_of(written: str, how: EffectHandling = PLAIN_HANDLING) -> Blow:
    """Return a blow that always lands with this damage, a figure or dice; `how` changes dice alone.

    >>> damage_of("1d4-2").ways
    {0: 2, 1: 1, 2: 1}

    Raises what `dice.parse` raises, for a damage from a save that says something else.
    """
    expression = parse(written)
    given = odds(with_handling(expression, how) if expression.sides else expression, _SAMPLES, _PATIENCE)
    ways: dict[int, int] = {}
    for total, weight in given.weights.items():
        ways[max(0, total)] = ways.get(max(0, total), 0) + weight
    return Blow(ways, given.whole)


def weighted_blow(*cases: tuple[Fraction, Blow]) -> Blow:
    """Return the blow that is each of these with its chance, and hurts nobody otherwise.

    >>> weighted_blow((Fraction(1, 4), Blow({3: 1}, 1)))
    Blow(ways={3: 1, 0: 3}, whole=4, once=False)
    """
    chances: dict[int, Fraction] = {}
    for chance, blow in cases:
        for amount, weight in blow.ways.items():
            chances[amount] = chances.get(amount, Fraction(0)) + chance * Fraction(weight, blow.whole)
    chances[0] = chances.get(0, Fraction(0)) + 1 - sum(chance for chance, _blow in cases)
    return _with_whole_weights(chances)


def with_protection(blow: Blow, protection: Blow) -> Blow:
    """Return a blow after a roll of protection, whose ways tell how much it stops.

    >>> with_protection(Blow({3: 1}, 1), Blow({2: 1, 4: 1}, 2)).ways
    {1: 1, 0: 1}
    """
    ways: dict[int, int] = {}
    for amount, weight in blow.ways.items():
        for stopped, its in protection.ways.items():
            left = max(0, amount - stopped)
            ways[left] = ways.get(left, 0) + weight * its
    return Blow(ways, blow.whole * protection.whole)


def _with_whole_weights(chances: Mapping[int, Fraction]) -> Blow:
    """Return chances as ways of a common whole, without those that never come."""
    some = {amount: chance for amount, chance in chances.items() if chance}
    whole = lcm(*(chance.denominator for chance in some.values()))
    return Blow({amount: int(chance * whole) for amount, chance in some.items()}, whole)
