"""How each kind of due roll is settled, which dice it needs, and when it no longer makes sense."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec.structs import replace

from tracker.rules.chronicle import effort, hunger
from tracker.rules.chronicle.acts.living import grow_older
from tracker.rules.chronicle.acts.rolling import resist
from tracker.rules.chronicle.attribute_roll import (
    Call,
    effort_on,
    effort_spent,
    handling,
    happens,
    roll_attribute,
    succeeded,
    task_of,
)
from tracker.rules.chronicle.attributes import Attribute
from tracker.rules.chronicle.harm import died, healed, hurt
from tracker.rules.chronicle.moments import effects
from tracker.rules.chronicle.sheet import Character, character, is_ageing
from tracker.rules.chronicle.states import FREED_BY, Condition, Task
from tracker.rules.dice import Roll, Throw, sides_in_mode, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.settling import Settling, figure, no_dice
from tracker.rules.supply import Supply
from tracker.rules.supply_use import use_supply
from tracker.rules.system import Due, Fact, RuleResult, RulesContext

ENDURANCE = Task(Attribute.ENDURANCE)
FAVOURED = frozenset({"save", "hunger", "sleep", "ageing"})
"""Kinds of due that are an attribute roll on which Effort may be spent; not those that give it back."""


def settle_save(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Try to shake off a condition at the start of a turn (R1-096).

    Whoever is stone no more suffers in this turn what stone had swallowed (A1-32, A1-33).
    """
    condition = _condition(due)
    result = resist(context, due.who, {"condition": condition, "effort": _with_effort(due)}, roll)
    after = result.sheets[due.who]
    if condition != Condition.PETRIFIED or not isinstance(after, Character) or condition in after.states:
        return result
    return replace(result, due_then=() if after.unconscious else tuple(effects(due.who, after)))


def settle_confusion(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll what a confused creature does (R1-099)."""
    die = throw_die(20, roll)
    return _lost_turn(due, confusion(die.face), "confused", Throw("confusion", (die,), die.face))


def settle_paralysis(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll whether a paralysed creature can act (R1-104)."""
    die = throw_die(20, roll)
    return _lost_turn(due, paralysis(die.face), "paralysed", Throw("paralysis", (die,), die.face))


def settle_reminder(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Tell what a condition imposes on the turn (R1-097, R1-100, R1-103, R1-105)."""
    told = {"who": due.who, "source": due.data.get("source", "")}
    return RuleResult(facts=(Fact(f"bound_{_condition(due)}", told),))


def settle_poison(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Deal a poison's level, which nothing reduces (R1-107)."""
    sheet = character(context, due.who)
    level = sheet.states[Condition.POISONED].level
    after, facts = hurt(due.who, sheet, level, "poison")
    return RuleResult(
        sheets={due.who: after}, facts=(Fact("poison_works", {"who": due.who, "level": level}), *facts)
    )


def settle_ammunition(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll the ammunition fired in an encounter (R1-047)."""
    key = str(due.data["supply"])
    return use_supply(key, context.supplies[key], roll)


def settle_hunger(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll Endurance for a day unfed, at the difficulty of that day (R1-072, R1-073).

    Only failing kills: whoever starved and was brought back lives on while the rolls are passed.
    """
    sheet, who = character(context, due.who), due.who
    call, at = _endurance(due), _moment(due)
    sheet, spent = effort_on(who, sheet, call, at)
    throw = roll_attribute(who, sheet, call, at, roll, purpose="hunger")
    before, passed = hunger.Starvation(figure(due, "day") - 1, sheet.hunger_failures), succeeded(throw)
    now = hunger.another_day(before, passed=passed)
    after = replace(sheet, hunger_failures=now.failures)
    kind = "hunger_endured" if passed else "hunger_failed"
    facts: tuple[Fact, ...] = (*spent, Fact(kind, {"who": who, "failures": now.failures}))
    if now.dead and not passed:
        after, deaths = died(who, after, "starvation")
        facts = (*facts, *deaths)
    return RuleResult(sheets={who: after}, facts=facts, throws=(throw,))


def settle_sleep(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll Endurance for a day awake too many; failing it kills (R1-077)."""
    sheet, who = character(context, due.who), due.who
    call, at = _endurance(due), _moment(due)
    sheet, spent = effort_on(who, sheet, call, at)
    throw = roll_attribute(who, sheet, call, at, roll, purpose="sleep")
    after, facts = (
        (sheet, (Fact("sleep_endured", {"who": who}),)) if succeeded(throw) else died(who, sheet, "stroke")
    )
    return RuleResult(sheets={who: after}, facts=(*spent, *facts), throws=(throw,))


def settle_ageing(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Let somebody be a year older (R1-079..R1-081)."""
    return grow_older(context, due.who, {"effort": _with_effort(due)}, roll)


def settle_health_die(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Regain the Health die of a rest (R1-068)."""
    sheet = character(context, due.who)
    die = throw_die(sheet.health_die, roll)
    after, facts = healed(due.who, sheet, die.face)
    throw = Throw("health_die", (die,), die.face, due.who, expression=f"1d{die.sides}")
    return RuleResult(sheets={due.who: after}, facts=facts, throws=(throw,))


def settle_effort(context: RulesContext, due: Due, roll: Roll) -> RuleResult:
    """Roll Endurance once for each spent point of Effort, all at once (R1-056, R1-057, A1-18)."""
    sheet, who = character(context, due.who), due.who
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


def with_effort(context: RulesContext, due: Due) -> Due:
    """Return a due roll with a point of Effort spent on it (R1-013, R1-053); raises `Refusal` `no_effort`."""
    effort_spent(due.who, character(context, due.who), "test")
    return replace(due, data={**due.data, "effort": True})


def _with_effort(due: Due) -> bool:
    return bool(due.data.get("effort"))


def _endurance(due: Due) -> Call:
    return Call(ENDURANCE, effort=_with_effort(due))


def _moment(due: Due) -> int:
    """Return the clock second at which the due roll was called for, so that waiting changes nothing."""
    return figure(due, "at")


def _condition(due: Due) -> str:
    return str(due.data.get("condition", ""))


def _supply(context: RulesContext, due: Due) -> Supply | None:
    return context.supplies.get(str(due.data.get("supply", "")))


def _lost_turn(due: Due, outcome: str, condition: str, throw: Throw) -> RuleResult:
    throw = replace(throw, who=due.who, subject=condition, target=LOST_CONTROL, outcome=outcome)
    return RuleResult(facts=(Fact(f"{condition}_{outcome}", {"who": due.who}),), throws=(throw,))


def _suffers(context: RulesContext, due: Due) -> bool:
    return _condition(due) in FREED_BY and _condition(due) in character(context, due.who).states


def _may_save(context: RulesContext, due: Due) -> bool:
    return _suffers(context, due) and character(context, due.who).may_shake_off(_condition(due))


def _binds(context: RulesContext, due: Due) -> bool:
    return _suffers(context, due) and not character(context, due.who).unconscious


def _fired(context: RulesContext, due: Due) -> bool:
    supply = _supply(context, due)
    return supply is not None and supply.fired and not supply.depleted


def _ammunition_die(context: RulesContext, due: Due) -> tuple[int, ...]:
    supply = _supply(context, due)
    return (supply.die,) if supply else ()


def _hurt_at_rest(context: RulesContext, due: Due) -> bool:
    sheet = character(context, due.who)
    return sheet.health < sheet.health_max and sheet.health_die > 0


def _effort_spent(context: RulesContext, due: Due) -> int:
    sheet = character(context, due.who)
    return sheet.effort_max - sheet.effort


def _d20(context: RulesContext, due: Due) -> tuple[int, ...]:
    return (20,)


def _save_dice(context: RulesContext, due: Due) -> tuple[int, ...]:
    return _d20s(context, due, Call(task_of(_condition(due)), effort=_with_effort(due)), context.now)


def _day_dice(context: RulesContext, due: Due) -> tuple[int, ...]:
    return _d20s(context, due, _endurance(due), _moment(due))


def _ageing_dice(context: RulesContext, due: Due) -> tuple[int, ...]:
    """Return the d20 of Endurance and the d6 that falls only if it fails; none for the young."""
    sheet = character(context, due.who)
    if not is_ageing(sheet.age + 1, sheet.ageing_age):
        return ()
    return (*_d20s(context, due, _endurance(due), context.now), len(Attribute))


def _d20s(context: RulesContext, due: Due, call: Call, now: int) -> tuple[int, ...]:
    return sides_in_mode(20, handling(character(context, due.who), call, now).mode)


PENDING_ROLLS: Mapping[str, Settling] = {
    "save": Settling(settle_save, _save_dice, _may_save),
    "confusion": Settling(settle_confusion, _d20, _binds),
    "paralysis": Settling(settle_paralysis, _d20, _binds),
    "reminder": Settling(settle_reminder, no_dice, _binds),
    "poison": Settling(settle_poison, no_dice, _suffers),
    "ammunition": Settling(settle_ammunition, _ammunition_die, _fired, nobodys=True),
    "hunger": Settling(
        settle_hunger,
        _day_dice,
        lambda context, due: due.data.get("since") == character(context, due.who).fed_at,
    ),
    "sleep": Settling(
        settle_sleep,
        _day_dice,
        lambda context, due: due.data.get("since") == character(context, due.who).awake_since,
    ),
    "ageing": Settling(
        settle_ageing,
        _ageing_dice,
        lambda context, due: (
            figure(due, "year") > 0 and Condition.PETRIFIED not in character(context, due.who).states
        ),
    ),
    "health_die": Settling(
        settle_health_die, lambda context, due: (character(context, due.who).health_die,), _hurt_at_rest
    ),
    "effort": Settling(
        settle_effort,
        lambda context, due: _d20s(context, due, Call(ENDURANCE), context.now) * _effort_spent(context, due),
        lambda context, due: _effort_spent(context, due) > 0,
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
