"""Attacks, and the damage of weapons: a figure, or dice."""

from msgspec.structs import replace

from tracker.rules.dice import Mode, Roll, Throw
from tracker.rules.dice.arithmetic import Twice
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.notation import parse
from tracker.rules.system import EffectHandling, Fact

PLAIN_HANDLING = EffectHandling()
"""The handling of an effect without modifiers."""

ATTACKS = "attacks"
"""Kind of the fact of an attack."""
HITS_UNROLLED = "hits_unrolled"
"""Kind of the fact that an attack hits without a roll, by the GM's word."""


def attacks(who: str, target: str, attack: str) -> Fact:
    """Return the fact of an attack; `attack` may be empty."""
    return Fact(ATTACKS, {"who": who, "other": target, "attack": attack})


def strike_with(
    who: str, weapon: str, damage: str, roll: Roll, how: EffectHandling = PLAIN_HANDLING
) -> tuple[int, tuple[Throw, ...]]:
    """Roll a weapon's damage: the amount, and its throw if dice fell. `how` changes dice alone, not a figure.

    >>> strike_with("ana", "navaja", "3", lambda sides: 1)
    (3, ())

    Raises what `dice.parse` raises: a save may hold a damage that is none.
    """
    expression = parse(damage)
    if not expression.sides:
        return expression.roll(roll).total, ()
    expression = with_handling(expression, how)
    result = expression.roll(roll)
    total = max(0, result.total) if how.static else result.total
    return total, (Throw("weapon", result.dice, result.total, who, weapon, expression=str(expression)),)


def with_handling(expression: Expression, how: EffectHandling) -> Expression:
    """Apply the dealer's mode and modifier to a roll; Advantage and Disadvantage cancel out (R1-023)."""
    node, mode = expression.node, how.mode
    if isinstance(node, Twice):
        mode = node.mode if how.mode in (Mode.NORMAL, node.mode) else Mode.NORMAL
        node = node.operand
    if how.static:
        node = parse(f"({node}){how.static:+d}").node
    return replace(expression, node=Twice(node, mode) if mode is not Mode.NORMAL else node)
