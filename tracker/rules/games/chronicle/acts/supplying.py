"""Acts that use supplies up: usage dice, shots, stacks of ammunition (R1-035..R1-047)."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.chronicle import ammunition
from tracker.rules.games.chronicle.acts.harming import held_back
from tracker.rules.games.chronicle.acts.rolling import HELPED, IN_MODE, mode_of, test
from tracker.rules.games.chronicle.attributes import ATTRIBUTES
from tracker.rules.games.chronicle.sheet import AmmoMode, choices, living
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import ammunition_of, use_supply
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext, Whose


def use(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Roll a supply's usage die; modifiers do not change it (R1-039, R1-043, A1-13).

    Raises `Refusal`: `unknown_supply`, `depleted`.
    """
    mode = mode_of(args)
    return use_supply(args["supply"], _left(context, args["supply"]), roll, mode)


def use_together(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Roll a supply of several creatures, such as the party's, once."""
    return use(context, creature_ids[0], args, roll)


def shoot(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Shoot: roll the ammunition now, or remember the shot, as the campaign has chosen (R1-044..R1-047).

    With an attribute, the attack is rolled first (R1-045). Raises `Refusal`: `dead`, `no_effort`,
    `unknown_supply`, `depleted`, `not_ammunition`, `no_ammunition`, `which_ammunition`.
    """
    living(context, who)
    key = args.get("supply") or _only_ammunition(context, who)
    _ammunition(context, key)
    rolled = test(context, who, {**args, "ranged": True}, roll) if args.get("attribute") else RuleResult()
    return RuleResult(facts=held_back(context, who)).then(rolled).then(fired(context, who, key, roll))


def fired(context: RulesContext, who: str, key: str, roll: Roll) -> RuleResult:
    """Roll the ammunition of a shot now, or remember the shot, as the campaign has chosen (R1-045, R1-047).

    Raises `Refusal`: `unknown_supply`, `depleted`, `not_ammunition`.
    """
    supply = _ammunition(context, key)
    if choices(context).ammo_mode is AmmoMode.PER_SHOT:
        return use_supply(key, supply, roll)
    fact = Fact("fired", {"who": who, "supply": key, "name": supply.name})
    return RuleResult(supplies={key: replace(supply, fired=True)}, facts=(fact,))


def merge(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Join two equal stacks of ammunition into the first, one step up (R1-046, R1-047, A1-14).

    Raises `Refusal`: `unknown_supply`, `depleted`, `not_ammunition`, `merge_itself`, and those of
    `ammunition.merge`.
    """
    into, emptied = args["supply"], args["other"]
    if into == emptied:
        raise Refusal("merge_itself")
    first, second = _ammunition(context, into), _ammunition(context, emptied)
    die = ammunition.merge(choices(context).ammo_mode, first.die, second.die)
    data = {"supply": into, "name": first.name, "other": second.name, "die": die}
    return RuleResult(
        supplies={into: replace(first, die=die), emptied: replace(second, die=0, active=False)},
        facts=(Fact("merged", data),),
    )


def _left(context: RulesContext, key: str) -> Supply:
    supply = context.supplies.get(key)
    if supply is None:
        raise Refusal("unknown_supply", name=key)
    if supply.depleted:
        raise Refusal("depleted", name=supply.name)
    return supply


def _ammunition(context: RulesContext, key: str) -> Supply:
    supply = _left(context, key)
    if supply.trigger is not Trigger.AMMUNITION:
        raise Refusal("not_ammunition", name=supply.name)
    return supply


def _only_ammunition(context: RulesContext, who: str) -> str:
    carried = ammunition_of(context, who)
    if not carried:
        raise Refusal("no_ammunition", who=who)
    if len(carried) > 1:
        known = ", ".join(f"{label} (d{context.supplies[key].die})" for key, label in carried.items())
        raise Refusal("which_ammunition", who=who, known=known)
    return next(iter(carried))


ACTS = (
    Act(
        "use",
        use,
        (
            Param("supply", Kind.SUPPLY, required=True),
            *IN_MODE,
        ),
        rolls=True,
        whose=Whose.TOGETHER,
        together=use_together,
    ),
    Act(
        "shoot",
        shoot,
        (
            Param("supply", Kind.SUPPLY),
            Param("attribute", Kind.CHOICE, choices=ATTRIBUTES),
            *HELPED,
        ),
        rolls=True,
    ),
    Act(
        "merge",
        merge,
        (Param("supply", Kind.SUPPLY, required=True), Param("other", Kind.SUPPLY, required=True)),
    ),
)
