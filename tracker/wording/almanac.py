"""Moons, feasts and appointments in words, for the GM."""

from tracker.session.almanac import Appointment, Occurrence, day_of, occurrences
from tracker.session.state import Session
from tracker.wording.dates import day_text
from tracker.wording.glance import sight_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of


def moon_lines(session: Session) -> list[str]:
    """List the moons with phase and next full moon: `Sel (29 días): menguante, llena: 3 Brasa`."""
    words, lines = words_of(session.system), []
    for moon in session.moons.values():
        full = session.day + moon.days_to_full(session.day)
        text = say(
            "almanac.days",
            name=moon.name,
            days=moon.days,
            phase=term(words, "phase", moon.phase(session.day)),
        )
        if full != session.day:
            text += say("almanac.full", day=day_text(full, session.calendar.date(full)))
        lines.append(f"{text} · {sight_text(moon.name, hidden=moon.hidden)}")
    return lines


def feast_lines(session: Session) -> list[str]:
    """List each feast with its next day, soonest first."""
    year = session.calendar.year_days
    coming = occurrences(session.calendar, session.feasts, {}, session.day, session.day + max(0, year - 1))
    return [_line(session, each.day, each) for each in coming]


def appointment_lines(session: Session) -> list[str]:
    """List the appointments, soonest first; those whose month no longer exists come last."""
    days = [(day_of(each, session.calendar), each) for each in session.appointments.values()]
    dated = sorted([(day, each) for day, each in days if day is not None], key=lambda pair: pair[0])
    dateless = [each for day, each in days if day is None]
    return [_line(session, day, each) for day, each in dated] + [
        say("almanac.dateless", text=each.text) for each in dateless
    ]


def _line(session: Session, day: int, due: Occurrence | Appointment) -> str:
    sight = sight_text(due.text, hidden=due.hidden)
    return f"{day_text(day, session.calendar.date(day))} · {due.text} · {sight}"


def almanac_lines(session: Session) -> list[str]:
    """List moons, feasts and appointments, a line each."""
    return [*moon_lines(session), *feast_lines(session), *appointment_lines(session)]
