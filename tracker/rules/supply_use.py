"""The use of supplies, in any game: usage dice, depletion, ammunition and meals."""

from collections.abc import Mapping
from functools import reduce

from msgspec.structs import replace

from tracker.rules import usage_die
from tracker.rules.dice import Mode, Roll, Throw, has_dice_to_come
from tracker.rules.fields import Scalar
from tracker.rules.pending import own_key
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger, labels
from tracker.rules.system import (
    Applied,
    Args,
    Fact,
    Kind,
    Param,
    PendingRoll,
    RuleResult,
    RulesContext,
    Together,
)

TOLD: Mapping[str, str] = {"kept": "supply_kept", "dropped": "supply_worn", "depleted": "supply_depleted"}
"""The kind of fact for each outcome of a usage die."""
USAGE = "usage"
"""Kind of the pending roll of a usage die; its throw has it as its purpose."""
USE_WAITS = "use_waits"
"""Kind of the fact that an attack's ammunition is still to be rolled."""
STORES = (Trigger.MEAL, Trigger.DRINK)
"""The stores that a meal uses up, in this order, if any are carried."""
NO_RATIONS = "no_rations"
"""The choice of a meal that uses up nothing."""


def use_supply(key: str, supply: Supply, roll: Roll, mode: Mode = Mode.NORMAL) -> RuleResult:
    """Roll a supply's usage die once; a depleted light goes out (R1-038..R1-040, R1-043).

    Raises `Refusal` `depleted_die` when nothing is left to roll.
    """
    use = usage_die.use(supply.die, roll, mode)
    updated = replace(supply, die=use.sides, active=supply.active and use.sides > 0, fired=False)
    outcome = "depleted" if updated.is_depleted else "dropped" if use.sides < supply.die else "kept"
    throw = Throw(USAGE, use.dice, use.face, supply.owner, key, mode=mode, outcome=outcome)
    data: dict[str, Scalar] = {
        "supply": key,
        "who": supply.owner,
        "name": supply.name,
        "die": use.sides,
        "outcome": supply.outcome,
    }
    return RuleResult(supplies={key: updated}, facts=(Fact(TOLD[outcome], data),), throws=(throw,))


def ammunition_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """List the ammunition that a creature carries and has left: labels, by key."""
    all_labels = labels(context.supplies)
    return {
        key: all_labels[key]
        for key, supply in context.supplies.items()
        if supply.owner == who and supply.trigger is Trigger.AMMUNITION and not supply.is_depleted
    }


def roll_ammunition(context: RulesContext, key: str | None, roll: Roll) -> RuleResult:
    """Roll the usage die of an attack's ammunition, if it has any; it waits if its face is still to come."""
    if not key:
        return RuleResult()
    supply = context.supplies[key]
    if not has_dice_to_come(roll):
        return use_supply(key, supply, roll)
    data: dict[str, Scalar] = {"supply": key, "name": supply.name}
    roll_key = own_key(context, supply.owner, f"{USAGE}.{key}.{context.now}")
    fact = Fact(USE_WAITS, {"who": supply.owner, "name": supply.name})
    return RuleResult(facts=(fact,), pending=(PendingRoll(roll_key, USAGE, supply.owner, data),))


AMMUNITION = Param("ammunition", Kind.CHOICE, offers=ammunition_of)
"""Which ammunition an attack uses."""
TARGET = Param("creature", Kind.CREATURE, several=True)
"""Whom an attack is aimed at."""


def stores_for(supplies: Mapping[str, Supply], who: str) -> dict[Trigger, str]:
    """Choose the key of the food and of the drink for a creature's meal; an empty key where nothing is left.

    The creature's own come before the party's, and a smaller die before a larger one. Food or drink that
    neither carries is not counted.
    """
    stores: dict[Trigger, str] = {}
    for trigger in STORES:
        carried = {
            key: each for key, each in supplies.items() if each.trigger is trigger and each.owner in (who, "")
        }
        usable = [key for key, each in carried.items() if not each.is_depleted]
        if carried:
            stores[trigger] = min(
                usable, key=lambda key: (not carried[key].owner, carried[key].die), default=""
            )
    return stores


def shared_meal(apply_meal: Applied) -> Together:
    """Make a function for a meal of several creatures: `apply_meal` feeds each, each store is rolled once.

    A creature that lacks food or drink does not eat. With `food` as `NO_RATIONS`, no store is used. Raises
    `Refusal` `no_meal` or `no_drink` if nobody eats, and those of `apply_meal`.
    """

    def use_together(
        context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll
    ) -> RuleResult:
        supplies_used = {} if args.get("food") == NO_RATIONS else context.supplies
        stores = {who: stores_for(supplies_used, who) for who in creature_ids}
        eaters = [who for who, each in stores.items() if "" not in each.values()]
        hungry = {who: _lack(stores[who]) for who in creature_ids if who not in eaters}
        if not eaters:
            raise Refusal(f"no_{hungry[creature_ids[0]]}")
        keys = dict.fromkeys(key for who in eaters for key in stores[who].values())
        uses = [use_supply(key, context.supplies[key], roll) for key in keys]
        meals = [apply_meal(context, who, args, roll) for who in eaters]
        lacks = tuple(Fact(f"lacks_{trigger}", {"who": who}) for who, trigger in hungry.items())
        return reduce(RuleResult.followed_by, (*meals, *uses, RuleResult(facts=lacks)))

    return use_together


def _lack(stores: Mapping[Trigger, str]) -> Trigger:
    return next(trigger for trigger, key in stores.items() if not key)
