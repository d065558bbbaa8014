"""Acts of the body: meals, sleep, rest, and growing older (R1-067..R1-081)."""

from msgspec.structs import replace

from tracker.rules.body import moment, needs_acts
from tracker.rules.clock import HOUR
from tracker.rules.dice import Roll, Throw, throw_die
from tracker.rules.fields import Scalar
from tracker.rules.games.chronicle import sleep
from tracker.rules.games.chronicle.attributes import Attribute
from tracker.rules.games.chronicle.checks import (
    ENDURANCE,
    Call,
    Figures,
    effect_handling,
    effort_on,
    figures_of,
    owed,
    owed_handling,
    roll_attribute,
    succeeded,
)
from tracker.rules.games.chronicle.harm import weakened
from tracker.rules.games.chronicle.hunger import DEADLY_FAILURES
from tracker.rules.games.chronicle.sheet import Character, aged_attribute, is_ageing, living
from tracker.rules.games.chronicle.states import Condition
from tracker.rules.pending import figure
from tracker.rules.system import Act, Args, Fact, Kind, Param, PendingRoll, RuleResult, RulesContext

REST = 8 * HOUR
"""Seconds of little effort that make a rest (R1-067)."""


def eat(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Eat and drink properly, now or `ago` seconds before. Hunger is over (R1-071, R1-074, A1-23)."""
    sheet = living(context, who)
    after = replace(sheet, fed_at=moment(context, args), hunger_failures=0)
    rolls = _waiting(context, who, "hunger")
    before = {key for key, each in rolls.items() if figure(each, "at") <= after.fed_at}
    owed_now = {key for key in before if rolls[key].data.get("since") == sheet.fed_at}
    deadly = sheet.hunger_failures + len(owed_now) >= DEADLY_FAILURES
    lapsed = len(rolls) - len(before if deadly else before - owed_now)
    fact = Fact("ate", {"who": who, "lapsed": lapsed, "owed": len(owed_now) if deadly else 0})
    amends = {key: {"failures": sheet.hunger_failures} for key in owed_now}
    return RuleResult(sheets={who: after}, facts=(fact,), amends=amends)


def have_slept(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Wake from `hours` of sleep, now or `ago`, both in seconds (R1-075, R1-078)."""
    sheet, facts = _slept(context, who, args["hours"], moment(context, args))
    return RuleResult(sheets={who: sheet}, facts=facts)


def rest(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """End 8 hours of little effort. Slots come back; unless `awake`, they were slept (R1-067..R1-070, A1-25).

    Calls for the Health die and for the Endurance rolls that restore Effort.
    """
    sheet, facts = living(context, who), [Fact("rested", {"who": who})]
    if not args.get("awake"):
        sheet, slept = _slept(context, who, REST, context.now)
        facts.extend(slept)
    slots = {key: replace(slot, current=slot.maximum) for key, slot in sheet.slots.items()}
    pending, spent = [], sheet.effort_max - sheet.effort
    if sheet.health_die and sheet.health < sheet.health_max:
        how = owed_handling(effect_handling(sheet, context.now))
        pending.append(PendingRoll(f"rest.{context.now}.health", "health_die", who, how))
    if spent > 0:
        endurance = owed(figures_of(sheet, Call(ENDURANCE), context.now))
        pending.append(
            PendingRoll(f"rest.{context.now}.effort", "effort", who, {"points": spent, **endurance})
        )
    nights = sheet.nights_without_recovery if sheet.effort < sheet.effort_max else 0
    after = replace(sheet, slots=slots, nights_without_recovery=nights)
    return RuleResult(sheets={who: after}, facts=tuple(facts), pending=tuple(pending))


def grow_older(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make a creature a year older; from the species' age on, roll Endurance (R1-079..R1-081).

    On a failure, a d6 picks the attribute that loses a point for good. Stone does not age (R1-105). Without a
    roll, no Effort is spent. Raises `Refusal`: `dead`, `no_effort`, `effort_useless`.
    """
    figures = figures_of(living(context, who), Call(ENDURANCE), context.now)
    return a_year_older(context, who, figures, roll, effort=bool(args.get("effort")))


def a_year_older(
    context: RulesContext, who: str, figures: Figures, roll: Roll, *, effort: bool
) -> RuleResult:
    """Make a creature a year older, with these figures for the roll of its age (R1-079..R1-081)."""
    sheet = living(context, who)
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("does_not_age", {"who": who}),))
    older = replace(sheet, age=sheet.age + 1)
    birthday = Fact("grew_older", {"who": who, "age": older.age})
    if not is_ageing(older.age, older.ageing_age):
        return RuleResult(sheets={who: older}, facts=(birthday,))
    spent: tuple[Fact, ...] = ()
    if effort:
        older, figures, spent = effort_on(who, older, figures)
    test = roll_attribute(who, figures, roll, purpose="ageing", subject=Attribute.ENDURANCE)
    if succeeded(test):
        return RuleResult(sheets={who: older}, facts=(*spent, birthday), throws=(test,))
    die = throw_die(len(Attribute), roll)
    lost = aged_attribute(die.face)
    after, facts = weakened(who, older, lost, 1, "old_age", lasts=True)
    picked = Throw("ageing_attribute", (die,), die.face, who, lost, expression="1d6")
    return RuleResult(sheets={who: after}, facts=(*spent, birthday, *facts), throws=(test, picked))


def _slept(context: RulesContext, who: str, seconds: int, woke_at: int) -> tuple[Character, tuple[Fact, ...]]:
    """Wake after so many seconds of sleep: what was awake before it still counts (R1-078, A1-24).

    Sleep too short to count is kept in mind, for more of it on the same day (R1-075).
    """
    sheet = living(context, who)
    in_all, since = sleep.in_a_day(sheet.napped, sheet.naps_since, seconds, woke_at)
    if not sleep.counts_as_slept(in_all):
        after = replace(sheet, napped=in_all, naps_since=since)
        return after, (Fact("slept_too_little", {"who": who, "seconds": in_all}),)
    penalty = sleep.penalty_after(sheet.sleep_penalty(since), seconds)
    after = replace(sheet, awake_since=woke_at, sleep_kept=-penalty, napped=0)
    rolls = _waiting(context, who, "sleep")
    lapsed = sum(
        figure(each, "at") > woke_at and each.data.get("since") != woke_at for each in rolls.values()
    )
    kind = "slept_badly" if penalty else "slept"
    data: dict[str, Scalar] = {"who": who, "penalty": penalty, "lapsed": lapsed, "owed": len(rolls) - lapsed}
    return after, (Fact(kind, data),)


def _waiting(context: RulesContext, who: str, need: str) -> dict[str, PendingRoll]:
    """Return the pending rolls of a need of a creature, by their keys."""
    return {key: each for key, each in context.waiting.items() if (each.kind, each.who) == (need, who)}


ACTS = (
    Act("rest", rest, (Param("awake", Kind.FLAG),), lasts=lambda args: REST),
    *needs_acts(have_slept, eat),
    Act("age", grow_older, (Param("effort", Kind.FLAG),), rolls=True),
)
