"""The act of an attack: one of a creature's own, with its damage (R1-092, R1-093)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.games.chronicle.acts.harming import damage
from tracker.rules.games.chronicle.checks import effect_handling, lowered
from tracker.rules.games.chronicle.sheet import Character, character, living
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, EffectHandling, Fact, Kind, Param, RuleResult, RulesContext
from tracker.rules.weapon import strike_with

PLAIN = "plain"
"""The choice of the one damage that stands on the sheet without a name."""


def attack(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal the damage of one of the attacks of `who` to `creature` (R1-092..R1-094).

    A player's character rolls dice, lowered by its conditions (A1-42); a figure is static. A creature with
    one attack needs no name for it. Raises `Refusal`: `dead`, `whom`, `no_attack`, and what the notation of
    a damage raises.
    """
    sheet, target = living(context, who), args.get("creature")
    if not target:
        raise Refusal("whom")
    name = _chosen(sheet, who, args)
    how = effect_handling(sheet, context.now)
    amount, throws = strike_with(who, name, damages(sheet)[name], roll, EffectHandling(how.mode, how.static))
    dealt = {"amount": amount, "direct": bool(args.get("direct")), "dealer": who}
    result = damage(context, target, dealt, roll)
    told = Fact("attacks", {"who": who, "other": target, "attack": "" if name == PLAIN else name})
    facts = (told, *(lowered(who, how, "effect") if throws else ()))
    return replace(result, facts=(*facts, *result.facts), throws=(*throws, *result.throws))


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
        raise Refusal("no_attack", who=who, known=", ".join(sheet.attacks) or "—")
    return str(name)


ACTS = (
    Act(
        "attack",
        attack,
        (
            Param("attack", Kind.CHOICE, offers=attacks_of),
            Param("creature", Kind.CREATURE),
            Param("direct", Kind.FLAG),
        ),
        rolls=True,
    ),
)
