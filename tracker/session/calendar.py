"""The campaign's calendar: it turns days of the campaign into dates, and back."""

from itertools import accumulate
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.clock import DAY, HOUR
from tracker.rules.fields import Name, number

FAR = 1_000_000
"""The largest year, in either direction."""
_ORDINARY_YEAR = 365
SHORTEST, LONGEST = 10, 99
"""Fewest and most hours of a day."""
MOST_DAYS = 1_000
"""Most days of a month."""
_WEEK, _MONTH = 7, 30
"""Days of a week and of a month in a campaign without a calendar."""


class Month(Struct, frozen=True):
    """A month. It has the same days in every year: there are no leap days."""

    name: Name = ""
    days: Annotated[int, number(low=1, high=MOST_DAYS)] = 30


class Date(Struct, frozen=True):
    """The date of one day. `place` is the number of the month, from 1."""

    year: int
    place: int
    month: str
    day: int
    weekday: str = ""


class Calendar(Struct, frozen=True):
    """Months and weekdays in their order. Without months, the campaign only counts days.

    `year`, `month`, `day` and `weekday` date the first day of the campaign; the last three count from 1.
    """

    months: tuple[Month, ...] = ()
    weekdays: tuple[Name, ...] = ()
    hours: Annotated[int, number(low=SHORTEST, high=LONGEST)] = 24
    year: Annotated[int, number(low=-FAR, high=FAR)] = 1
    month: Annotated[int, number(low=1)] = 1
    day: Annotated[int, number(low=1)] = 1
    weekday: Annotated[int, number(low=1)] = 1

    @property
    def day_seconds(self) -> int:
        """Seconds of a day. Without months a day has 24 hours, whatever `hours` says."""
        return self.hours * HOUR if self.months else DAY

    @property
    def year_seconds(self) -> int:
        """Seconds of a year; without months, a year has 365 days."""
        return (self.year_days or _ORDINARY_YEAR) * self.day_seconds

    @property
    def year_days(self) -> int:
        return sum(month.days for month in self.months)

    def date(self, day: int) -> Date | None:
        """Find the date of a day of the campaign, from 1; None without months.

        >>> Calendar((Month("Frío", 2), Month("Calor", 3)), year=7).date(8)
        Date(year=8, place=2, month='Calor', day=1, weekday='')
        """
        if not self.months:
            return None
        years, day_of_year = divmod(self._first + day - 1, self.year_days)
        place = next(n for n, ends in enumerate(self._ends, start=1) if day_of_year < ends)
        month = self.months[place - 1]
        day_of_month = day_of_year - self._ends[place - 1] + month.days + 1
        weekday = self.weekdays[(self.weekday + day - 2) % len(self.weekdays)] if self.weekdays else ""
        return Date(self.year + years, place, month.name, day_of_month, weekday)

    def with_date(self, day: int, year: int, place: int, day_of_month: int) -> "Calendar":
        """Move the calendar so that a day of the campaign has this date."""
        calendar = replace(self, year=year, month=place, day=day_of_month)
        first = calendar.date(2 - day)
        return replace(self, year=first.year, month=first.place, day=first.day) if first else calendar

    def campaign_day(self, year: int, place: int, day: int) -> int:
        """Find the day of the campaign for a date; below 1 for a date before the beginning."""
        day_of_year = self._ends[place - 1] - self.months[place - 1].days + day - 1
        return (year - self.year) * self.year_days + day_of_year - self._first + 1

    def days_of_weeks(self, weeks: int) -> int:
        """Count the days of some weeks; a week has a day for each weekday, or 7."""
        return weeks * (len(self.weekdays) or _WEEK)

    def days_of_months(self, day: int, months: int) -> int:
        """Count the days from a day of the campaign to the same date some months later.

        If that month is too short, its last day stands for the date.

        >>> Calendar((Month("Frío", 31), Month("Calor", 28)), day=30).days_of_months(1, 1)
        29
        """
        date = self.date(day)
        if date is None:
            return months * _MONTH
        years, place = divmod(date.place - 1 + months, len(self.months))
        day_of_month = min(date.day, self.months[place].days)
        return self.campaign_day(date.year + years, place + 1, day_of_month) - day

    @property
    def _ends(self) -> tuple[int, ...]:
        """Days of the year up to the end of each month."""
        return tuple(accumulate(month.days for month in self.months))

    @property
    def _first(self) -> int:
        """Day of the year, from 0, on which the campaign begins, kept within the existing months."""
        place = min(self.month, len(self.months))
        month = self.months[place - 1]
        return self._ends[place - 1] - month.days + min(self.day, month.days) - 1
