"""Commands of the almanac: `luna Sel 29 llena 3`, `fiesta Siega 15 Sal`, `cita 12 Sal: vence el plazo`."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from tracker.commands.command import Command
from tracker.commands.dates import day_of_month, month_of
from tracker.commands.matching import meaning_of, plain
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, says
from tracker.rules.refusal import Refusal
from tracker.rules.text import kept_key, key_of
from tracker.session.almanac import Appointment, Feast, Moon
from tracker.session.moves import almanac as moves
from tracker.session.moves.calendar import check_date


def moon(reader: Reader) -> Command:
    """Read `luna NOMBRE N [días] [llena DÍA [MES [AÑO]]] [visible|oculta]`; `luna NOMBRE nada` removes it."""
    name = reader.name_before("nothing")
    if (changed := _changed(reader, "moons", name, "moon")) is not None:
        return changed
    days = reader.number("N")
    reader.is_next("days", behind=",")
    full = None
    if reader.is_next("full"):
        reader.is_next("on")
        full = _day(reader)
    hidden = _hidden(reader)
    reader.end()
    key = kept_key(reader.session.moons, key_of(plain(name)))
    return Command(
        "moon",
        lambda history, roll, fresh: moves.keep_moon(history.session, key, name, days, full, hidden=hidden),
    )


def feast(reader: Reader) -> Command:
    """Read `fiesta NOMBRE DÍA MES [visible|oculta]`; `fiesta NOMBRE nada` removes it."""
    name = reader.name_before("nothing")
    if (changed := _changed(reader, "feasts", name, "feast")) is not None:
        return changed
    day = reader.number(blank("day"))
    calendar = reader.session.calendar
    if not calendar.months:
        raise Refusal("no_calendar")
    month = month_of(
        calendar, reader.longest(reader.take(blank("month")), (each.name for each in calendar.months))
    )
    hidden = _hidden(reader)
    reader.end()
    key = kept_key(reader.session.feasts, key_of(plain(name)))
    return Command(
        "feast",
        lambda history, roll, fresh: moves.keep_feast(history.session, key, name, month, day, hidden=hidden),
    )


def appointment(reader: Reader) -> Command:
    """Read `cita DÍA [MES [AÑO]] [visible|oculta]: TEXTO`; `cita TEXTO nada` removes it."""
    line = reader.rest()
    if not line[:1].isdigit():
        within = Reader(line, reader.context, reader.usage)
        changed = _changed(within, "appointments", within.name_before("nothing"), "appointment")
        if changed is None:
            raise Refusal("missing", what=blank("day"), usage=reader.usage)
        return changed
    when, colon, text = line.partition(":")
    if not colon:
        raise Refusal("missing", what=blank("text"), usage=reader.usage)
    within = Reader(when, reader.context, reader.usage)
    day, hidden = _day(within, coming=True), _hidden(within)
    within.end()
    return Command(
        "appointment",
        lambda history, roll, fresh: moves.make_appointment(
            history.session, fresh(), text, day, hidden=hidden
        ),
    )


def _day(reader: Reader, *, coming: bool = False) -> int:
    """Take `DÍA [MES [AÑO]]` and return the day of the campaign; without a month, of this month."""
    day, session = reader.number(blank("day")), reader.session
    if session.date is None:
        return day
    if reader.peek() is None or reader.is_sight():
        check_date(session.calendar, session.date.year, session.date.place, day)
        return session.calendar.campaign_day(session.date.year, session.date.place, day)
    return day_of_month(reader, day, coming=coming)


def _hidden(reader: Reader) -> bool | UnsetType:
    hidden = reader.hidden()
    return UNSET if hidden is None else hidden


def _changed(reader: Reader, collection: str, name: str, verb: str) -> Command | None:
    """Read `nada`, `visible` or `oculta` behind the name of something kept; None for any other line."""
    hidden = reader.hidden()
    if hidden is None:
        if not says(reader.peek(), "nothing"):
            return None
        reader.take("")
    reader.end()
    key = _known(reader, collection, name)
    if hidden is None:
        return Command(verb, lambda history, roll, fresh: moves.drop_date(history.session, collection, key))
    return Command(
        verb, lambda history, roll, fresh: moves.show_date(history.session, collection, key, hidden=hidden)
    )


def _known(reader: Reader, collection: str, name: str) -> str:
    elements: Mapping[str, Moon | Feast | Appointment] = getattr(reader.session, collection)
    return meaning_of(name, {moves.name_of(each): key for key, each in elements.items()}, "unknown_date")
