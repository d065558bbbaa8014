"""The campaign's own calendar: set, correct or remove it; the clock does not move by it."""

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.rules.text import fold
from tracker.session.calendar import FAR, LONGEST, MOST_DAYS, SHORTEST, Calendar
from tracker.session.change import set_whole
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.campaign import clean_name
from tracker.session.state import Session

MOST_NAMES = 60
"""Most months, and most weekdays, of a calendar."""


def keep_calendar(session: Session, calendar: Calendar) -> Draft:
    """Give the campaign a calendar, or correct the one it has; no time passes.

    If the hours of a day change, the elapsed hours stay. Refuses what `check_calendar` refuses, names that
    repeat, and `bad_year`.
    """
    check_calendar(calendar)
    calendar = replace(
        calendar,
        months=tuple(replace(month, name=clean_name(month.name)) for month in calendar.months),
        weekdays=tuple(map(clean_name, calendar.weekdays)),
    )
    _require_distinct(month.name for month in calendar.months)
    _require_distinct(calendar.weekdays)
    builder = MoveBuilder.for_session(session).with_values(calendar=calendar)
    today = builder.session.date
    if today is None or abs(calendar.year) > FAR:
        raise Refusal("bad_year", most=FAR)
    builder = builder.with_fact(
        "calendar_kept", weekday=today.weekday, day=today.day, month=today.month, year=today.year
    )
    return builder.draft() if session.calendar.months else _set_whole(builder)


def drop_calendar(session: Session) -> Draft:
    """Go back to counting days from the campaign's first, of 24 hours each; refuses `no_calendar`."""
    if session.calendar == Calendar():
        raise Refusal("no_calendar")
    return _set_whole(
        MoveBuilder.for_session(session).with_values(calendar=Calendar()).with_fact("calendar_dropped")
    )


def _set_whole(builder: MoveBuilder) -> Draft:
    """Make a draft that sets every field of the calendar, changed or not."""
    # If two GMs set a calendar at once, one of the two wins whole.
    draft = builder.draft()
    others = (change for change in draft.changes if change.path[0] != "calendar")
    return replace(draft, changes=(*others, *set_whole(("calendar",), builder.session.calendar)))


def check_calendar(calendar: Calendar) -> None:
    """Refuse a calendar without months, with too many names, or with impossible hours or days."""
    if not 0 < len(calendar.months) <= MOST_NAMES:
        raise Refusal("bad_count", count=len(calendar.months), most=MOST_NAMES)
    if len(calendar.weekdays) > MOST_NAMES:
        raise Refusal("bad_count", count=len(calendar.weekdays), most=MOST_NAMES)
    if not SHORTEST <= calendar.hours <= LONGEST:
        raise Refusal("bad_hours", hours=calendar.hours, least=SHORTEST, most=LONGEST)
    for month in calendar.months:
        if not 1 <= month.days <= MOST_DAYS:
            raise Refusal("bad_count", count=month.days, most=MOST_DAYS)


def with_today(session: Session, calendar: Calendar, year: int, place: int, day: int) -> Calendar:
    """Move the calendar so that today has this date; refuses what `check_date` refuses.

    `place` is the number of the month, from 1.
    """
    check_date(calendar, year, place, day)
    return calendar.with_date(session.day_of(session.elapsed, calendar), year, place, day)


def with_weekday_today(session: Session, calendar: Calendar, weekday: int) -> Calendar:
    """Move the calendar so that today is this weekday, numbered from 1."""
    days = session.day_of(session.elapsed, calendar) - 1
    return replace(calendar, weekday=(weekday - 1 - days) % len(calendar.weekdays) + 1)


def check_date(calendar: Calendar, year: int, place: int, day: int) -> None:
    """Refuse `bad_year` for a year too far away, and `bad_day_of_month`."""
    month = calendar.months[place - 1]
    if abs(year) > FAR:
        raise Refusal("bad_year", most=FAR)
    if not 1 <= day <= month.days:
        raise Refusal("bad_day_of_month", month=month.name, days=month.days)


def _require_distinct(names: Iterable[str]) -> None:
    folded_names: set[str] = set()
    for name in names:
        if fold(name) in folded_names:
            raise Refusal("repeated_name", name=name)
        folded_names.add(fold(name))
