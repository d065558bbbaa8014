"""Attacks, and the damage of weapons: a figure, or dice, which may wait until the players roll them."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tracker.rules.body import is_alive
from tracker.rules.dice import Mode, Roll, Throw, has_dice_to_come
from tracker.rules.dice.arithmetic import Twice
from tracker.rules.dice.expression import Expression
from tracker.rules.dice.notation import parse
from tracker.rules.fields import Scalar
from tracker.rules.pending import dice_of, own_key
from tracker.rules.system import EffectHandling, Fact, PendingRoll, RuleResult, RulesContext

PLAIN_HANDLING = EffectHandling()
"""The handling of an effect without modifiers."""

ATTACKS = "attacks"
"""Kind of the fact of an attack."""
HITS_UNROLLED = "hits_unrolled"
"""Kind of the fact that an attack hits without a roll, by the GM's word."""
BLOW = "blow"
"""Kind of the pending roll for the damage of an attack that has hit."""
BLOW_WAITS = "blow_waits"
"""Kind of the fact that an attack hits and its damage is still to be rolled."""
OUTCOME_WAITS = "game_waits"
"""Kind of the fact that the dice of what an outcome brings are still to be rolled."""

Deal = Callable[[RulesContext, str, Mapping[str, Scalar], Roll], RuleResult]
"""A function that deals the damage of a hit of a creature; the data name its target, `other`."""


def attacks(who: str, target: str, attack: str) -> Fact:
    """Return the fact of an attack; `attack` may be empty."""
    return Fact(ATTACKS, {"who": who, "other": target, "attack": attack})


def deal_or_wait(
    context: RulesContext, who: str, data: Mapping[str, Scalar], roll: Roll, deal: Deal
) -> RuleResult:
    """Deal the damage of a hit, or leave it pending if the players have typed no dice for it.

    The data hold all that the blow needs, so that nothing of it changes with the attacker's sheet meanwhile.
    """
    if not has_dice_to_come(roll) or not dice_of(lambda dice: deal(context, who, data, dice)):
        return deal(context, who, data, roll)
    key, target = own_key(context, who, f"{BLOW}.{data['other']}"), data["other"]
    known = {"amount": data["amount"]} if "amount" in data else {}
    fact = Fact(BLOW_WAITS, {"who": who, "other": target, **known})
    return RuleResult(facts=(fact,), pending=(PendingRoll(key, BLOW, who, data),))


def is_target_alive(context: RulesContext, pending: PendingRoll) -> bool:
    """Whether a blow that waits still has somebody to hurt."""
    return is_alive(context.sheets.get(str(pending.data.get("other"))))


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
