"""The odds of the blows in a forecast, computed from damage, chances and protection."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from tracker.rules.dice.notation import parse
from tracker.rules.dice.odds import odds
from tracker.rules.system import Blow, EffectHandling
from tracker.rules.weapon import PLAIN_HANDLING, with_handling

_SAMPLES, _PATIENCE = 1_000, 100_000
"""Limits of `odds` for one damage, measured: some 10 ms, because a fight has many."""
NOTHING = Blow({0: 1}, 1)
"""A blow that never hurts."""


@lru_cache(maxsize=256)
def damage_of(damage: str, how: EffectHandling = PLAIN_HANDLING) -> Blow:
    """Return a blow that always lands with this damage; `how` changes dice alone, not a figure.

    >>> damage_of("1d4-2").ways
    {0: 2, 1: 1, 2: 1}

    Raises what `dice.parse` raises: a save may hold a damage that is none.
    """
    expression = parse(damage)
    spread = odds(with_handling(expression, how) if expression.sides else expression, _SAMPLES, _PATIENCE)
    ways: dict[int, int] = {}
    for total, weight in spread.weights.items():
        ways[max(0, total)] = ways.get(max(0, total), 0) + weight
    return Blow(ways, spread.whole)


def weighted_blow(*cases: tuple[Fraction, Blow]) -> Blow:
    """Combine blows that each happen with a chance; otherwise nobody is hurt.

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
    """Return a blow after a roll of protection; its ways are the amounts that it stops.

    >>> with_protection(Blow({3: 1}, 1), Blow({2: 1, 4: 1}, 2)).ways
    {1: 1, 0: 1}
    """
    ways: dict[int, int] = {}
    for amount, weight in blow.ways.items():
        for stopped, protection_weight in protection.ways.items():
            remaining = max(0, amount - stopped)
            ways[remaining] = ways.get(remaining, 0) + weight * protection_weight
    return Blow(ways, blow.whole * protection.whole)


def _with_whole_weights(chances: Mapping[int, Fraction]) -> Blow:
    """Turn chances into ways of a common whole, without chances of zero."""
    nonzero = {amount: chance for amount, chance in chances.items() if chance}
    whole = lcm(*(chance.denominator for chance in nonzero.values()))
    return Blow({amount: int(chance * whole) for amount, chance in nonzero.items()}, whole)
