"""A calendar of the GM's own: every day has one date, every date one day."""

from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker.rules.fields import LARGEST, NAME_LENGTH
from tracker.session.calendar import FAR, LONGEST, Calendar, Month
from tracker.session.schema import decode, record_of_value

MONTHS = st.lists(st.builds(Month, st.just("m"), st.integers(1, 40)), min_size=1, max_size=15).map(tuple)
CALENDARS = st.builds(
    Calendar,
    months=MONTHS,
    weekdays=st.lists(st.just("d"), max_size=9).map(tuple),
    year=st.integers(-FAR, FAR),
    month=st.integers(1, 99),
    day=st.integers(1, 99),
    weekday=st.integers(1, 99),
)
DAYS = st.integers(-100_000, 100_000)


@given(CALENDARS, DAYS)
def test_the_day_of_a_date_has_that_date(calendar: Calendar, day: int) -> None:
    date = calendar.date(day)

    assert date is not None
    assert 1 <= date.day <= calendar.months[date.place - 1].days
    assert calendar.campaign_day(date.year, date.place, date.day) == day


@given(CALENDARS, DAYS)
def test_the_next_day_is_in_the_same_month_or_begins_another(calendar: Calendar, day: int) -> None:
    today, tomorrow = calendar.date(day), calendar.date(day + 1)

    assert today is not None
    assert tomorrow is not None
    if tomorrow.day > 1:
        assert (tomorrow.year, tomorrow.place, tomorrow.day) == (today.year, today.place, today.day + 1)
    else:
        assert today.day == calendar.months[today.place - 1].days
        assert (tomorrow.place, tomorrow.year - today.year) in {(today.place + 1, 0), (1, 1)}


@given(CALENDARS, st.integers(1, 10_000), st.data())
def test_any_day_may_be_given_any_date(calendar: Calendar, day: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(calendar.months)))
    of_month = data.draw(st.integers(1, calendar.months[place - 1].days))

    dated = calendar.with_date(day, 7, place, of_month).date(day)

    assert dated is not None
    assert (dated.year, dated.place, dated.day) == (7, place, of_month)


def test_weekdays_repeat_regardless_of_months() -> None:
    calendar = Calendar((Month("Frío", 4), Month("Calor", 3)), ("Luna", "Sol", "Feria"), weekday=3)

    dates = [calendar.date(day) for day in range(1, 6)]

    assert [date.weekday for date in dates if date] == ["Feria", "Luna", "Sol", "Feria", "Luna"]


def test_without_months_days_are_only_counted() -> None:
    assert Calendar(weekdays=("Luna",)).date(3) is None


SHAPE = record_of_value(Calendar)


@each_of(
    "raw",
    [
        {"months": [{"name": "Frío", "days": 0}], "month": 99, "day": 99, "weekday": 0},
        {"months": [{"name": "Frío", "days": -LARGEST}], "weekdays": ["Luna"], "weekday": LARGEST},
        {"months": [{"name": "", "days": LARGEST}], "year": -LARGEST, "hours": 0},
        {"months": [{}] * 1_000, "month": LARGEST, "day": LARGEST, "hours": LARGEST},
        {"months": [{"name": "\x1b[2J" * 100}], "weekdays": ["\u202e" * 500]},
    ],
)
def test_a_calendar_from_a_strangers_save_still_has_dates(raw: dict[str, object]) -> None:
    calendar = decode(SHAPE, raw)
    date = calendar.date(LARGEST)

    assert date is not None
    assert calendar.months[date.place - 1].days >= date.day
    assert "\x1b" not in date.month
    assert max(len(date.month), len(date.weekday)) <= NAME_LENGTH
    assert 0 < calendar.day_seconds <= LONGEST * 3_600
