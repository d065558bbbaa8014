"""Days and dates as people say them, in the campaign's own calendar if it has one."""

from datetime import datetime

from tracker.session.calendar import Calendar, Date
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.state import Encounter, Session
from tracker.wording import amounts
from tracker.wording.messages import say
from tracker.wording.words import say_in, term, words_of


def day_text(day: int, date: Date | None) -> str:
    """Write a day in short: `Día 3`, or `12 Brasa`."""
    if date is None:
        return say("dates.day", day=day)
    return say("dates.day_month", day=date.day, month=date.month)


def date_text(day: int, date: Date | None) -> str:
    """Write a day in full: `Día 3`, or `Martes, 12 de Brasa de 1043`."""
    if date is None:
        return day_text(day, date)
    text = say("dates.day_month_year", day=date.day, month=date.month, year=date.year)
    return say("dates.weekday_date", weekday=date.weekday, date=text) if date.weekday else text


def now_text(session: Session) -> str:
    """Write the day in short and the hour: `12 Brasa 08:05`."""
    return f"{day_text(session.day, session.date)} {hour_now(session)}"


def hour_now(session: Session) -> str:
    """Write the hour: `08:05`; with seconds once a fight has begun."""
    fight, second = session.fight, session.time_of_day
    return amounts.hour_with_seconds(second) if fight and fight.round else amounts.hour(second)


def round_text(session: Session, fight: Encounter) -> str:
    """Write the round of an encounter: `R3`; one that lags behind the clock shows its own hour."""
    text = say_in(words_of(session.system), "top_line.round", round=fight.round)
    if not fight.behind:
        return text
    second = session.second_of(session.elapsed - fight.behind)
    return f"{text} · {amounts.hour_with_seconds(second)}"


def moment_text(session: Session, elapsed: int) -> str:
    """Write a second of the campaign's clock as date and hour: `Día 3 08:05`, `12 Brasa 1043 08:05`."""
    day = session.day_of(elapsed)
    date = session.calendar.date(day)
    year = "" if date is None else f" {date.year}"
    return f"{day_text(day, date)}{year} {hour_text(session, elapsed)}"


def played_text(played: datetime, now: datetime) -> str:
    """Write when somebody last played, in real time: `hoy 15:32`, `ayer 22:10`, or the date."""
    hour, days = played.strftime("%H:%M"), (now.date() - played.date()).days
    if days == 0:
        return say("dates.today", hour=hour)
    return say("dates.yesterday", hour=hour) if days == 1 else played.strftime("%Y-%m-%d")


def hour_text(session: Session, elapsed: int) -> str:
    return amounts.hour(session.second_of(elapsed))


def standing_text(session: Session) -> str:
    """Summarise a campaign: its day, and the running encounter with its round."""
    day, fight = day_text(session.day, session.date), session.fight
    if fight is None:
        return day
    if not fight.round:
        return f"{day} · {fight.name}"
    number = term(words_of(session.system), "round", "number", round=fight.round)
    return f"{day} · {fight.name}, {number.lower()}"


def calendar_text(calendar: Calendar, today: Date | None) -> str:
    """Write a calendar as it is typed: `Frío 30, Calor 31; semana Luna, Sol; horas 24; hoy 1 Frío 7`."""
    if today is None:
        return ""
    parts = [", ".join(f"{month.name} {month.days}" for month in calendar.months)]
    if calendar.weekdays:
        parts.append(say("dates.week", names=", ".join(calendar.weekdays)))
    parts.append(say("dates.hours", hours=calendar.hours))
    text = f"{today.day} {today.month} {today.year} {today.weekday}".strip()
    parts.append(say("dates.date_of_today", date=text))
    return "; ".join(parts)


def event_hour(event: Event, history: History) -> str:
    """Return the hour of an event on the campaign's clock, with its day unless that is today."""
    session = history.session
    hour = hour_text(session, event.game_time)
    day = session.day_of(event.game_time)
    return hour if day == session.day else f"{day_text(day, session.calendar.date(day))} {hour}"
