"""Passing time: turns, rounds, intervals, and the pending rolls that they call for."""

from enum import StrEnum

from msgspec.structs import replace

from tracker.rules.clock import DAY, HOUR
from tracker.rules.dice import Roll
from tracker.rules.dice.notation import parse
from tracker.rules.meal import stores_for
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import PendingRoll
from tracker.session.effects import clock_moved, effect_saves
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.almanac import days_came
from tracker.session.moves.progress import refilled
from tracker.session.moves.tables import table_of
from tracker.session.outdoors import EncounterWatch
from tracker.session.pending import SharedRoll, check_for_encounter, moved, weather_rolls
from tracker.session.progress import Refill
from tracker.session.state import Session

MOST_TIME = 10 * 365 * DAY
MOST_DUES = 50
"""Most pending rolls of one supply from one passage of time; the last one stands for all the rest."""
_SAVES = "turn.end."
"""Prefix of saves against the GM's own effects outside an encounter."""


class Passage(StrEnum):
    """How the GM counts the time that passes (R1-062..R1-064)."""

    TURN = "turn"
    ROUND = "round"
    INTERVAL = "interval"


def pass_time(session: Session, passage: Passage, seconds: int, roll: Roll) -> Draft:
    """Let seconds pass. Only an interval advances interval supplies and the encounter check.

    Outside an encounter, a turn or a round is a turn of every creature: countdowns go down, and the rolls of
    its start and end are queued if the rules want them there.
    """
    builder = MoveBuilder.of(session)
    if passage is Passage.INTERVAL:
        return interval(builder, seconds, roll, "interval_passed").draft()
    builder = elapsed(builder, seconds, turns=False)
    result = session.game.round_ends(builder.session.rules_context(), tuple(session.creatures))
    builder = _turn_of_everybody(builder.ruled(result, f"turn.{builder.session.elapsed}."))
    return builder.told(f"{passage}_passed", seconds=seconds).draft()


def ordinary_days(session: Session, seconds: int, roll: Roll) -> Draft:
    """Let an interval of days pass in which everybody ate and slept as usual (R1-064).

    Supplies are used up and years pass. Refuses `less_than_a_day`.
    """
    if seconds < session.calendar.day_seconds:
        raise Refusal("less_than_a_day", seconds=seconds)
    game, context, now = session.game, session.rules_context(), session.elapsed + seconds
    creatures = {
        who: replace(each, sheet=game.lived_ordinarily(each.sheet, now)) if game.needs(context, who) else each
        for who, each in session.creatures.items()
    }
    builder = MoveBuilder.of(session).became(creatures=creatures)
    builder = interval(builder, seconds, roll, "ordinary_days_passed")
    return _meals_owed(builder, seconds // session.calendar.day_seconds).draft()


def _meals_owed(builder: MoveBuilder, days: int) -> MoveBuilder:
    """Queue the rolls of the food and drink that the party used up in ordinary days: one a day (R1-064)."""
    session = builder.session
    used = dict.fromkeys(
        key for who in session.party() for key in stores_for(session.supplies, who).values() if key
    )
    dues = (_usage_due(key, session.supplies[key], session.elapsed) for key in used)
    return builder.called(tuple(replace(due, data={**due.data, "span": days}) for due in dues))


def _turn_of_everybody(builder: MoveBuilder) -> MoveBuilder:
    """Queue the rolls of a turn for creatures outside the encounter.

    Every game queues saves against the GM's own effects, each once.
    """
    builder = _turns_outside(builder, 1)
    for who in _idle(builder.session):
        builder = builder.called(effect_saves(builder.session, who), _SAVES)
    return builder


def _turns_outside(builder: MoveBuilder, turns: int) -> MoveBuilder:
    """Queue the rolls of so many turns, which creatures outside the encounter take as the clock goes on."""
    session, context = builder.session, builder.session.rules_context()
    for who in _idle(session):
        pending = session.game.turns_outside(context, who, turns)
        builder = builder.called(pending, f"turn.{session.elapsed}.")
    return builder


def _outside(session: Session) -> list[str]:
    """Return whose rounds pass with the clock: creatures outside the fight, and the table without a fight."""
    fight = session.fight
    return [*_idle(session), *([] if fight is not None and fight.round else [""])]


def _idle(session: Session) -> list[str]:
    """Return the creatures that take no turns in the encounter being played and are not out."""
    fighting = session.rules_context().fighting
    return [
        who
        for who, creature in session.creatures.items()
        if who not in fighting and not session.game.is_out(creature.sheet)
    ]


def interval(builder: MoveBuilder, seconds: int, roll: Roll, fact: str) -> MoveBuilder:
    """Let an interval pass and record it as this fact (R1-064): advance interval supplies and the check."""
    builder = _interval_dues(elapsed(builder, seconds)).told(fact, seconds=seconds)
    return _watched(builder, roll)


def elapsed(builder: MoveBuilder, seconds: int, *, turns: bool = True) -> MoveBuilder:
    """Move the clock and queue the rolls that fall due; `turns` says whether countdowns of turns go down."""
    if not 0 < seconds <= MOST_TIME:
        raise Refusal("bad_duration", seconds=seconds)
    before = builder.session.elapsed
    return advanced(builder.became(elapsed=before + seconds), before, turns=turns)


def taken(builder: MoveBuilder, seconds: int) -> MoveBuilder:
    """Let the time pass that an action took, and record it."""
    return elapsed(builder, seconds).told("time_passed", seconds=seconds) if seconds else builder


def advanced(builder: MoveBuilder, before: int, *, turns: bool = True) -> MoveBuilder:
    """Queue the rolls that fell due between `before` and the clock's present second."""
    if turns:
        builder = _turns_passed(builder, before)
    builder = refilled(builder, Refill.ROUND, _outside(builder.session))
    session = builder.session
    context = replace(session.rules_context(), now=before)
    for who in session.creatures:
        builder = builder.called(session.game.time_passes(context, who, session.elapsed))
    for key, supply in session.supplies.items():
        if supply.trigger is Trigger.TIME and supply.active and supply.every > 0:
            builder = _burnt(builder, key, supply)
    return clock_moved(_new_day(builder, before))


def _new_day(builder: MoveBuilder, before: int) -> MoveBuilder:
    """Queue what is due on the days that began since, and the roll for the weather of the last one."""
    session = builder.session
    if session.day == session.day_of(before):
        return builder
    builder = days_came(builder, before)
    builder = refilled(builder, Refill.DAY, ("", *session.creatures))
    return builder.called(weather_rolls(session, session.elapsed - session.time_of_day))


def _turns_passed(builder: MoveBuilder, before: int) -> MoveBuilder:
    """Let the elapsed turns pass: countdowns of all creatures, rolls of those outside the encounter."""
    session = builder.session
    if not session.turn_seconds:
        return builder
    turns = session.elapsed // session.turn_seconds - before // session.turn_seconds
    builder = counted_down(builder, tuple(session.creatures), turns)
    return _turns_outside(builder, turns) if turns else builder


def counted_down(builder: MoveBuilder, creature_ids: tuple[str, ...], turns: int) -> MoveBuilder:
    """Take turns off the countdowns of these creatures."""
    session = builder.session
    result = session.game.turns_pass(session.rules_context(), creature_ids, turns)
    return builder.ruled(result, f"turn.{session.elapsed}.")


def set_clock(session: Session, day: int, second: int) -> Draft:
    """Correct the clock by hand, in either direction: a day from 1 and a second of that day.

    No time is lived through: nothing falls due, and pending rolls stay.
    """
    second_of_campaign = (day - 1) * session.calendar.day_seconds + second - session.begins
    if not (0 <= second_of_campaign <= MOST_TIME and second < session.calendar.day_seconds):
        raise Refusal("bad_date", day=day, hours=session.calendar.day_seconds // HOUR)
    by = second_of_campaign - session.elapsed
    supplies = {
        key: replace(supply, due=supply.due + by) if supply.active else supply
        for key, supply in session.supplies.items()
    }
    creatures = {
        who: replace(each, sheet=session.game.clock_corrected(each.sheet, by))
        for who, each in session.creatures.items()
    }
    builder = MoveBuilder.of(session).became(
        elapsed=second_of_campaign, supplies=supplies, creatures=creatures
    )
    builder = builder.amended(moved(session.pending, by))
    date = session.calendar.date(day)
    if date is None:
        return builder.told("clock_set", day=day, second=second).draft()
    return builder.told("clock_set_to", day=date.day, month=date.month, year=date.year, second=second).draft()


def set_watch(session: Session, watch: EncounterWatch) -> Draft:
    """Choose when to check for a random encounter; a threshold of 0 stops the checks (R1-034).

    Refuses `bad_watch`, invalid dice, and a missing table.
    """
    if watch.threshold < 0 or not 1 <= watch.every <= 1_000:
        raise Refusal("bad_watch")
    name = table_of(session, watch.table).name if watch.table else ""
    watch = replace(watch, dice=str(parse(watch.dice).node), passed=0)
    builder = MoveBuilder.of(session).became(watch=watch)
    if not watch.threshold:
        return builder.told("watch_stopped").draft()
    builder = builder.told(
        "watch_set",
        dice=watch.dice,
        threshold=watch.threshold,
        every=watch.every,
        automatic=watch.automatic,
    )
    return (builder.told("watch_table", name=name) if name else builder).draft()


def encounter_check(session: Session, roll: Roll) -> Draft:
    """Check for a random encounter now."""
    if not session.watch.threshold:
        raise Refusal("no_watch")
    builder = MoveBuilder.of(session).ruled(check_for_encounter(session, roll))
    pending = {
        key: each for key, each in builder.session.pending.items() if each.kind != SharedRoll.ENCOUNTER_CHECK
    }
    return builder.became(pending=pending, watch=replace(session.watch, passed=0)).draft()


def _watched(builder: MoveBuilder, roll: Roll) -> MoveBuilder:
    watch, now = builder.session.watch, builder.session.elapsed
    if not watch.threshold:
        return builder
    if watch.passed + 1 < watch.every:
        return builder.became(watch=replace(watch, passed=watch.passed + 1))
    builder = builder.became(watch=replace(watch, passed=0))
    if watch.automatic:
        return builder.ruled(check_for_encounter(builder.session, roll))
    return builder.called((PendingRoll(f"encounter_check.{now}", SharedRoll.ENCOUNTER_CHECK),))


def _interval_dues(builder: MoveBuilder) -> MoveBuilder:
    now = builder.session.elapsed
    return builder.called(
        tuple(
            _usage_due(key, supply, now)
            for key, supply in builder.session.supplies.items()
            if supply.trigger is Trigger.INTERVAL and supply.active
        )
    )


def _burnt(builder: MoveBuilder, key: str, supply: Supply) -> MoveBuilder:
    moments = range(supply.due, builder.session.elapsed + 1, supply.every)
    if not moments:
        return builder
    dues = [_usage_due(key, supply, moment) for moment in moments[:MOST_DUES]]
    after = replace(supply, due=moments[-1] + supply.every)
    folded = len(moments) - len(dues)
    if folded:
        dues[-1] = replace(dues[-1], data={**dues[-1].data, "span": folded + 1})
        builder = builder.told("usage_many", who=supply.owner, name=supply.name, count=len(moments))
    return builder.called(tuple(dues)).with_element("supplies", key, after)


def _usage_due(key: str, supply: Supply, moment: int) -> PendingRoll:
    return PendingRoll(
        f"usage.{key}.{moment}", SharedRoll.USAGE, "", {"supply": key, "name": supply.name, "at": moment}
    )
