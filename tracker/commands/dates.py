"""Commands of the campaign's calendar, and dates as they are typed."""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tracker.commands.command import Command
from tracker.commands.matching import require_match, without_leading_quotes
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, full_keyword, is_keyword, localized_pattern
from tracker.rules.clock import HOUR, MINUTE
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_separators, with_plain_signs
from tracker.session.calendar import LONGEST, SHORTEST, Calendar, Month
from tracker.session.moves import calendar as moves
from tracker.session.state import Session
from tracker.session.text import clean

_HOUR = re.compile(r"(\d{1,2}):(\d{2})")
_MONTH = re.compile(r"(.+?)\s+(\d{1,6})", re.DOTALL)
_YEAR = re.compile(r"-?\d{1,9}")
_TODAY = re.compile(r"(\d{1,6})\s+(.+)", re.DOTALL)


def calendar(reader: Reader) -> Command:
    """Read `calendar MONTH DAYS, …; week DAY, …; hours N; today DAY MONTH YEAR [WEEKDAY]`.

    Parts that are left out keep their values; `calendar none` removes the calendar.
    """
    session, text = reader.session, reader.take_rest()
    if not text:
        raise Refusal("missing", what=localized_pattern("MONTH DAYS"), usage=reader.usage)
    if is_keyword(text, "nothing"):
        return Command("calendar", lambda history, roll, fresh: moves.drop_calendar(history.session))
    new_calendar = session.calendar
    for part in filter(None, map(str.strip, with_plain_separators(text).split(";"))):
        word, _space, rest = part.partition(" ")
        with_part = _PARTS.get(full_keyword(word, _PARTS))
        new_calendar = (
            with_part(session, new_calendar, rest) if with_part else _with_months(session, new_calendar, part)
        )
    return Command(
        "calendar", lambda history, roll, fresh: moves.keep_calendar(history.session, new_calendar)
    )


def is_hour(word: str) -> bool:
    """Whether a word has the form of an hour: `8:05`, `23:59`."""
    return _HOUR.fullmatch(word) is not None


def second_of_hour(word: str) -> int | None:
    """Parse an hour into the second of a day of any length; None for another word."""
    match = _HOUR.fullmatch(word)
    return int(match[1]) * HOUR + int(match[2]) * MINUTE if match and int(match[2]) < 60 else None


def second_of_day(word: str, session: Session, day: int) -> int:
    """Parse an hour into the second of the day; refuses `bad_date` if days here do not have that hour."""
    second, calendar = second_of_hour(word), session.calendar
    if second is None or second >= calendar.day_seconds:
        raise Refusal("bad_date", day=day, hours=calendar.day_seconds // HOUR)
    return second


def require_month(calendar: Calendar, name: str) -> int:
    """Find the number of a month, from 1, by its name or an abbreviation."""
    places = {month.name: str(place) for place, month in enumerate(calendar.months, start=1)}
    return int(require_match(name, places, "unknown_month"))


def day_of_month(reader: Reader, day: int, *, coming: bool = False) -> int:
    """Take `MONTH [YEAR]` and return the day of the campaign; without a year, in this year.

    If the date is `coming` and past in this year, it is next year's.
    """
    session, calendar = reader.session, reader.session.calendar
    month = reader.take(blank("month"))
    place = require_month(calendar, reader.take_longest_name(month, (each.name for each in calendar.months)))
    year = session.date.year if session.date else calendar.year
    if (reader.peek() or "").lstrip("-").isdigit():
        year, coming = reader.take_number(blank("year")), False
    moves.check_date(calendar, year, place, day)
    campaign_day = calendar.campaign_day(year, place, day)
    return (
        calendar.campaign_day(year + 1, place, day) if coming and campaign_day < session.day else campaign_day
    )


def _with_months(_session: Session, calendar: Calendar, text: str) -> Calendar:
    months = []
    for part in map(str.strip, text.split(",")):
        match = _MONTH.fullmatch(without_leading_quotes(part))
        if match is None or is_keyword(match[1], "nothing"):
            raise Refusal("bad_month", value=clean(part, NAME_LENGTH))
        months.append(Month(match[1], int(match[2])))
    return replace(calendar, months=tuple(months))


def _with_weekdays(_session: Session, calendar: Calendar, text: str) -> Calendar:
    if is_keyword(text, "nothing"):
        return replace(calendar, weekdays=())
    return replace(calendar, weekdays=tuple(without_leading_quotes(each.strip()) for each in text.split(",")))


def _with_hours(_session: Session, calendar: Calendar, text: str) -> Calendar:
    if not re.fullmatch(r"\d{1,4}", text.strip()):
        hours = clean(text, NAME_LENGTH)
        raise Refusal("bad_hours", hours=hours, least=SHORTEST, most=LONGEST)
    return replace(calendar, hours=int(text))


def _with_today(session: Session, calendar: Calendar, text: str) -> Calendar:
    """Read `12 Ember [1043 [Tuesday]]`; without a year, the year stays."""
    if not calendar.months:
        raise Refusal("no_calendar")
    moves.check_calendar(calendar)
    match = _TODAY.fullmatch(with_plain_signs(text).strip())
    if match is None:
        raise Refusal("bad_today", value=clean(text, NAME_LENGTH))
    words = match[2].split()
    # The last number is the year: months and weekdays may have names of several words.
    years = [place for place, word in enumerate(words) if place and _YEAR.fullmatch(word)]
    month = " ".join(words[: years[-1]] if years else words)
    today = calendar.date(session.day_of(session.elapsed, calendar))
    year = int(words[years[-1]]) if years else today.year if today else calendar.year
    weekday = " ".join(words[years[-1] + 1 :]) if years else ""
    calendar = moves.with_today(session, calendar, year, require_month(calendar, month), int(match[1]))
    return (
        moves.with_weekday_today(session, calendar, _weekday_of(calendar, weekday)) if weekday else calendar
    )


def _weekday_of(calendar: Calendar, name: str) -> int:
    places = {each: str(place) for place, each in enumerate(calendar.weekdays, start=1)}
    return int(require_match(name, places, "unknown_weekday"))


_PARTS: Mapping[str, Callable[[Session, Calendar, str], Calendar]] = {
    "week": _with_weekdays,
    "hours": _with_hours,
    "today": _with_today,
}
"""The readers of the line's parts by their first keyword; a part without one holds the months."""
