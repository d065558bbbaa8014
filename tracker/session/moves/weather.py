"""The weather: said by the GM, or by a table of the GM's once a day or when asked."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.table_reading import read
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.tables import table_of
from tracker.session.outdoors import Weather
from tracker.session.pending import SharedRoll
from tracker.session.state import Session
from tracker.session.text import kept


def name_table(session: Session, key: str) -> Draft:
    """Let one of the GM's tables say the weather: its roll waits from the beginning of each day."""
    table = table_of(session, key)
    builder = MoveBuilder.of(session).became(weather=replace(session.weather, table=key))
    return builder.told("weather_table", name=table.name).draft()


def forget(session: Session) -> Draft:
    """Stop saying the weather, and queue no more rolls for it."""
    if session.weather == Weather():
        raise Refusal("no_weather")
    return MoveBuilder.of(session).became(weather=Weather()).told("weather_forgotten").draft()


def say(session: Session, text: str) -> Draft:
    """Say the weather by hand; drops the pending roll for it."""
    text = kept(text, TEXT_LENGTH)
    if not text:
        raise Refusal("empty_text")
    return _become(MoveBuilder.of(session), text).told("weather_is", text=text).draft()


def roll_weather(session: Session, roll: Roll) -> Draft:
    """Roll the weather now on its table; refuses `no_weather` without one."""
    if not session.weather.table:
        raise Refusal("no_weather")
    return rolled(MoveBuilder.of(session), roll).draft()


def rolled(builder: MoveBuilder, roll: Roll) -> MoveBuilder:
    """Let the weather's table say it; refuses a total without a row, and a text too long to stand there."""
    session = builder.session
    found = read(table_of(session, session.weather.table), session.tables, roll)
    text = kept(found.text, TEXT_LENGTH)
    builder = _become(builder, text).threw(*found.throws).told("weather_is", text=text, total=found.total)
    return replace(builder, facts=(*builder.facts, *found.facts))


def _become(builder: MoveBuilder, text: str) -> MoveBuilder:
    session = builder.session
    pending = {key: each for key, each in session.pending.items() if each.kind != SharedRoll.WEATHER}
    weather = replace(session.weather, now=text, since=session.elapsed)
    return builder.became(weather=weather, pending=pending)
