"""Rolling the usage die of a supply, in any game, and its depletion."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules import usage_die
from tracker.rules.dice import Mode, Roll, Throw
from tracker.rules.fields import Scalar
from tracker.rules.supply import Supply, Trigger, labels
from tracker.rules.system import Fact, Kind, Param, RuleResult, RulesContext

TOLD: Mapping[str, str] = {"kept": "supply_kept", "dropped": "supply_worn", "depleted": "supply_depleted"}
"""The fact that tells each outcome."""


def use_supply(key: str, supply: Supply, roll: Roll, mode: Mode = Mode.NORMAL) -> RuleResult:
    """Roll a supply's usage die once; a depleted light goes out (R1-038..R1-040, R1-043).

    Raises `Refusal` `depleted_die` when nothing is left to roll.
    """
    used = usage_die.use(supply.die, roll, mode)
    after = replace(supply, die=used.sides, active=supply.active and used.sides > 0, fired=False)
    outcome = "depleted" if after.depleted else "dropped" if used.sides < supply.die else "kept"
    throw = Throw("usage", used.dice, used.kept, supply.owner, key, mode=mode, outcome=outcome)
    data: dict[str, Scalar] = {
        "supply": key,
        "who": supply.owner,
        "name": supply.name,
        "die": used.sides,
        "outcome": supply.outcome,
    }
    return RuleResult(supplies={key: after}, facts=(Fact(TOLD[outcome], data),), throws=(throw,))


def ammunition_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the ammunition that a creature carries and that is not depleted: labels, by their keys."""
    named = labels(context.supplies)
    return {
        key: named[key]
        for key, supply in context.supplies.items()
        if supply.owner == who and supply.trigger is Trigger.AMMUNITION and not supply.depleted
    }


def shot(context: RulesContext, key: str | None, roll: Roll) -> RuleResult:
    """Roll the usage die of the ammunition that an attack uses, if it uses any."""
    return use_supply(key, context.supplies[key], roll) if key else RuleResult()


AMMUNITION = Param("ammunition", Kind.CHOICE, offers=ammunition_of)
"""The ammunition that an attack uses."""
TARGET = Param("creature", Kind.CREATURE, several=True)
"""Whom an attack is against."""
