"""The almanac: keep, show and remove moons, feasts and appointments; what falls due waits for the GM."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH, Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.session.almanac import Appointment, Feast, Moon, Occurrence, occurrences
from tracker.session.calendar import MOST_DAYS
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder, without_key
from tracker.session.moves.calendar import check_date
from tracker.session.moves.campaign import clean_name
from tracker.session.pending import SharedRoll
from tracker.session.state import Session
from tracker.session.text import checked_text

MOST_DUE = 50
"""Most dates of one passage of time that become pending: the last ones. Earlier ones are only counted."""


def keep_moon(
    session: Session, key: str, name: str, days: int, full: int | None, *, hidden: bool | UnsetType = UNSET
) -> Draft:
    """Keep a moon, or correct the one of this key; without a day when it is `full`, it is full today.

    Raises `Refusal` `bad_count` for an impossible length.
    """
    if not 1 <= days <= MOST_DAYS:
        raise Refusal("bad_count", count=days, most=MOST_DAYS)
    old = session.moons.get(key)
    moon = replace(
        old or Moon(), name=clean_name(name), days=days, full=session.day if full is None else full
    )
    moon = moon.as_hidden(hidden)
    builder = MoveBuilder.for_session(session).with_element("moons", key, moon)
    builder = builder.with_fact("moon_kept", name=moon.name, days=days, phase=moon.phase(session.day))
    return _record_sight(builder, moon.name, hidden).draft()


def keep_feast(
    session: Session, key: str, name: str, month: int, day: int, *, hidden: bool | UnsetType = UNSET
) -> Draft:
    """Keep a yearly feast, or correct the one of this key.

    Raises `Refusal`: `no_calendar`, `bad_day_of_month`.
    """
    calendar = session.calendar
    if not calendar.months:
        raise Refusal("no_calendar")
    check_date(calendar, calendar.year, month, day)
    old = session.feasts.get(key)
    feast = replace(old or Feast(), name=clean_name(name), month=month, day=day).as_hidden(hidden)
    builder = MoveBuilder.for_session(session).with_element("feasts", key, feast)
    month_name = calendar.months[month - 1].name
    builder = builder.with_fact("feast_kept", name=feast.name, day=day, month=month_name)
    return _record_sight(builder, feast.name, hidden).draft()


def make_appointment(
    session: Session, key: str, text: str, day: int, *, hidden: bool | UnsetType = UNSET
) -> Draft:
    """Make an appointment for a day of the campaign, today at the earliest.

    With a calendar it is bound to the date, and stays there when the calendar is corrected.

    Raises `Refusal`: `empty_text`, `text_too_long`, `day_is_past`.
    """
    text = checked_text(text, TEXT_LENGTH)
    if not text:
        raise Refusal("empty_text")
    if day < session.day:
        raise Refusal("day_is_past")
    date = session.calendar.date(day)
    appointment = Appointment(text, date.year, date.place, date.day) if date else Appointment(text, day=day)
    appointment = appointment.as_hidden(hidden)
    builder = MoveBuilder.for_session(session).with_element("appointments", key, appointment)
    date_data: dict[str, Scalar] = {"day": day}
    if date:
        date_data = {"day": date.day, "month": date.month, "year": date.year}
    builder = builder.with_fact("appointment_made", text=text, **date_data)
    return _record_sight(builder, text, hidden).draft()


def show_date(session: Session, collection: str, key: str, *, hidden: bool) -> Draft:
    """Show a moon, a feast or an appointment to the players, or hide it; refuses `unknown_date`."""
    element = element_of(session, collection, key)
    builder = MoveBuilder.for_session(session).with_element(collection, key, element.as_hidden(hidden))
    return _record_sight(builder, element_name(element), hidden).draft()


def drop_date(session: Session, collection: str, key: str) -> Draft:
    """Remove a moon, a feast or an appointment; refuses `unknown_date`."""
    name = element_name(element_of(session, collection, key))
    return (
        MoveBuilder.for_session(session)
        .without_element(collection, key)
        .with_fact("date_dropped", name=name)
        .draft()
    )


def element_of(session: Session, collection: str, key: str) -> Moon | Feast | Appointment:
    """Require an element of the almanac by its key; refuses `unknown_date`."""
    elements: dict[str, Moon | Feast | Appointment] = dict(getattr(session, collection))
    if key not in elements:
        names = ", ".join(map(element_name, elements.values())) or "—"
        raise Refusal("unknown_date", name=key, known=names)
    return elements[key]


def element_name(element: Moon | Feast | Appointment) -> str:
    return element.text if isinstance(element, Appointment) else element.name


def start_days(builder: MoveBuilder, since: int) -> MoveBuilder:
    """Queue what falls due on the days that have begun after second `since`, each occurrence once."""
    session = builder.session
    due = occurrences(
        session.calendar, session.feasts, session.appointments, session.day_of(since) + 1, session.day
    )
    if (excess := len(due) - MOST_DUE) > 0:
        builder = builder.with_fact("dates_passed", count=excess)
    return builder.with_pending(tuple(_occurrence_roll(session, each) for each in due[-MOST_DUE:]))


def acknowledge(builder: MoveBuilder, pending: PendingRoll) -> MoveBuilder:
    """Record that the GM has seen what is due; an appointment is over with that."""
    key = str(pending.data["date"])
    remaining = builder
    if key in builder.session.appointments:
        remaining = builder.with_values(appointments=without_key(builder.session.appointments, key))
    data = {name: pending.data[name] for name in ("name", "day", "month") if name in pending.data}
    return remaining.with_fact("date_came", **data)


def _occurrence_roll(session: Session, occurrence: Occurrence) -> PendingRoll:
    date = session.calendar.date(occurrence.day)
    second = (occurrence.day - 1) * session.calendar.day_seconds - session.begins
    data: dict[str, Scalar] = {"date": occurrence.key, "name": occurrence.text, "at": second}
    data |= {"day": date.day, "month": date.month} if date else {"day": occurrence.day}
    return PendingRoll(f"{SharedRoll.DATE}.{occurrence.key}.{occurrence.day}", SharedRoll.DATE, data=data)


def _record_sight(builder: MoveBuilder, name: str, hidden: bool | UnsetType) -> MoveBuilder:
    if hidden is UNSET:
        return builder
    return builder.with_fact("date_hidden" if hidden else "date_shown", name=name)
