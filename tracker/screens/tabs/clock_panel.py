"""The clock of Exploración, and the panel about random encounters and travel."""

from tracker.rules.glance import Tone
from tracker.session.state import Session
from tracker.widgets.clock_face import Moment
from tracker.widgets.ink import Emphasis, Line, line
from tracker.wording import amounts
from tracker.wording.clock import (
    lights_text,
    moons_text,
    paces_text,
    reminders,
    unit_text,
    upcoming_events,
    weather_text,
)
from tracker.wording.dates import date_text, day_text, hour_text
from tracker.wording.glance import scene_text
from tracker.wording.messages import say

_LEAST = 60
"""Seconds below which a moment is now."""


def clock_facts(session: Session) -> list[Line]:
    """Return the three lines beside the hour.

    They are day with moons and weather, light, and the reminders; without reminders, the time played.
    """
    day = " · ".join(
        filter(None, [date_text(session.day, session.date), moons_text(session), weather_text(session)])
    )
    light = " · ".join(filter(None, [lights_text(session), scene_text(session)]))
    reminder_text = " · ".join(reminders(session))
    passed, passed_text = session.seconds_passed, ""
    if passed > 0:
        passed_text = say("clock_panel.have_passed", time=amounts.roughly(passed))
    last = line((reminder_text, Tone.WARNING)) if reminder_text else line((passed_text, Emphasis.MUTED))
    return [line((day, Emphasis.STRONG)), line(light), last]


def moments(session: Session) -> list[Moment]:
    """List the next moments, soonest first; events of the same minute share one."""
    by_hour: dict[str, tuple[int, list[str]]] = {}
    for seconds, text in upcoming_events(session):
        due = session.elapsed + max(0, seconds)
        hour = say("clock_panel.now") if seconds < _LEAST else hour_text(session, due)
        day = session.day_of(due)
        if day != session.day and seconds >= _LEAST:
            hour = f"{day_text(day, session.calendar.date(day))} {hour}"
        by_hour.setdefault(hour, (seconds, []))[1].append(text)
    return [
        Moment(seconds, hour, ", ".join(texts), Tone.WARNING if seconds < _LEAST else Tone.PLAIN)
        for hour, (seconds, texts) in by_hour.items()
    ]


def way_lines(session: Session, unwatched: str) -> list[Line]:
    """Describe random encounters and travel; `unwatched` is the sentence if no encounter is checked."""
    watch = line(_watch_text(session)) if session.watch.threshold else line((unwatched, Emphasis.MUTED))
    travel = [_distance_text(session, unit) for unit in session.travelled]
    travel += [paces] if (paces := paces_text(session)) else []
    lines = [(*_label_line(say("clock_panel.random_encounters")), *watch)]
    return [*lines, (*_label_line(say("clock_panel.travel")), *line(" · ".join(travel)))] if travel else lines


def _label_line(name: str) -> Line:
    return line((f"{name}: ", Emphasis.MUTED))


def when_text(session: Session, seconds: int) -> str:
    """Format the hour of a moment and the time until then: `a las 11:40, en 10 min`."""
    if seconds <= 0:
        return say("clock_panel.now")
    due = session.elapsed + seconds
    if (day := session.day_of(due)) != session.day:
        hour = f"{day_text(day, session.calendar.date(day))} {hour_text(session, due)}"
        return f"{hour}, {left_text(seconds)}"
    return say("clock_panel.at", hour=hour_text(session, due), left=left_text(seconds))


def left_text(seconds: int) -> str:
    """Format the time until a moment: `en 10 min`, or `ya`."""
    return say("clock_panel.in", time=amounts.roughly(seconds)) if seconds > 0 else say("clock_panel.now")


def _watch_text(session: Session) -> str:
    watch = session.watch
    remaining, table = watch.every - watch.passed, session.tables.get(watch.table)
    text = say("clock_panel.at_in_intervals", dice=watch.dice, threshold=watch.threshold, left=remaining)
    return f"{text} · {table.name}" if table else text


def _distance_text(session: Session, unit: str) -> str:
    count = session.travelled[unit]
    text = f"{count} {unit_text(session, count, unit)}"
    length = count * session.game.distances.get(unit, 0)
    return f"{text} ({amounts.distance(length)})" if length else text
