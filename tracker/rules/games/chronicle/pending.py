"""How each kind of pending roll is resolved, which dice it needs, and whether it still makes sense."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from tracker.rules.dice import Roll, Throw, sides_in_mode, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import effort, hunger
from tracker.rules.games.chronicle.acts.living import grow_older
from tracker.rules.games.chronicle.acts.rolling import resist
from tracker.rules.games.chronicle.attributes import Attribute
from tracker.rules.games.chronicle.checks import (
    Call,
    effort_on,
    effort_spent,
    handling,
    happens,
    roll_attribute,
    succeeded,
    task_of,
)
from tracker.rules.games.chronicle.harm import died, healed, hurt
from tracker.rules.games.chronicle.moments import effects
from tracker.rules.games.chronicle.sheet import Character, character, is_ageing
from tracker.rules.games.chronicle.states import FREED_BY, Condition, Task
from tracker.rules.pending import PendingRollKind, figure, no_dice
from tracker.rules.supply import Supply
from tracker.rules.supply_use import use_supply
from tracker.rules.system import Fact, PendingRoll, RuleResult, RulesContext

ENDURANCE = Task(Attribute.ENDURANCE)
FAVOURED = frozenset({"save", "hunger", "sleep", "ageing"})
"""Kinds of pending attribute rolls on which Effort may be spent; not those that give it back."""


def resolve_save(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Try to shake off a condition at the start of a turn (R1-096).

    A creature that stops being stone suffers its other conditions in the same turn (A1-32, A1-33).
    """
    condition = _condition(pending)
    result = resist(context, pending.who, {"condition": condition, "effort": _with_effort(pending)}, roll)
    after = result.sheets[pending.who]
    if condition != Condition.PETRIFIED or not isinstance(after, Character) or condition in after.states:
        return result
    return replace(result, next_pending=() if after.unconscious else tuple(effects(pending.who, after)))


def resolve_confusion(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll what a confused creature does (R1-099)."""
    die = throw_die(20, roll)
    return _lost_turn(pending, confusion(die.face), "confused", Throw("confusion", (die,), die.face))


def resolve_paralysis(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll whether a paralysed creature can act (R1-104)."""
    die = throw_die(20, roll)
    return _lost_turn(pending, paralysis(die.face), "paralysed", Throw("paralysis", (die,), die.face))


def resolve_reminder(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """State what a condition imposes on the turn (R1-097, R1-100, R1-103, R1-105)."""
    data = {"who": pending.who, "source": pending.data.get("source", "")}
    return RuleResult(facts=(Fact(f"bound_{_condition(pending)}", data),))


def resolve_poison(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Deal a poison's level, which nothing reduces (R1-107)."""
    sheet = character(context, pending.who)
    level = sheet.states[Condition.POISONED].level
    after, facts = hurt(pending.who, sheet, level, "poison")
    return RuleResult(
        sheets={pending.who: after},
        facts=(Fact("poison_works", {"who": pending.who, "level": level}), *facts),
    )


def resolve_ammunition(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll the ammunition fired in an encounter (R1-047)."""
    key = str(pending.data["supply"])
    return use_supply(key, context.supplies[key], roll)


def resolve_hunger(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll Endurance for a day unfed, at the difficulty of that day (R1-072, R1-073).

    Only a failure kills: a creature brought back from starvation lives while it passes the rolls.
    """
    sheet, who = character(context, pending.who), pending.who
    call, at = _endurance(pending), _moment(pending)
    sheet, spent = effort_on(who, sheet, call, at)
    throw = roll_attribute(who, sheet, call, at, roll, purpose="hunger")
    before, passed = hunger.Starvation(figure(pending, "day") - 1, sheet.hunger_failures), succeeded(throw)
    now = hunger.another_day(before, passed=passed)
    after = replace(sheet, hunger_failures=now.failures)
    kind = "hunger_endured" if passed else "hunger_failed"
    facts: tuple[Fact, ...] = (*spent, Fact(kind, {"who": who, "failures": now.failures}))
    if now.dead and not passed:
        after, deaths = died(who, after, "starvation")
        facts = (*facts, *deaths)
    return RuleResult(sheets={who: after}, facts=facts, throws=(throw,))


def resolve_sleep(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll Endurance for a day awake too many; failing it kills (R1-077)."""
    sheet, who = character(context, pending.who), pending.who
    call, at = _endurance(pending), _moment(pending)
    sheet, spent = effort_on(who, sheet, call, at)
    throw = roll_attribute(who, sheet, call, at, roll, purpose="sleep")
    after, facts = (
        (sheet, (Fact("sleep_endured", {"who": who}),)) if succeeded(throw) else died(who, sheet, "stroke")
    )
    return RuleResult(sheets={who: after}, facts=(*spent, *facts), throws=(throw,))


def resolve_ageing(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Make a creature a year older (R1-079..R1-081)."""
    return grow_older(context, pending.who, {"effort": _with_effort(pending)}, roll)


def resolve_health_die(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Regain the Health die of a rest (R1-068)."""
    sheet = character(context, pending.who)
    die = throw_die(sheet.health_die, roll)
    after, facts = healed(pending.who, sheet, die.face)
    throw = Throw("health_die", (die,), die.face, pending.who, expression=f"1d{die.sides}")
    return RuleResult(sheets={pending.who: after}, facts=facts, throws=(throw,))


def resolve_effort(context: RulesContext, pending: PendingRoll, roll: Roll) -> RuleResult:
    """Roll Endurance once for each spent point of Effort, all at once (R1-056, R1-057, A1-18)."""
    sheet, who = character(context, pending.who), pending.who
    throws = tuple(
        roll_attribute(who, sheet, Call(ENDURANCE), context.now, roll, purpose="effort")
        for _ in range(sheet.effort_max - sheet.effort)
    )
    successes = [succeeded(throw) for throw in throws]
    regained = effort.recover(sheet.effort, sheet.effort_max, sheet.nights_without_recovery, successes)
    after = replace(sheet, effort=regained.effort, nights_without_recovery=regained.nights)
    by_roll = "effort_regained" if any(successes) else "effort_not_regained"
    kind = "effort_came_back" if regained.automatic else by_roll
    data: dict[str, Scalar] = {
        "who": who,
        "amount": regained.effort - sheet.effort,
        "effort": regained.effort,
        "nights": regained.nights,
    }
    return RuleResult(sheets={who: after}, facts=(Fact(kind, data),), throws=throws)


def with_effort(context: RulesContext, pending: PendingRoll) -> PendingRoll:
    """Return a pending roll with a point of Effort spent on it (R1-053); raises `Refusal` `no_effort`."""
    effort_spent(pending.who, character(context, pending.who), "test")
    return replace(pending, data={**pending.data, "effort": True})


def _with_effort(pending: PendingRoll) -> bool:
    return bool(pending.data.get("effort"))


def _endurance(pending: PendingRoll) -> Call:
    return Call(ENDURANCE, effort=_with_effort(pending))


def _moment(pending: PendingRoll) -> int:
    """Return the clock second at which the pending roll was called for, so that the delay changes nothing."""
    return figure(pending, "at")


def _condition(pending: PendingRoll) -> str:
    return str(pending.data.get("condition", ""))


def _supply(context: RulesContext, pending: PendingRoll) -> Supply | None:
    return context.supplies.get(str(pending.data.get("supply", "")))


def _lost_turn(pending: PendingRoll, outcome: str, condition: str, throw: Throw) -> RuleResult:
    throw = replace(throw, who=pending.who, subject=condition, target=LOST_CONTROL, outcome=outcome)
    return RuleResult(facts=(Fact(f"{condition}_{outcome}", {"who": pending.who}),), throws=(throw,))


def _suffers(context: RulesContext, pending: PendingRoll) -> bool:
    return _condition(pending) in FREED_BY and _condition(pending) in character(context, pending.who).states


def _may_save(context: RulesContext, pending: PendingRoll) -> bool:
    return _suffers(context, pending) and character(context, pending.who).may_shake_off(_condition(pending))


def _binds(context: RulesContext, pending: PendingRoll) -> bool:
    return _suffers(context, pending) and not character(context, pending.who).unconscious


def _fired(context: RulesContext, pending: PendingRoll) -> bool:
    supply = _supply(context, pending)
    return supply is not None and supply.fired and not supply.depleted


def _ammunition_die(context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
    supply = _supply(context, pending)
    return (supply.die,) if supply else ()


def _hurt_at_rest(context: RulesContext, pending: PendingRoll) -> bool:
    sheet = character(context, pending.who)
    return sheet.health < sheet.health_max and sheet.health_die > 0


def _effort_spent(context: RulesContext, pending: PendingRoll) -> int:
    sheet = character(context, pending.who)
    return sheet.effort_max - sheet.effort


def _d20(context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
    return (20,)


def _save_dice(context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
    return _d20s(
        context, pending, Call(task_of(_condition(pending)), effort=_with_effort(pending)), context.now
    )


def _day_dice(context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
    return _d20s(context, pending, _endurance(pending), _moment(pending))


def _ageing_dice(context: RulesContext, pending: PendingRoll) -> tuple[int, ...]:
    """Return the d20 of Endurance and the d6 that falls only if it fails; none for the young."""
    sheet = character(context, pending.who)
    if not is_ageing(sheet.age + 1, sheet.ageing_age):
        return ()
    return (*_d20s(context, pending, _endurance(pending), context.now), len(Attribute))


def _d20s(context: RulesContext, pending: PendingRoll, call: Call, now: int) -> tuple[int, ...]:
    return sides_in_mode(20, handling(character(context, pending.who), call, now).mode)


PENDING_ROLLS: Mapping[str, PendingRollKind] = {
    "save": PendingRollKind(resolve_save, _save_dice, _may_save),
    "confusion": PendingRollKind(resolve_confusion, _d20, _binds),
    "paralysis": PendingRollKind(resolve_paralysis, _d20, _binds),
    "reminder": PendingRollKind(resolve_reminder, no_dice, _binds),
    "poison": PendingRollKind(resolve_poison, no_dice, _suffers),
    "ammunition": PendingRollKind(resolve_ammunition, _ammunition_die, _fired, nobodys=True),
    "hunger": PendingRollKind(
        resolve_hunger,
        _day_dice,
        lambda context, pending: pending.data.get("since") == character(context, pending.who).fed_at,
    ),
    "sleep": PendingRollKind(
        resolve_sleep,
        _day_dice,
        lambda context, pending: pending.data.get("since") == character(context, pending.who).awake_since,
    ),
    "ageing": PendingRollKind(
        resolve_ageing,
        _ageing_dice,
        lambda context, pending: (
            figure(pending, "year") > 0 and Condition.PETRIFIED not in character(context, pending.who).states
        ),
    ),
    "health_die": PendingRollKind(
        resolve_health_die,
        lambda context, pending: (character(context, pending.who).health_die,),
        _hurt_at_rest,
    ),
    "effort": PendingRollKind(
        resolve_effort,
        lambda context, pending: (
            _d20s(context, pending, Call(ENDURANCE), context.now) * _effort_spent(context, pending)
        ),
        lambda context, pending: _effort_spent(context, pending) > 0,
    ),
}


LOST_CONTROL = 11
"""Probability of a confused or paralysed turn (R1-099, R1-104)."""


class Confusion(StrEnum):
    """What a confused creature does with its turn (R1-099)."""

    NORMAL = "normal"
    ATTACK_ALLY = "attack_ally"
    HIT_SELF = "hit_self"


def confusion(face: int) -> Confusion:
    """Read the d20 of a confused turn: from 11 on, even strikes an ally, odd oneself (R1-099, A1-30)."""
    if not happens(LOST_CONTROL, face):
        return Confusion.NORMAL
    return Confusion.HIT_SELF if face % 2 else Confusion.ATTACK_ALLY


class Paralysis(StrEnum):
    """What a paralysed creature can do with its turn (R1-104)."""

    ACTS = "acts"
    PARALYSED = "paralysed"


def paralysis(face: int) -> Paralysis:
    """Read the d20 of a paralysed turn: from 11 on, it is lost (R1-104)."""
    return Paralysis.PARALYSED if happens(LOST_CONTROL, face) else Paralysis.ACTS
