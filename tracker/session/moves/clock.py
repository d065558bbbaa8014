"""Time passes: turns, rounds, intervals, and everything that falls due meanwhile."""

from enum import StrEnum

from msgspec.structs import replace

from tracker.rules.clock import DAY, HOUR
from tracker.rules.dice import Roll
from tracker.rules.dice.notation import parse
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply, Trigger
from tracker.rules.system import Due
from tracker.session.course import Course
from tracker.session.due import TableDue, moved
from tracker.session.effects import clock_moved, saves_due
from tracker.session.event import Deed
from tracker.session.moves.tables import table_of
from tracker.session.moves.turns import chances_past
from tracker.session.outdoors import EncounterWatch
from tracker.session.settling import check_for_encounter, weather_due
from tracker.session.state import Session

MOST_TIME = 10 * 365 * DAY
MOST_DUES = 50
"""Rolls of one supply that one passage of time may call for."""
_START, _END = "turn.start.", "turn.end."
"""Name what the start of a turn away from any encounter calls for, and the saves at its end."""


class Passage(StrEnum):
    """How the GM counts the time that passes (R1-062..R1-064)."""

    TURN = "turn"
    ROUND = "round"
    INTERVAL = "interval"


def pass_time(session: Session, passage: Passage, seconds: int, roll: Roll) -> Deed:
    """Let time pass, in seconds. Only an interval puts interval supplies and the encounter check on.

    A turn or a round away from any encounter is everybody's: countdowns go down, and where the rules say so
    it starts and ends as one in it does.
    """
    course = Course.of(session)
    if passage is Passage.INTERVAL:
        return interval(course, seconds, roll, "interval_passed").deed()
    course = elapsed(course, seconds, turns=False)
    ruling = session.game.round_ends(course.session.table(), tuple(session.creatures))
    course = _turn_of_everybody(course.ruled(ruling, f"turn.{course.session.elapsed}."))
    return course.told(f"{passage}_passed", seconds=seconds).deed()


def _turn_of_everybody(course: Course) -> Course:
    """Call for what a turn brings to whoever takes none in the encounter, where it brings it anywhere.

    What the start of an earlier one called for and nobody settled is called for anew; what its end did, too.
    A save against an effect of the GM's own is asked for in any game, and waits once.
    """
    session, table, game = course.session, course.session.table(), course.session.game
    idle = (who for who in session.creatures if who not in table.fighting)
    whos = [who for who in idle if not game.is_out(session.creatures[who].sheet)]
    if game.turns_anywhere:
        course = chances_past(course, _START, whos)
    for who in whos:
        if game.turns_anywhere:
            course = course.called(game.turn_starts(table, who), _START)
            course = course.called(game.turn_ends(table, who), f"turn.{session.elapsed}.")
        course = course.called(saves_due(session, who), _END)
    return course


def interval(course: Course, seconds: int, roll: Roll, fact: str) -> Course:
    """Let an interval pass and say it by this fact (R1-064): what is put on by intervals, and the watch."""
    course = _interval_dues(elapsed(course, seconds)).told(fact, seconds=seconds)
    return _watched(course, roll)


def elapsed(course: Course, seconds: int, *, turns: bool = True) -> Course:
    """Move the clock and call for what falls due; `turns` is whether countdowns of turns go down too."""
    if not 0 < seconds <= MOST_TIME:
        raise Refusal("bad_duration", seconds=seconds)
    before = course.session.elapsed
    return advanced(course.became(elapsed=before + seconds), before, turns=turns)


def taken(course: Course, seconds: int) -> Course:
    """Let pass the time that something took, and say so."""
    return elapsed(course, seconds).told("time_passed", seconds=seconds) if seconds else course


def advanced(course: Course, before: int, *, turns: bool = True) -> Course:
    """Call for what fell due between `before` and the clock's present second."""
    if turns:
        course = _turns_passed(course, before)
    session = course.session
    table = replace(session.table(), now=before)
    for who in session.creatures:
        course = course.called(session.game.time_passes(table, who, session.elapsed))
    for key, supply in session.supplies.items():
        if supply.trigger is Trigger.TIME and supply.active and supply.every > 0:
            course = _burnt(course, key, supply)
    return clock_moved(_new_day(course, before))


def _new_day(course: Course, before: int) -> Course:
    """Call for the weather where a day has begun since; of several days, for the last one's."""
    session = course.session
    if session.day == session.day_of(before):
        return course
    return course.called(weather_due(session, session.elapsed - session.time_of_day))


def _turns_passed(course: Course, before: int) -> Course:
    """Take the turns that went by off the countdowns of everybody who takes none in the encounter."""
    session = course.session
    if not session.turn_seconds:
        return course
    table = session.table()
    whos = tuple(who for who in session.creatures if who not in table.fighting)
    turns = session.elapsed // session.turn_seconds - before // session.turn_seconds
    return course.ruled(session.game.turns_pass(table, whos, turns), f"turn.{session.elapsed}.")


def set_clock(session: Session, day: int, second: int) -> Deed:
    """Correct the clock by hand, in either direction: a day from 1 and a second of that day.

    Nothing falls due and what waits goes on waiting: the GM is mending the clock, not living through time.
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
    course = Course.of(session).became(elapsed=second_of_campaign, supplies=supplies, creatures=creatures)
    course = course.amended(moved(session.pending, by))
    date = session.calendar.date(day)
    if date is None:
        return course.told("clock_set", day=day, second=second).deed()
    return course.told("clock_set_to", day=date.day, month=date.month, year=date.year, second=second).deed()


def set_watch(session: Session, watch: EncounterWatch) -> Deed:
    """Choose when a random encounter is checked for; a threshold of 0 stops it (R1-034).

    Refuses `bad_watch`, dice that are none, and a table that nobody has written.
    """
    if watch.threshold < 0 or not 1 <= watch.every <= 1_000:
        raise Refusal("bad_watch")
    name = table_of(session, watch.table).name if watch.table else ""
    watch = replace(watch, dice=str(parse(watch.dice).node), passed=0)
    course = Course.of(session).became(watch=watch)
    if not watch.threshold:
        return course.told("watch_stopped").deed()
    course = course.told(
        "watch_set",
        dice=watch.dice,
        threshold=watch.threshold,
        every=watch.every,
        automatic=watch.automatic,
    )
    return (course.told("watch_table", name=name) if name else course).deed()


def encounter_check(session: Session, roll: Roll) -> Deed:
    """Check for a random encounter now."""
    if not session.watch.threshold:
        raise Refusal("no_watch")
    course = Course.of(session).ruled(check_for_encounter(session, roll))
    pending = {
        key: each for key, each in course.session.pending.items() if each.kind != TableDue.ENCOUNTER_CHECK
    }
    return course.became(pending=pending, watch=replace(session.watch, passed=0)).deed()


def _watched(course: Course, roll: Roll) -> Course:
    watch, now = course.session.watch, course.session.elapsed
    if not watch.threshold:
        return course
    if watch.passed + 1 < watch.every:
        return course.became(watch=replace(watch, passed=watch.passed + 1))
    course = course.became(watch=replace(watch, passed=0))
    if watch.automatic:
        return course.ruled(check_for_encounter(course.session, roll))
    return course.called((Due(f"encounter_check.{now}", TableDue.ENCOUNTER_CHECK),))


def _interval_dues(course: Course) -> Course:
    now = course.session.elapsed
    return course.called(
        tuple(
            _usage_due(key, supply, now)
            for key, supply in course.session.supplies.items()
            if supply.trigger is Trigger.INTERVAL and supply.active
        )
    )


def _burnt(course: Course, key: str, supply: Supply) -> Course:
    moments = range(supply.due, course.session.elapsed + 1, supply.every)
    if not moments:
        return course
    dues = tuple(_usage_due(key, supply, moment) for moment in moments[:MOST_DUES])
    after = replace(supply, due=moments[-1] + supply.every)
    return course.called(dues).with_element("supplies", key, after)


def _usage_due(key: str, supply: Supply, moment: int) -> Due:
    return Due(
        f"usage.{key}.{moment}", TableDue.USAGE, "", {"supply": key, "name": supply.name, "at": moment}
    )
