"""The clock of Exploración, and the panel about random encounters and travel."""

from tracker.rules.glance import Tone
from tracker.session.state import Session
from tracker.widgets.clock_face import Moment
from tracker.widgets.ink import Emphasis, Line, line
from tracker.wording import amounts
from tracker.wording.clock import (
    coming_lines,
    lights_text,
    moons_text,
    paces_text,
    reminders,
    unit_text,
    weather_text,
)
from tracker.wording.dates import date_text, day_text, hour_text
from tracker.wording.glance import scene_text
from tracker.wording.messages import say

_LEAST = 60
"""Seconds below which a moment is now."""


def clock_facts(session: Session) -> list[Line]:
    """Return the lines beside the hour: day and weather, light, and reminders or the time passed."""
    day = " · ".join(
        filter(None, [date_text(session.day, session.date), moons_text(session), weather_text(session)])
    )
    light = " · ".join(filter(None, [lights_text(session), scene_text(session)])) or say(
        "clock_panel.no_light"
    )
    reminded = " · ".join(reminders(session))
    passed = say("clock_panel.have_passed", time=amounts.roughly(session.elapsed)) if session.elapsed else ""
    last = line((reminded, Tone.WARNING)) if reminded else line((passed, Emphasis.MUTED))
    return [line((day, Emphasis.STRONG)), line(light), last]


def moments(session: Session) -> list[Moment]:
    """Return the next moments, soonest first; things of the same minute are one moment."""
    told: dict[str, tuple[int, list[str]]] = {}
    for left, what in coming_lines(session):
        at = session.elapsed + max(0, left)
        hour = say("clock_panel.now") if left < _LEAST else hour_text(session, at)
        day = session.day_of(at)
        if day != session.day and left >= _LEAST:
            hour = f"{day_text(day, session.calendar.date(day))} {hour}"
        told.setdefault(hour, (left, []))[1].append(what)
    return [
        Moment(left, hour, ", ".join(whats), Tone.WARNING if left < _LEAST else Tone.PLAIN)
        for hour, (left, whats) in told.items()
    ]


def way_lines(session: Session, unwatched: str) -> list[Line]:
    """Return random encounters and travel; `unwatched` is the sentence if no encounter is checked."""
    watch = line(_watch_text(session)) if session.watch.threshold else line((unwatched, Emphasis.MUTED))
    behind = [_distance_text(session, unit) for unit in session.travelled]
    behind += [paces] if (paces := paces_text(session)) else []
    lines = [(*_label_line(say("clock_panel.random_encounters")), *watch)]
    return [*lines, (*_label_line(say("clock_panel.travel")), *line(" · ".join(behind)))] if behind else lines


def _label_line(name: str) -> Line:
    return line((f"{name}: ", Emphasis.MUTED))


def when_text(session: Session, seconds: int) -> str:
    """Return the hour of a moment and how long until then: `a las 11:40, en 10 min`."""
    if seconds <= 0:
        return say("clock_panel.now")
    at = session.elapsed + seconds
    if (day := session.day_of(at)) != session.day:
        hour = f"{day_text(day, session.calendar.date(day))} {hour_text(session, at)}"
        return f"{hour}, {left_text(seconds)}"
    return say("clock_panel.at", hour=hour_text(session, at), left=left_text(seconds))


def left_text(seconds: int) -> str:
    """Return how long until a moment: `en 10 min`, or `ya`."""
    return say("clock_panel.in", time=amounts.roughly(seconds)) if seconds > 0 else say("clock_panel.now")


def _watch_text(session: Session) -> str:
    watch = session.watch
    left, table = watch.every - watch.passed, session.tables.get(watch.table)
    told = say("clock_panel.at_in_intervals", dice=watch.dice, threshold=watch.threshold, left=left)
    return f"{told} · {table.name}" if table else told


def _distance_text(session: Session, unit: str) -> str:
    count = session.travelled[unit]
    told = f"{count} {unit_text(session, count, unit)}"
    length = count * session.game.distances.get(unit, 0)
    return f"{told} ({amounts.distance(length)})" if length else told
