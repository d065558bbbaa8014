"""Commands of the almanac: `luna Sel 29 llena 3`, `fiesta Siega 15 Sal`, `cita 12 Sal: vence el plazo`."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from tracker.commands.command import Command
from tracker.commands.dates import NOTHING, day_of_month, month_of
from tracker.commands.matching import only, plain
from tracker.commands.reading import Reader
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import key_of
from tracker.session.moves import almanac as moves
from tracker.session.moves.calendar import check_date
from tracker.session.text import clean
from tracker.wording.language import _

_TOLD = {"visible": True, "shown": True, "oculta": False, "oculto": False, "hidden": False}
_DAYS, _FULL, _ON = ("días", "dias", "días,", "dias,", "days", "days,"), ("llena", "full"), ("el", "on")


def moon(reader: Reader) -> Command:
    """Read `luna NOMBRE N [días] [llena DÍA [MES [AÑO]]] [visible|oculta]`; `luna NOMBRE nada` removes it."""
    name = _name(reader)
    if (changed := _changed(reader, "moons", name, "moon")) is not None:
        return changed
    days = reader.number("N")
    reader.is_next(*_DAYS)
    full = None
    if reader.is_next(*_FULL):
        reader.is_next(*_ON)
        full = _day(reader)
    told = _told(reader)
    reader.end()
    key = key_of(plain(name))
    return Command(
        "moon",
        lambda history, roll, fresh: moves.keep_moon(history.session, key, name, days, full, told=told),
    )


def feast(reader: Reader) -> Command:
    """Read `fiesta NOMBRE DÍA MES [visible|oculta]`; `fiesta NOMBRE nada` removes it."""
    name = _name(reader)
    if (changed := _changed(reader, "feasts", name, "feast")) is not None:
        return changed
    day = reader.number(_("DÍA"))
    calendar = reader.session.calendar
    if not calendar.months:
        raise Refusal("no_calendar")
    month = month_of(calendar, reader.longest(reader.take(_("MES")), (each.name for each in calendar.months)))
    told = _told(reader)
    reader.end()
    key = key_of(plain(name))
    return Command(
        "feast",
        lambda history, roll, fresh: moves.keep_feast(history.session, key, name, month, day, told=told),
    )


def appointment(reader: Reader) -> Command:
    """Read `cita DÍA [MES [AÑO]] [visible|oculta]: TEXTO`; `cita TEXTO nada` removes it."""
    line = reader.rest()
    if not line[:1].isdigit():
        within = Reader(line, reader.context, reader.usage)
        changed = _changed(within, "appointments", _name(within), "appointment")
        if changed is None:
            raise Refusal("missing", what=_("DÍA"), usage=reader.usage)
        return changed
    when, colon, text = line.partition(":")
    if not colon:
        raise Refusal("missing", what=_("TEXTO"), usage=reader.usage)
    within = Reader(when, reader.context, reader.usage)
    day, told = _day(within, coming=True), _told(within)
    within.end()
    return Command(
        "appointment",
        lambda history, roll, fresh: moves.make_appointment(history.session, fresh(), text, day, told=told),
    )


def _day(reader: Reader, *, coming: bool = False) -> int:
    """Take `DÍA [MES [AÑO]]` and return the day of the campaign; without a month, of this month."""
    day, session = reader.number(_("DÍA")), reader.session
    if session.date is None:
        return day
    if plain(reader.peek() or "") in (*_TOLD, ""):
        check_date(session.calendar, session.date.year, session.date.place, day)
        return session.calendar.campaign_day(session.date.year, session.date.place, day)
    return day_of_month(reader, day, coming=coming)


def _told(reader: Reader) -> bool | UnsetType:
    word = plain(reader.peek() or "")
    return _TOLD[plain(reader.take(""))] if word in _TOLD else UNSET


def _name(reader: Reader) -> str:
    """Take the words up to a number or a word of these commands."""
    words = [reader.take(_("NOMBRE"))]
    while (
        (word := reader.peek()) is not None and not word.isdecimal() and plain(word) not in (*_TOLD, *NOTHING)
    ):
        words.append(reader.take(""))
    return " ".join(words)


def _changed(reader: Reader, collection: str, name: str, verb: str) -> Command | None:
    """Read `nada`, `visible` or `oculta` behind the name of something kept; None for any other line."""
    word = plain(reader.peek() or "")
    if word not in (*_TOLD, *NOTHING):
        return None
    reader.take("")
    reader.end()
    key = _known(reader, collection, name)
    if word in NOTHING:
        return Command(verb, lambda history, roll, fresh: moves.drop_date(history.session, collection, key))
    told = _TOLD[word]
    return Command(
        verb, lambda history, roll, fresh: moves.show_date(history.session, collection, key, told=told)
    )


def _known(reader: Reader, collection: str, name: str) -> str:
    elements = getattr(reader.session, collection)
    names: Sequence[str] = [moves.name_of(each) for each in elements.values()]
    key = only(name, dict(zip(names, elements, strict=True)))
    if key is None:
        known = ", ".join(names) or "—"
        raise Refusal("unknown_date", name=clean(name, NAME_LENGTH), known=known)
    return key
