"""The act of an attack: one of a creature's own, with its damage and ammunition (R1-045, R1-092, R1-093)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.chronicle.acts.harming import damage
from tracker.rules.games.chronicle.acts.rolling import HELPED, test
from tracker.rules.games.chronicle.acts.supplying import fired
from tracker.rules.games.chronicle.attributes import ATTRIBUTES
from tracker.rules.games.chronicle.checks import effect_handling, lowered
from tracker.rules.games.chronicle.rolls import Outcome
from tracker.rules.games.chronicle.sheet import Character, character, living
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import AMMUNITION, TARGET
from tracker.rules.system import Act, Args, EffectHandling, Kind, Param, RuleResult, RulesContext
from tracker.rules.weapon import attacks, strike_with

PLAIN = "plain"
"""The choice of the one damage that stands on the sheet without a name."""


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Attack `creature` with one of the attacks of `who` (R1-045, R1-092..R1-094).

    With an `attribute`, the attack is rolled first, and a failure deals nothing; without one it hits. A
    player's character rolls dice of damage, lowered by its conditions (A1-42); a figure is static. With
    `ammunition`, the shot uses it up, whether it hits or not (R1-047). A creature with one attack needs no
    name for it. Raises `Refusal`: `dead`, `whom`, `no_attack`, `attack_roll`, `attack_without_roll`, those of
    `test` and `fired`, and what the notation of a damage raises.
    """
    sheet, target, ammunition = living(context, who), args.get("creature"), args.get("ammunition")
    if not target:
        raise Refusal("whom")
    living(context, target)
    name = _chosen(sheet, who, args)
    told = attacks(who, target, "" if name == PLAIN else name)
    result, hits = RuleResult(facts=(told,)), True
    if args.get("attribute"):
        rolled = test(context, who, {**args, "ranged": bool(ammunition)}, roll)
        hits = any(Outcome(throw.outcome).succeeds for throw in rolled.throws)
        context = replace(context, sheets={**context.sheets, **rolled.sheets})
        result = result.then(rolled)
    elif any(args.get(name) for name in _OF_THE_ROLL):
        raise Refusal("attack_roll" if sheet.is_pc else "attack_without_roll", who=who)
    if hits:
        result = result.then(_blow(context, who, name, args, roll))
    return result.then(fired(context, who, ammunition, roll)) if ammunition else result


def _blow(context: RulesContext, who: str, name: str, args: Args, roll: Roll) -> RuleResult:
    """Deal the damage of an attack that hits."""
    sheet = character(context, who)
    how = effect_handling(sheet, context.now)
    amount, throws = strike_with(who, name, damages(sheet)[name], roll, EffectHandling(how.mode, how.static))
    dealt = {"amount": amount, "direct": bool(args.get("direct")), "dealer": who}
    facts = lowered(who, how, "effect") if throws else ()
    return RuleResult(facts=facts, throws=throws).then(damage(context, args["creature"], dealt, roll))


def damages(sheet: Character) -> Mapping[str, str]:
    """Return the damage of each attack that stands on a sheet, the one without a name first."""
    named = {name: each.damage for name, each in sheet.attacks.items()}
    return {**({PLAIN: sheet.damage} if sheet.damage else {}), **named}


def attacks_of(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the attacks that stand on a sheet, by name."""
    return {name: name for name in damages(character(context, who))}


def _chosen(sheet: Character, who: str, args: Args) -> str:
    names = list(damages(sheet))
    name = args.get("attack") or (names[0] if len(names) == 1 else "")
    if name not in names:
        raise Refusal("no_attack", who=who, known=", ".join(sheet.attacks))
    return str(name)


def _rolled_with(context: RulesContext, who: str) -> Mapping[str, str]:
    """Return the attributes that an attack may be rolled with: only players roll (R1-004, R1-093)."""
    return {each: each for each in ATTRIBUTES} if character(context, who).is_pc else {}


_OF_THE_ROLL = {param.name: param for param in HELPED}
"""Parameters of the roll of an attack."""

ACTS = (
    Act(
        "attack",
        attack,
        (
            Param("attack", Kind.CHOICE, offers=attacks_of),
            AMMUNITION,
            TARGET,
            Param("direct", Kind.FLAG),
            Param("attribute", Kind.CHOICE, offers=_rolled_with),
            *_OF_THE_ROLL.values(),
        ),
        rolls=True,
    ),
)
