"""The weather: what the sky does, said by the GM or by a table of the GM's, once a day or when asked."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.fields import TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.course import Course
from tracker.session.due import TableDue
from tracker.session.event import Deed
from tracker.session.moves.tables import table_of
from tracker.session.outdoors import Weather
from tracker.session.settling import reading
from tracker.session.state import Session
from tracker.session.text import kept


def name_table(session: Session, key: str) -> Deed:
    """Let a table of the GM's say the weather: its roll waits from the beginning of each day."""
    table = table_of(session, key)
    course = Course.of(session).became(weather=replace(session.weather, table=key))
    return course.told("weather_table", name=table.name).deed()


def forget(session: Session) -> Deed:
    """Say nothing of the weather any more, and call for nothing."""
    if session.weather == Weather():
        raise Refusal("no_weather")
    return Course.of(session).became(weather=Weather()).told("weather_forgotten").deed()


def say(session: Session, text: str) -> Deed:
    """Say the weather by hand; what was still to be rolled for it no longer waits."""
    text = kept(text, TEXT_LENGTH)
    if not text:
        raise Refusal("empty_text")
    return _become(Course.of(session), text).told("weather_is", text=text).deed()


def roll_weather(session: Session, roll: Roll) -> Deed:
    """Roll the weather now on its table; refuses `no_weather` without one."""
    if not session.weather.table:
        raise Refusal("no_weather")
    return rolled(Course.of(session), roll).deed()


def rolled(course: Course, roll: Roll) -> Course:
    """Let the weather's table say it; refuses a total that no row of it has."""
    ruling = reading(table_of(course.session, course.session.weather.table), roll)
    said = ruling.facts[0].data
    course = _become(course, str(said["text"])).threw(*ruling.throws)
    return course.told("weather_is", text=said["text"], total=said["total"])


def _become(course: Course, text: str) -> Course:
    session = course.session
    pending = {key: each for key, each in session.pending.items() if each.kind != TableDue.WEATHER}
    weather = replace(session.weather, now=text, since=session.elapsed)
    return course.became(weather=weather, pending=pending)
