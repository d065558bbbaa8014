"""Travel in squares or hexes at the GM's paces; the light of the place, and the weather, told or rolled."""

from msgspec.structs import replace

from tracker.rules.clock import DAY
from tracker.rules.dice import Roll
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.table_reading import roll_and_read
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.clock import pass_interval
from tracker.session.moves.tables import table_of
from tracker.session.outdoors import HEX, Ambient, AmbientLight, Pace, Weather
from tracker.session.pending import SharedRoll
from tracker.session.state import Session, element
from tracker.session.text import checked_text

MOST_AT_ONCE = 1_000
"""Most squares or hexes of one journey."""
SLOWEST = 30 * DAY
"""Most seconds for one hex."""


def travel(
    session: Session, unit: str, count: int, seconds: int | None, roll: Roll, *, pace: str = ""
) -> Draft:
    """Travel squares or hexes (R1-065, R1-066).

    It takes `seconds`, else the time of the pace, else none. Hexes lead into the open. Refuses `bad_count`,
    `unknown_unit`, `unknown_pace`, and `bad_duration`.
    """
    if not 1 <= count <= MOST_AT_ONCE:
        raise Refusal("bad_count", count=count, most=MOST_AT_ONCE)
    units = session.distances
    if unit not in units:
        raise Refusal("unknown_unit", name=unit, known=", ".join(units))
    chosen_pace = pace_of(session, pace) if pace else None
    if seconds is None:
        seconds = count * chosen_pace.seconds if chosen_pace else 0
    builder = MoveBuilder.for_session(session).with_element(
        "travelled", unit, session.travelled.get(unit, 0) + count
    )
    name, length = chosen_pace.name if chosen_pace else "", count * units[unit]
    if length:
        builder = builder.with_fact("travelled", pace=name, unit=unit, count=count, centimetres=length)
    else:
        builder = builder.with_fact("went", pace=name, unit=unit, count=count)
    if seconds:
        builder = pass_interval(builder, seconds, roll, "time_passed")
    return (_go_outdoors(builder) if unit == HEX else builder).draft()


def _go_outdoors(builder: MoveBuilder) -> MoveBuilder:
    """Let the hour give the light again, and record it if the place was dark."""
    session = builder.session
    if session.ambient.said in (Ambient.DAY, Ambient.NIGHT):
        return builder
    was_dark, light = session.ambient_light is Ambient.DARK, session.light_by_hour
    builder = builder.with_values(ambient=AmbientLight(light, session.elapsed))
    return builder.with_fact(f"outdoors_by_{light}") if was_dark else builder


def say_light(session: Session, light: Ambient) -> Draft:
    """Say what light there is around the party: daylight, night, or none at any hour."""
    builder = MoveBuilder.for_session(session).with_values(ambient=AmbientLight(light, session.elapsed))
    return builder.with_fact(f"ambient_{light}").draft()


def keep_pace(session: Session, key: str, name: str, seconds: int) -> Draft:
    """Set or correct the seconds that a hex takes at a pace; refuses `bad_duration`."""
    if not 0 < seconds <= SLOWEST:
        raise Refusal("bad_duration", seconds=seconds)
    pace = Pace(clean_name(name), seconds)
    return (
        MoveBuilder.for_session(session)
        .with_element("paces", key, pace)
        .with_fact("pace_kept", name=pace.name, seconds=seconds)
    ).draft()


def drop_pace(session: Session, key: str) -> Draft:
    name = pace_of(session, key).name
    return (
        MoveBuilder.for_session(session)
        .without_element("paces", key)
        .with_fact("pace_dropped", name=name)
        .draft()
    )


def pace_of(session: Session, key: str) -> Pace:
    """Require a pace by its key; refuses `unknown_pace`."""
    return element(session.paces, key, "unknown_pace")


def choose_weather_table(session: Session, key: str) -> Draft:
    """Roll the weather on one of the GM's tables: each new day queues its roll."""
    table = table_of(session, key)
    builder = MoveBuilder.for_session(session).with_values(weather=replace(session.weather, table=key))
    return builder.with_fact("weather_table", name=table.name).draft()


def forget_weather(session: Session) -> Draft:
    """Forget the weather and its table, and queue no more rolls for it; refuses `no_weather`."""
    if session.weather == Weather():
        raise Refusal("no_weather")
    return (
        MoveBuilder.for_session(session).with_values(weather=Weather()).with_fact("weather_forgotten").draft()
    )


def set_weather(session: Session, text: str) -> Draft:
    """Set the weather by hand, and drop its pending roll; refuses `empty_text`."""
    text = checked_text(text, TEXT_LENGTH)
    if not text:
        raise Refusal("empty_text")
    return _set_weather(MoveBuilder.for_session(session), text).with_fact("weather_is", text=text).draft()


def roll_weather(session: Session, roll: Roll) -> Draft:
    """Roll the weather now on its table; refuses `no_weather` without one."""
    if not session.weather.table:
        raise Refusal("no_weather")
    return resolve_weather(MoveBuilder.for_session(session), roll).draft()


def resolve_weather(builder: MoveBuilder, roll: Roll) -> MoveBuilder:
    """Roll the weather on its table; refuses a total without a row, and `text_too_long`."""
    session = builder.session
    reading = roll_and_read(table_of(session, session.weather.table), session.tables, roll)
    text = checked_text(reading.text, TEXT_LENGTH)
    builder = _set_weather(builder, text).with_throws(*reading.throws)
    builder = builder.with_fact("weather_is", text=text, total=reading.total)
    return replace(builder, facts=(*builder.facts, *reading.facts))


def _set_weather(builder: MoveBuilder, text: str) -> MoveBuilder:
    session = builder.session
    pending = {key: each for key, each in session.pending.items() if each.kind != SharedRoll.WEATHER}
    weather = replace(session.weather, now=text, since=session.elapsed)
    return builder.with_values(weather=weather, pending=pending)
