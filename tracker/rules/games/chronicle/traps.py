"""Acts of traps: set, search for, find, conceal, spring and disarm them (R1-089..R1-091)."""

from collections.abc import Mapping

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw
from tracker.rules.dice.notation import parse
from tracker.rules.fields import TEXT_LENGTH, Scalar
from tracker.rules.games.chronicle.acts import HELPED, SENSES, deal, save_task, test
from tracker.rules.games.chronicle.checks import Call, figures_data, figures_of, is_success
from tracker.rules.games.chronicle.sheet import ATTRIBUTES, Attribute, Trap, character, choices
from tracker.rules.pending import own_key
from tracker.rules.refusal import Refusal
from tracker.rules.system import Act, Args, Fact, Kind, Param, PendingRoll, RuleResult, RulesContext, Whose
from tracker.rules.text import fitting_text, fold, key_of

_TEXTS = ("trigger", "concealment", "effect")


def set_trap(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Set a trap, or arm it again; what the act does not name stays (R1-089..R1-091).

    Raises `Refusal` `no_trap_name`, and those of the notation of its damage.
    """
    name, traps = key_of(args["trap_name"]), choices(context).traps
    if not name:
        raise Refusal("no_trap_name")
    name = next((each for each in traps if fold(each) == fold(name)), name)
    changes = {key: fitting_text(args[key], TEXT_LENGTH) for key in _TEXTS if args.get(key)}
    if args.get("harm"):
        changes["damage"] = fitting_text(str(parse(args["harm"])))
    trap = replace(traps.get(name, Trap()), **changes, sprung=False)
    if args.get("attribute"):
        trap = replace(trap, attribute=args["attribute"], halves=bool(args.get("halved")))
    return _with_trap(context, name, trap, Fact("trap_set", {"trap": name}))


def seek(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Search for a hidden trap with Intuition (R1-090).

    Raises `Refusal`: `trap_found`, `dead`, `no_effort`.
    """
    name = args["trap"]
    _require_found(context, name, found=False)
    result = test(context, who, {**args, "attribute": Attribute.INTUITION}, roll)
    if not any(is_success(throw) for throw in result.throws):
        fact = Fact("trap_missed", {"who": who, "trap": name})
        return replace(result, facts=(*result.facts, fact))
    data: dict[str, Scalar] = {"trap": name, "who": who}
    trap_result = _with_trap(
        context, name, replace(_trap(context, name), found=True), Fact("trap_found", data)
    )
    return replace(result, scene=trap_result.scene, facts=(*result.facts, *trap_result.facts))


def find(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Find a trap without a roll, by attention or a spell (R1-090); raises `Refusal` `trap_found`."""
    name = args["trap"]
    _require_found(context, name, found=False)
    return _with_trap(
        context, name, replace(_trap(context, name), found=True), Fact("trap_found", {"trap": name})
    )


def conceal(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Hide a trap that was found; raises `Refusal` `trap_hidden`."""
    name = args["trap"]
    _require_found(context, name, found=True)
    fact = Fact("trap_concealed", {"trap": name})
    return _with_trap(context, name, replace(_trap(context, name), found=False), fact)


def spring(context: RulesContext, creature_ids: tuple[str, ...], args: Args, roll: Roll) -> RuleResult:
    """Spring a trap on creatures: each saves if the trap allows it, or takes damage at once (R1-091, R1-093).

    Damage is rolled once for all of them. Raises `Refusal` `trap_sprung` until the trap is armed again.
    """
    name = args["trap"]
    trap = _trap(context, name)
    if trap.sprung:
        raise Refusal("trap_sprung", name=name)
    amount, throws = _roll_damage(trap, roll)
    fact = Fact("trap_springs", {"trap": name, "effect": trap.effect.rstrip(".")})
    result = _with_trap(context, name, replace(trap, sprung=True, found=True), fact)
    result = replace(result, throws=throws)
    if trap.attribute:
        if amount:
            waiting = Fact("trap_damage_waits", {"amount": amount})
            result = replace(result, facts=(*result.facts, waiting))
        return replace(result, pending=tuple(_save(context, who, name, amount) for who in creature_ids))
    for who in creature_ids if amount else ():
        result = result.followed_by(deal(context, who, {"amount": amount}, roll))
    return result


def disarm(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Remove a trap: disarmed, or left behind."""
    scene, name = choices(context), args["trap"]
    traps = {key: trap for key, trap in scene.traps.items() if key != name}
    fact = Fact("trap_disarmed", {"trap": name})
    return RuleResult(scene=replace(scene, traps=traps), facts=(fact,))


def _roll_damage(trap: Trap, roll: Roll) -> tuple[int, tuple[Throw, ...]]:
    if not trap.damage:
        return 0, ()
    outcome = parse(trap.damage).roll(roll)
    throw = Throw("effect", outcome.dice, outcome.total, subject="spring", expression=trap.damage)
    # Damage without dice, such as `3`, is no throw.
    return max(0, outcome.total), (throw,) if outcome.dice else ()


def _save(context: RulesContext, who: str, name: str, amount: int) -> PendingRoll:
    trap = _trap(context, name)
    figures = figures_of(character(context, who), Call(save_task(trap.attribute)), context.now)
    data: dict[str, Scalar] = {
        "trap": name,
        "attribute": trap.attribute,
        "amount": amount,
        "halves": trap.halves,
        "at": context.now,
        **figures_data(figures),
    }
    return PendingRoll(own_key(context, who, f"trap.{name}.{context.now}"), "trap", who, data)


def _trap(context: RulesContext, name: str) -> Trap:
    traps = choices(context).traps
    if name not in traps:
        raise Refusal("no_such_trap", name=name, known=", ".join(traps) or "—")
    return traps[name]


def _require_found(context: RulesContext, name: str, *, found: bool) -> None:
    if _trap(context, name).found is not found:
        raise Refusal("trap_hidden" if found else "trap_found", name=name)


def _with_trap(context: RulesContext, name: str, trap: Trap, fact: Fact) -> RuleResult:
    scene = choices(context)
    return RuleResult(scene=replace(scene, traps={**scene.traps, name: trap}), facts=(fact,))


def traps_of(context: RulesContext, who: str) -> Mapping[str, str]:
    return {name: name for name in choices(context).traps}


TRAP = Param("trap", Kind.CHOICE, required=True, offers=traps_of)

TRAPPING = (
    Act(
        "trap",
        set_trap,
        (
            Param("trap_name", Kind.NAME, required=True),
            Param("attribute", Kind.CHOICE, choices=ATTRIBUTES),
            Param("halved", Kind.FLAG),
            Param("trigger", Kind.PHRASE),
            Param("concealment", Kind.PHRASE),
            Param("effect", Kind.PHRASE),
            Param("harm", Kind.PHRASE),
        ),
        whose=Whose.TABLE,
    ),
    Act("seek", seek, (TRAP, *SENSES, *HELPED), rolls=True),
    Act("find", find, (TRAP,), whose=Whose.TABLE),
    Act("conceal", conceal, (TRAP,), whose=Whose.TABLE),
    Act(
        "spring",
        params=(TRAP,),
        rolls=True,
        whose=Whose.TOGETHER,
        together=spring,
    ),
    Act("disarm", disarm, (TRAP,), whose=Whose.TABLE),
)
