"""Meals of food and drink that run out: whose they use, and who has none left (R1-035, R1-071)."""

from collections.abc import Mapping

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import use_supply
from tracker.rules.system import Applied, Args, Fact, RuleResult, RulesContext, Together

STORES = (Trigger.MEAL, Trigger.DRINK)
"""What a meal uses up, in this order, where anybody carries some."""
NO_RATIONS = "no_rations"
"""A meal of something else: nothing is used up."""


def stores_for(supplies: Mapping[str, Supply], who: str) -> dict[Trigger, str]:
    """Return the key of each store that a meal of a creature uses; empty for one of which nothing is left.

    The creature's own come before the party's, and a smaller die before a larger one. Food or drink that
    neither carries is not counted.
    """
    stores: dict[Trigger, str] = {}
    for trigger in STORES:
        theirs = {
            key: each for key, each in supplies.items() if each.trigger is trigger and each.owner in (who, "")
        }
        left = [key for key, each in theirs.items() if not each.depleted]
        if theirs:
            stores[trigger] = min(left, key=lambda key: (not theirs[key].owner, theirs[key].die), default="")
    return stores


def meal(ate: Applied) -> Together:
    """Return a meal of several creatures: `ate` applies to those who eat, and each store is rolled once.

    A creature that lacks food or drink does not eat. With `food` as `NO_RATIONS`, no store is used. Raises
    `Refusal` `no_meal` or `no_drink` if nobody eats, and those of `ate`.
    """

    def together(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
        counted = {} if args.get("food") == NO_RATIONS else context.supplies
        stores = {who: stores_for(counted, who) for who in creature_ids}
        eaters = [who for who, each in stores.items() if "" not in each.values()]
        hungry = {who: _lack(stores[who]) for who in creature_ids if who not in eaters}
        if not eaters:
            raise Refusal(f"no_{hungry[creature_ids[0]]}")
        keys = dict.fromkeys(key for who in eaters for key in stores[who].values())
        used = [use_supply(key, context.supplies[key], roll) for key in keys]
        fed = [ate(context, who, args, roll) for who in eaters]
        return RuleResult(
            sheets={who: sheet for each in fed for who, sheet in each.sheets.items()},
            supplies={key: supply for each in used for key, supply in each.supplies.items()},
            facts=(
                *(fact for each in (*fed, *used) for fact in each.facts),
                *(Fact(f"lacks_{trigger}", {"who": who}) for who, trigger in hungry.items()),
            ),
            throws=tuple(throw for each in used for throw in each.throws),
            amends={key: data for each in fed for key, data in each.amends.items()},
        )

    return together


def _lack(stores: Mapping[Trigger, str]) -> Trigger:
    """Return the first store of which nothing is left."""
    return next(trigger for trigger, key in stores.items() if not key)
