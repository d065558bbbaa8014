"""Acts of the body: meals, sleep, rest, and growing older (R1-067..R1-081)."""

from msgspec.structs import replace

from tracker.rules.body import moment, needs_acts
from tracker.rules.dice import Roll, Throw, throw_die
from tracker.rules.games.chronicle import sleep
from tracker.rules.games.chronicle.attributes import Attribute
from tracker.rules.games.chronicle.checks import Call, effort_on, roll_attribute, succeeded
from tracker.rules.games.chronicle.harm import weakened
from tracker.rules.games.chronicle.measures import REST
from tracker.rules.games.chronicle.sheet import Character, aged_attribute, is_ageing, living
from tracker.rules.games.chronicle.states import Condition, Task
from tracker.rules.system import Act, Args, Fact, Kind, Param, PendingRoll, RuleResult, RulesContext


def eat(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Eat and drink properly, now or `ago` seconds before. Hunger is over (R1-071, R1-074, A1-23)."""
    sheet = living(context, who)
    after = replace(sheet, fed_at=moment(context, args), hunger_failures=0)
    lapsed = _lapsed(context, who, "hunger", after.fed_at)
    return RuleResult(sheets={who: after}, facts=(Fact("ate", {"who": who, "lapsed": lapsed}),))


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
    pending = []
    if sheet.health_die and sheet.health < sheet.health_max:
        pending.append(PendingRoll(f"rest.{context.now}.health", "health_die", who))
    if sheet.effort < sheet.effort_max:
        pending.append(PendingRoll(f"rest.{context.now}.effort", "effort", who))
    nights = sheet.nights_without_recovery if sheet.effort < sheet.effort_max else 0
    after = replace(sheet, slots=slots, nights_without_recovery=nights)
    return RuleResult(sheets={who: after}, facts=tuple(facts), pending=tuple(pending))


def grow_older(context: RulesContext, who: str, args: Args, roll: Roll) -> RuleResult:
    """Make a creature a year older; from the species' age on, roll Endurance (R1-079..R1-081).

    On a failure, a d6 picks the attribute that loses a point for good. Stone does not age (R1-105). Without a
    roll, no Effort is spent. Raises `Refusal`: `dead`, `no_effort`.
    """
    sheet = living(context, who)
    if Condition.PETRIFIED in sheet.states:
        return RuleResult(facts=(Fact("does_not_age", {"who": who}),))
    older = replace(sheet, age=sheet.age + 1)
    birthday = Fact("grew_older", {"who": who, "age": older.age})
    if not is_ageing(older.age, older.ageing_age):
        return RuleResult(sheets={who: older}, facts=(birthday,))
    call = Call(Task(Attribute.ENDURANCE), effort=bool(args.get("effort")))
    older, spent = effort_on(who, older, call, context.now)
    test = roll_attribute(who, older, call, context.now, roll, purpose="ageing")
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
    lapsed = _lapsed(context, who, "sleep", woke_at)
    kind = "slept_badly" if penalty else "slept"
    return after, (Fact(kind, {"who": who, "penalty": penalty, "lapsed": lapsed}),)


def _lapsed(context: RulesContext, who: str, need: str, since: int) -> int:
    """Return how many waiting rolls of a need mean nothing any more, now that it counts from `since`."""
    waiting = (pending for pending in context.waiting.values() if (pending.kind, pending.who) == (need, who))
    return sum(pending.data.get("since") != since for pending in waiting)


ACTS = (
    Act("rest", rest, (Param("awake", Kind.FLAG),), lasts=lambda args: REST),
    *needs_acts(have_slept, eat),
    Act("age", grow_older, (Param("effort", Kind.FLAG),), rolls=True),
)
