"""Acts that hurt and heal: damage, falls, cures, death and the return from it."""

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw, sum_kept, throw_die
from tracker.rules.games.chronicle import health
from tracker.rules.games.chronicle.checks import effect_handling, effect_throw, lowered
from tracker.rules.games.chronicle.harm import died, healed, hurt
from tracker.rules.games.chronicle.moments import save_against
from tracker.rules.games.chronicle.sheet import Character, character, living
from tracker.rules.games.chronicle.states import Condition
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, RuleResult, RulesContext
from tracker.rules.text import fitting

HIGHEST_FALL = 1_000 * health.CENTIMETRES_PER_DIE


def damage(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal damage, after the armour roll of a PC who wears any (R1-092..R1-094).

    The session rolls the damage, lowered by the conditions of the `dealer` (A1-42). `direct` damage ignores
    armour and petrification. Stone is immune to all other damage (R1-105). A
    fascinated creature may save once more; the GM skips that save if another creature hurt it (R1-102).
    """
    result = _dealt(context, who, args, roll)
    if args.get("dealer"):
        warned = held_back(context, args["dealer"])
        result = replace(result, facts=(*warned, *result.facts))
    return _fascination_shaken(context, who, character(context, who), result)


def held_back(context: RulesContext, who: str) -> tuple[Fact, ...]:
    """Return the reminder that a fascinated creature cannot attack what fascinates it (R1-102)."""
    state = character(context, who).states.get(Condition.FASCINATED)
    return (Fact("held_back", {"who": who, "source": state.source}),) if state else ()


def _dealt(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    sheet, amount = character(context, who), max(0, args["amount"])
    if args.get("direct"):
        return _hurt(who, sheet, amount, "wounds")
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("immune", {"who": who}),))
    if not (sheet.is_pc and sheet.armour_die and amount):
        return _hurt(who, sheet, amount, "wounds")
    how = effect_handling(sheet, context.now)
    throw = effect_throw(who, sheet.armour_die, how, roll, "armour")
    taken = health.armour(amount, max(0, throw.total))
    soaked = Fact("soaked", {"who": who, "amount": amount - taken})
    facts = (*lowered(who, how, "armour"), soaked)
    return _hurt(who, sheet, taken, "wounds", facts=facts, throws=(throw,))


def fall(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Deal the damage of a fall, rolled or static; armour does not help (R1-086..R1-088).

    `metres` comes in centimetres.
    """
    sheet, height = character(context, who), args["metres"]
    count = health.fall_dice(height)
    if not count:
        return RuleResult(facts=(Fact("fell_unhurt", {"who": who}),))
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("immune", {"who": who}),))
    if args.get("static"):
        return _hurt(who, sheet, health.fall_damage(health.static_fall(height), pc=sheet.is_pc), "fall")
    dice = tuple(throw_die(health.FALL_DIE, roll) for _ in range(count))
    throw = Throw("fall", dice, sum_kept(dice), who, expression=f"{count}d{health.FALL_DIE}")
    return _hurt(who, sheet, health.fall_damage(throw.total, pc=sheet.is_pc), "fall", throws=(throw,))


def heal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Give Health back, up to its maximum (R1-050, R1-052); raises `Refusal` `dead`."""
    sheet, facts = healed(who, living(context, who), args["amount"])
    return RuleResult(sheets={who: sheet}, facts=facts)


def kill(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Kill a creature, whatever its Health; raises `Refusal` `dead`."""
    sheet, facts = died(who, living(context, who), fitting(args.get("cause") or "gm"))
    return RuleResult(sheets={who: sheet}, facts=facts)


def revive(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Bring a creature back to life. An NPC without Health stays alive (R1-084).

    Raises `Refusal` `not_dead`.
    """
    sheet = character(context, who)
    if not sheet.dead:
        raise Refusal("not_dead", who=who)
    spared = sheet.stays_alive or (not sheet.is_pc and sheet.health <= 0)
    after = replace(sheet, dead=False, cause="", stays_alive=spared)
    return RuleResult(sheets={who: after}, facts=(Fact("revived", {"who": who, "health": after.health}),))


def _hurt(
    who: str,
    sheet: Character,
    amount: int,
    cause: str,
    *,
    facts: tuple[Fact, ...] = (),
    throws: tuple[Throw, ...] = (),
) -> RuleResult:
    after, more = hurt(who, sheet, amount, cause)
    return RuleResult(sheets={who: after}, facts=(*facts, *more), throws=throws)


def _fascination_shaken(context: RulesContext, who: str, before: Character, result: RuleResult) -> RuleResult:
    """Call for the save of a fascinated creature that has been hurt (R1-102)."""
    after = result.sheets.get(who, before)
    if Condition.FASCINATED not in before.states or not isinstance(after, Character) or after.dead:
        return result
    if after.health >= before.health:
        return result
    data = {"who": who, "source": before.states[Condition.FASCINATED].source}
    pending = save_against(context, who, Condition.FASCINATED, "hurt.fascinated")
    return replace(
        result, facts=(*result.facts, Fact("fascinated_hurt", data)), pending=(*result.pending, pending)
    )


ACTS = (
    Act(
        "damage",
        damage,
        (
            Param("amount", Kind.EFFECT, required=True),
            Param("direct", Kind.FLAG),
            Param("dealer", Kind.DEALER),
        ),
        rolls=True,
    ),
    Act("heal", heal, (Param("amount", Kind.EFFECT, required=True),), rolls=True),
    Act(
        "fall",
        fall,
        (
            Param("metres", Kind.METRES, required=True, low=0, high=HIGHEST_FALL),
            Param("static", Kind.FLAG),
        ),
        rolls=True,
    ),
    Act("kill", kill, (Param("cause", Kind.TEXT),)),
    Act("revive", revive),
)
