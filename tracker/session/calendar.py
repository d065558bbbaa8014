"""The campaign's own calendar: which date a day of the campaign is, and which day a date."""

from itertools import accumulate
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.clock import DAY, HOUR
from tracker.rules.fields import Name, number

FAR = 1_000_000
"""The farthest year, before or after."""
SHORTEST, LONGEST = 10, 99
"""Hours that a day may have."""
MOST_DAYS = 1_000
"""Days that a month may have."""


class Month(Struct, frozen=True):
    """A month of every year: none has leap days."""

    name: Name = ""
    days: Annotated[int, number(low=1, high=MOST_DAYS)] = 30


class Date(Struct, frozen=True):
    """A day of a calendar. `place` is the month's, from 1; without weekdays, `weekday` is empty."""

    year: int
    place: int
    month: str
    day: int
    weekday: str = ""


class Calendar(Struct, frozen=True):
    """Months and weekdays in their order; without months, days are only counted.

    `year`, `month`, `day` and `weekday` are the campaign's first day, the last three by their place from 1.
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
        """Seconds of a day; of 24 hours where days are only counted, whatever another GM has corrected."""
        return self.hours * HOUR if self.months else DAY

    @property
    def year_days(self) -> int:
        """Days of a year."""
        return sum(month.days for month in self.months)

    def date(self, day: int) -> Date | None:
        """Return the date of a day of the campaign, from 1; None where days are only counted.

        >>> Calendar((Month("Frío", 2), Month("Calor", 3)), year=7).date(8)
        Date(year=8, place=2, month='Calor', day=1, weekday='')
        """
        if not self.months:
            return None
        years, of_year = divmod(self._first + day - 1, self.year_days)
        place = next(n for n, ends in enumerate(self._ends, start=1) if of_year < ends)
        month = self.months[place - 1]
        of_month = of_year - self._ends[place - 1] + month.days + 1
        weekday = self.weekdays[(self.weekday + day - 2) % len(self.weekdays)] if self.weekdays else ""
        return Date(self.year + years, place, month.name, of_month, weekday)

    def with_date(self, day: int, year: int, place: int, of_month: int) -> "Calendar":
        """Return the calendar in which a day of the campaign has this date."""
        begun = replace(self, year=year, month=place, day=of_month)
        first = begun.date(2 - day)
        return replace(self, year=first.year, month=first.place, day=first.day) if first else begun

    def campaign_day(self, year: int, place: int, day: int) -> int:
        """Return which day of the campaign a date is; below 1 when it comes before the beginning."""
        of_year = self._ends[place - 1] - self.months[place - 1].days + day - 1
        return (year - self.year) * self.year_days + of_year - self._first + 1

    @property
    def _ends(self) -> tuple[int, ...]:
        """Days of the year until each month's end."""
        return tuple(accumulate(month.days for month in self.months))

    @property
    def _first(self) -> int:
        """Day of its year, from 0, on which the campaign begins; kept within the months there are."""
        place = min(self.month, len(self.months))
        month = self.months[place - 1]
        return self._ends[place - 1] - month.days + min(self.day, month.days) - 1
