"""Passing time: turns, rounds, intervals, and the pending rolls that they queue."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum

from msgspec.structs import replace

from tracker.rules.clock import DAY, HOUR
from tracker.rules.dice import Roll
from tracker.rules.dice.notation import parse
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.supply_use import stores_for
from tracker.rules.system import PendingRoll
from tracker.session.effects import expire_by_clock
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.almanac import start_days
from tracker.session.moves.passage import TimeLived, live_through, turns_between
from tracker.session.moves.progress import refill_counters
from tracker.session.moves.tables import table_of
from tracker.session.outdoors import EncounterWatch
from tracker.session.pending import SharedRoll, check_for_encounter, moved_moments, weather_rolls
from tracker.session.progress import Refill
from tracker.session.state import Session

MOST_TIME = 10 * 365 * DAY
MOST_DUES = 50
"""Most pending rolls of one supply from one passage of time; the last one stands for the rest."""


class Passage(StrEnum):
    """The unit in which the GM counts the time that passes (R1-062..R1-064)."""

    TURN = "turn"
    ROUND = "round"
    INTERVAL = "interval"


def pass_time(session: Session, passage: Passage, seconds: int, roll: Roll) -> Draft:
    """Let seconds pass. Only an interval advances interval supplies and the encounter check.

    Every creature present lives them, also in the encounter being played; other encounters lag behind.
    """
    builder = MoveBuilder.for_session(session)
    if passage is Passage.INTERVAL:
        return pass_interval(builder, seconds, roll, "interval_passed").draft()
    builder = advance_clock(builder, seconds)
    result = session.game.round_ends(builder.session.rules_context())
    builder = builder.with_result(result, f"turn.{builder.session.elapsed}.")
    return builder.with_fact(f"{passage}_passed", seconds=seconds).draft()


def ordinary_days(session: Session, seconds: int, roll: Roll) -> Draft:
    """Let days pass in which everybody eats and sleeps as usual (R1-064); refuses `less_than_a_day`.

    Supplies are used up and years pass.
    """
    if seconds < session.calendar.day_seconds:
        raise Refusal("less_than_a_day", seconds=seconds)
    game, context, now = session.game, session.rules_context(), session.elapsed + seconds
    creatures = {
        who: replace(each, sheet=game.lived_ordinarily(each.sheet, now)) if game.needs(context, who) else each
        for who, each in session.creatures.items()
    }
    builder = MoveBuilder.for_session(session).with_values(creatures=creatures)
    builder = pass_interval(builder, seconds, roll, "ordinary_days_passed")
    return _queue_meal_rolls(builder, seconds // session.calendar.day_seconds).draft()


def _queue_meal_rolls(builder: MoveBuilder, days: int) -> MoveBuilder:
    """Queue the usage rolls of the party's food and drink, one a day (R1-064)."""
    session = builder.session
    keys = dict.fromkeys(
        key for who in session.party() for key in stores_for(session.supplies, who).values() if key
    )
    dues = (_usage_roll(key, session.supplies[key], session.elapsed) for key in keys)
    return builder.with_pending(tuple(replace(due, data={**due.data, "span": days}) for due in dues))


def pass_interval(builder: MoveBuilder, seconds: int, roll: Roll, fact: str) -> MoveBuilder:
    """Let an interval pass and record it as `fact`; it advances interval supplies and the check (R1-064)."""
    builder = _queue_interval_rolls(advance_clock(builder, seconds)).with_fact(fact, seconds=seconds)
    return _check_watch(builder, roll)


def advance_clock(builder: MoveBuilder, seconds: int) -> MoveBuilder:
    """Move the clock, and let every creature present live that time; refuses `bad_duration`."""
    if not 0 < seconds <= MOST_TIME:
        raise Refusal("bad_duration", seconds=seconds)
    since = builder.session.elapsed
    return live_since(builder.with_values(elapsed=since + seconds), since)


def spend_time(builder: MoveBuilder, seconds: int) -> MoveBuilder:
    """Let the time of an action pass, and record it; 0 changes nothing."""
    return advance_clock(builder, seconds).with_fact("time_passed", seconds=seconds) if seconds else builder


def live_since(builder: MoveBuilder, since: int) -> MoveBuilder:
    """Let every creature present live from second `since` to the clock's present second."""
    session = builder.session
    lives = time_lived(session, session.bystanders(), since)
    if session.fight is not None:
        lives |= time_lived(session, session.fighters(session.encounter), since, session.fight.behind)
    builder = delay_encounters(builder, session.elapsed - since, session.encounter)
    builder = live_through(clear_turn_marks(builder, caught_up_ids(lives)), lives)
    builder = refill_counters(builder, Refill.ROUND, ("", *lives))
    return queue_due_rolls(builder, since)


def time_lived(
    session: Session, creature_ids: Iterable[str], since: int, behind: int = 0
) -> dict[str, TimeLived]:
    """Time that creatures live from second `since` to now, both ends shifted back by the lag `behind`.

    A creature that left an encounter after acting has lived one of these turns already (A1-50).
    """
    turns = turns_between(session, since - behind, session.elapsed - behind)
    early = ahead_of_clock(session)
    lives: dict[str, TimeLived] = {}
    for who in creature_ids:
        if who in session.creatures:
            outside = turns - (1 if turns and who in early else 0)
            lives[who] = TimeLived(session.elapsed - behind, turns, outside, outside)
    return lives


def ahead_of_clock(session: Session) -> frozenset[str]:
    """Ids of the creatures that left an encounter after their turn of a round whose time is yet to pass."""
    return frozenset(
        who
        for key, fight in session.encounters.items()
        for who in fight.ahead_of_clock
        if who not in session.fighters(key)
    )


def caught_up_ids(lives: Mapping[str, TimeLived]) -> list[str]:
    """Ids of the creatures that live at least a turn: a turn ahead of the clock is used up by it."""
    return [who for who, each in lives.items() if each.turns]


def clear_turn_marks(builder: MoveBuilder, creature_ids: Collection[str]) -> MoveBuilder:
    """Forget the turns that creatures had in encounters that they have left."""
    for key, fight in builder.session.encounters.items():
        fighters = builder.session.fighters(key)
        turned = {
            who: is_ahead and (who in fighters or who not in creature_ids)
            for who, is_ahead in fight.turned.items()
        }
        if turned != fight.turned:
            builder = builder.with_element("encounters", key, replace(fight, turned=turned))
    return builder


def delay_encounters(builder: MoveBuilder, seconds: int, key: str) -> MoveBuilder:
    """Let every encounter under way but this one lag behind by the seconds that pass."""
    for other, fight in builder.session.encounters.items():
        if other != key and fight.round:
            builder = builder.with_element("encounters", other, replace(fight, behind=fight.behind + seconds))
    return builder


def queue_due_rolls(builder: MoveBuilder, since: int, encounter: str = "") -> MoveBuilder:
    """Queue what fell due after second `since`; the rolls of a round carry the id of its encounter."""
    session = builder.session
    context = replace(session.rules_context(), now=since)
    for who in session.creatures:
        if not session.is_away(who):
            rolls = session.game.time_passes(context, who, session.elapsed)
            builder = builder.with_pending(rolls, encounter=encounter)
    for key, supply in session.supplies.items():
        is_burning = supply.trigger is Trigger.TIME and supply.active and supply.every > 0
        if is_burning and not session.is_away(supply.owner):
            builder = _burn_supply(builder, key, supply, encounter)
    return expire_by_clock(_start_days(builder, since))


def _start_days(builder: MoveBuilder, since: int) -> MoveBuilder:
    """Queue the dates of the days that have begun, and the weather roll of the last one."""
    session = builder.session
    if session.day == session.day_of(since):
        return builder
    builder = start_days(builder, since)
    present = (who for who in session.creatures if not session.is_away(who))
    builder = refill_counters(builder, Refill.DAY, ("", *present))
    return builder.with_pending(weather_rolls(session, session.elapsed - session.time_of_day))


def set_clock(session: Session, day: int, second: int) -> Draft:
    """Correct the clock by hand, in either direction: a day from 1 and a second of that day.

    No time passes: nothing falls due, and pending rolls stay. Refuses `bad_date`.
    """
    second_of_campaign = (day - 1) * session.calendar.day_seconds + second - session.begins
    if not (0 <= second_of_campaign <= MOST_TIME and second < session.calendar.day_seconds):
        raise Refusal("bad_date", day=day, hours=session.calendar.day_seconds // HOUR)
    shift = second_of_campaign - session.elapsed
    supplies = {
        key: replace(supply, due=supply.due + shift) if supply.active else supply
        for key, supply in session.supplies.items()
    }
    creatures = {
        who: replace(
            each,
            sheet=session.game.clock_corrected(each.sheet, shift),
            away_since=None if each.away_since is None else each.away_since + shift,
        )
        for who, each in session.creatures.items()
    }
    builder = MoveBuilder.for_session(session).with_values(
        elapsed=second_of_campaign,
        corrected=session.corrected + shift,
        supplies=supplies,
        creatures=creatures,
    )
    builder = builder.with_pending_data(moved_moments(session.pending, shift))
    date = session.calendar.date(day)
    if date is None:
        return builder.with_fact("clock_set", day=day, second=second).draft()
    return builder.with_fact(
        "clock_set_to", day=date.day, month=date.month, year=date.year, second=second
    ).draft()


def set_watch(session: Session, watch: EncounterWatch) -> Draft:
    """Choose when to check for a random encounter; a threshold of 0 stops the checks (R1-034).

    Refuses `bad_watch`, invalid dice, and a missing table.
    """
    if watch.threshold < 0 or not 1 <= watch.every <= 1_000:
        raise Refusal("bad_watch")
    name = table_of(session, watch.table).name if watch.table else ""
    watch = replace(watch, dice=str(parse(watch.dice).node), passed=0)
    builder = MoveBuilder.for_session(session).with_values(watch=watch)
    if not watch.threshold:
        return builder.with_fact("watch_stopped").draft()
    builder = builder.with_fact(
        "watch_set",
        dice=watch.dice,
        threshold=watch.threshold,
        every=watch.every,
        automatic=watch.automatic,
    )
    return (builder.with_fact("watch_table", name=name) if name else builder).draft()


def encounter_check(session: Session, roll: Roll) -> Draft:
    """Check for a random encounter now; refuses `no_watch`."""
    if not session.watch.threshold:
        raise Refusal("no_watch")
    builder = MoveBuilder.for_session(session).with_result(check_for_encounter(session, roll))
    pending = {
        key: each for key, each in builder.session.pending.items() if each.kind != SharedRoll.ENCOUNTER_CHECK
    }
    return builder.with_values(pending=pending, watch=replace(session.watch, passed=0)).draft()


def _check_watch(builder: MoveBuilder, roll: Roll) -> MoveBuilder:
    watch, now = builder.session.watch, builder.session.elapsed
    if not watch.threshold:
        return builder
    if watch.passed + 1 < watch.every:
        return builder.with_values(watch=replace(watch, passed=watch.passed + 1))
    builder = builder.with_values(watch=replace(watch, passed=0))
    if watch.automatic:
        return builder.with_result(check_for_encounter(builder.session, roll))
    return builder.with_pending((PendingRoll(f"encounter_check.{now}", SharedRoll.ENCOUNTER_CHECK),))


def _queue_interval_rolls(builder: MoveBuilder) -> MoveBuilder:
    now = builder.session.elapsed
    return builder.with_pending(
        tuple(
            _usage_roll(key, supply, now)
            for key, supply in builder.session.supplies.items()
            if supply.trigger is Trigger.INTERVAL
            and supply.active
            and not builder.session.is_away(supply.owner)
        )
    )


def _burn_supply(builder: MoveBuilder, key: str, supply: Supply, encounter: str) -> MoveBuilder:
    moments = range(supply.due, builder.session.elapsed + 1, supply.every)
    if not moments:
        return builder
    dues = [_usage_roll(key, supply, moment) for moment in moments[:MOST_DUES]]
    burning = replace(supply, due=moments[-1] + supply.every)
    folded_count = len(moments) - len(dues)
    if folded_count:
        dues[-1] = replace(dues[-1], data={**dues[-1].data, "span": folded_count + 1})
        builder = builder.with_fact("usage_many", who=supply.owner, name=supply.name, count=len(moments))
    return builder.with_pending(tuple(dues), encounter=encounter).with_element("supplies", key, burning)


def _usage_roll(key: str, supply: Supply, moment: int) -> PendingRoll:
    return PendingRoll(
        f"usage.{key}.{moment}", SharedRoll.USAGE, "", {"supply": key, "name": supply.name, "at": moment}
    )
