"""The almanac: moons with their phases, yearly feasts, and appointments on one day."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated

from msgspec import Struct

from tracker.rules.fields import Name, Text, number
from tracker.session.calendar import FAR, MOST_DAYS, Calendar
from tracker.session.hiding import HiddenFirst


class Phase(StrEnum):
    """The look of a moon on a day."""

    FULL = "full"
    WANING = "waning"
    NEW = "new"
    WAXING = "waxing"


class Moon(HiddenFirst, frozen=True):
    """A moon: the days between full moons, and one day of the campaign on which it is full."""

    name: Name = ""
    days: Annotated[int, number(low=1, high=MOST_DAYS)] = 29
    full: Annotated[int, number()] = 1

    def phase(self, day: int) -> Phase:
        """Compute its phase on a day of the campaign.

        >>> [str(Moon(days=4).phase(day)) for day in range(1, 6)]
        ['full', 'waning', 'new', 'waxing', 'full']
        """
        age = (day - self.full) % self.days
        if age == 0:
            return Phase.FULL
        half = self.days // 2
        if age == half:
            return Phase.NEW
        return Phase.WANING if age < half else Phase.WAXING

    def days_to_full(self, day: int) -> int:
        """Count the days to the next full moon; 0 on the day itself."""
        return (self.full - day) % self.days


class Feast(HiddenFirst, frozen=True):
    """A day of every year: the number of its month, from 1, and its day of the month."""

    name: Name = ""
    month: Annotated[int, number(low=1)] = 1
    day: Annotated[int, number(low=1, high=MOST_DAYS)] = 1


class Appointment(HiddenFirst, frozen=True):
    """An appointment on a date of the calendar or, with month 0, on a day of the campaign."""

    text: Text = ""
    year: Annotated[int, number(low=-FAR, high=FAR)] = 0
    month: Annotated[int, number(low=0)] = 0
    day: Annotated[int, number()] = 1


class Occurrence(Struct, frozen=True):
    """One day of a feast or of an appointment."""

    day: int
    key: str
    text: str
    feast: bool = False
    hidden: bool = False


def day_of(appointment: Appointment, calendar: Calendar) -> int | None:
    """Find the day of the campaign of an appointment; None if the calendar no longer has its month."""
    if appointment.month == 0:
        return appointment.day
    if appointment.month > len(calendar.months):
        return None
    day = min(appointment.day, calendar.months[appointment.month - 1].days)
    return calendar.campaign_day(appointment.year, appointment.month, day)


def occurrences(
    calendar: Calendar,
    feasts: Mapping[str, Feast],
    appointments: Mapping[str, Appointment],
    first: int,
    last: int,
) -> list[Occurrence]:
    """List the feasts and appointments between two days of the campaign, both included, by day."""
    days = list(_feast_days(calendar, feasts, first, last))
    for key, each in appointments.items():
        day = day_of(each, calendar)
        if day is not None and first <= day <= last:
            days.append(Occurrence(day, key, each.text, hidden=each.hidden))
    return sorted(days, key=lambda each: each.day)


def _feast_days(
    calendar: Calendar, feasts: Mapping[str, Feast], first: int, last: int
) -> Iterator[Occurrence]:
    begins, ends = calendar.date(first), calendar.date(last)
    if begins is None or ends is None:
        return
    for key, feast in feasts.items():
        if feast.month > len(calendar.months):
            continue
        day_of_month = min(feast.day, calendar.months[feast.month - 1].days)
        for year in range(begins.year, ends.year + 1):
            day = calendar.campaign_day(year, feast.month, day_of_month)
            if first <= day <= last:
                yield Occurrence(day, key, feast.name, feast=True, hidden=feast.hidden)
