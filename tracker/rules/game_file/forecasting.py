"""The forecast of an attack of a game file: with the first weapon and score, over every outcome."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from tracker.rules.dice.expression import Expression
from tracker.rules.dice.odds import odds
from tracker.rules.game_file.expression import (
    Expr,
    Fn,
    Num,
    Op,
    bind_names,
    calculate,
    call_function,
    node_of,
)
from tracker.rules.game_file.figures import SheetScope
from tracker.rules.game_file.records import Effect

_SAMPLES, _PATIENCE = 1_000, 100_000
"""Limits of `odds` for one damage."""

Spread = Mapping[int, Fraction]


def losses(effects: tuple[Effect, ...], health: str, scope: SheetScope) -> Spread:
    """Compute the chance of each amount of health that the effects of an outcome take from the target."""
    spread: Spread = {0: Fraction(1)}
    for effect in effects:
        hurts = effect.verb == "change" and effect.target and effect.name == health and effect.sign == "-="
        if hurts and effect.value is not None and _happens(effect, scope):
            spread = _join(
                spread,
                formula_spread(bind_names(effect.value, scope)),
                lambda one, other: one + max(0, other),
            )
    return spread


def _happens(effect: Effect, scope: SheetScope) -> bool:
    if effect.guard is None:
        return True
    guard = bind_names(effect.guard, scope)
    return not isinstance(guard, Num) or guard.value != 0


def formula_spread(expr: Expr) -> Spread:
    """Compute the chance of each number of a bound formula."""
    node = node_of(expr)
    if node is not None:
        dice_odds = odds(Expression(node), _SAMPLES, _PATIENCE)
        return {total: Fraction(weight, dice_odds.whole) for total, weight in dice_odds.weights.items()}
    match expr:
        case Op(sign, left, right):
            return _join(
                formula_spread(left), formula_spread(right), lambda one, other: calculate(sign, one, other)
            )
        case Fn(name, args):
            result = formula_spread(args[0])
            if len(args) == 1:
                return _join(result, {0: Fraction(1)}, lambda one, _other: call_function(name, (one,)))
            for each in args[1:]:
                result = _join(
                    result, formula_spread(each), lambda one, other: call_function(name, (one, other))
                )
            return result
        case _:
            return {0: Fraction(1)}


def _join(left_spread: Spread, right_spread: Spread, combine: Callable[[int, int], int]) -> Spread:
    spread: dict[int, Fraction] = {}
    for left, left_chance in left_spread.items():
        for right, right_chance in right_spread.items():
            total = combine(left, right)
            spread[total] = spread.get(total, Fraction(0)) + left_chance * right_chance
    return spread
