"""Commands of the almanac: `moon Sel 29 full 3`, `feast Harvest 15 Sal`, `appointment 12 Sal: rent due`."""

from collections.abc import Mapping

from msgspec import UNSET, UnsetType

from tracker.commands.command import Command
from tracker.commands.dates import day_of_month, require_month
from tracker.commands.matching import normalize, require_match
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import blank, is_keyword
from tracker.rules.refusal import Refusal
from tracker.rules.text import key_of, match_old_key
from tracker.session.almanac import Appointment, Feast, Moon
from tracker.session.moves import almanac as moves
from tracker.session.moves.calendar import check_date


def moon(reader: Reader) -> Command:
    """Read `moon NAME N [days] [full DAY [MONTH [YEAR]]] [shown|hidden]`; `moon NAME none` removes it."""
    name = reader.take_name_until("nothing")
    if (changed := _edit_command(reader, "moons", name, "moon")) is not None:
        return changed
    days = reader.take_number("N")
    reader.take_keyword("days", behind=",")
    full = None
    if reader.take_keyword("full"):
        reader.take_keyword("on")
        full = _take_day(reader)
    hidden = _take_hidden(reader)
    reader.expect_end()
    key = match_old_key(reader.session.moons, key_of(normalize(name)))
    return Command(
        "moon",
        lambda history, roll, fresh: moves.keep_moon(history.session, key, name, days, full, hidden=hidden),
    )


def feast(reader: Reader) -> Command:
    """Read `feast NAME DAY MONTH [shown|hidden]`; `feast NAME none` removes it."""
    name = reader.take_name_until("nothing")
    if (changed := _edit_command(reader, "feasts", name, "feast")) is not None:
        return changed
    day = reader.take_number(blank("day"))
    calendar = reader.session.calendar
    if not calendar.months:
        raise Refusal("no_calendar")
    month = require_month(
        calendar,
        reader.take_longest_name(reader.take(blank("month")), (each.name for each in calendar.months)),
    )
    hidden = _take_hidden(reader)
    reader.expect_end()
    key = match_old_key(reader.session.feasts, key_of(normalize(name)))
    return Command(
        "feast",
        lambda history, roll, fresh: moves.keep_feast(history.session, key, name, month, day, hidden=hidden),
    )


def appointment(reader: Reader) -> Command:
    """Read `appointment DAY [MONTH [YEAR]] [shown|hidden]: TEXT`; `appointment TEXT none` removes it."""
    line = reader.take_rest()
    if not line[:1].isdigit():
        part_reader = Reader(line, reader.context, reader.usage)
        changed = _edit_command(
            part_reader, "appointments", part_reader.take_name_until("nothing"), "appointment"
        )
        if changed is None:
            raise Refusal("missing", what=blank("day"), usage=reader.usage)
        return changed
    date_text, colon, text = line.partition(":")
    if not colon:
        raise Refusal("missing", what=blank("text"), usage=reader.usage)
    part_reader = Reader(date_text, reader.context, reader.usage)
    day, hidden = _take_day(part_reader, coming=True), _take_hidden(part_reader)
    part_reader.expect_end()
    return Command(
        "appointment",
        lambda history, roll, fresh: moves.make_appointment(
            history.session, fresh(), text, day, hidden=hidden
        ),
    )


def _take_day(reader: Reader, *, coming: bool = False) -> int:
    """Take `DAY [MONTH [YEAR]]` and return the day of the campaign; without a month, of this month."""
    day, session = reader.take_number(blank("day")), reader.session
    if session.date is None:
        return day
    if reader.peek() is None or reader.is_visibility_next():
        check_date(session.calendar, session.date.year, session.date.place, day)
        return session.calendar.campaign_day(session.date.year, session.date.place, day)
    return day_of_month(reader, day, coming=coming)


def _take_hidden(reader: Reader) -> bool | UnsetType:
    hidden = reader.take_visibility()
    return UNSET if hidden is None else hidden


def _edit_command(reader: Reader, collection: str, name: str, verb: str) -> Command | None:
    """Read `none`, `shown` or `hidden` behind a known name; None for any other line."""
    hidden = reader.take_visibility()
    if hidden is None:
        if not is_keyword(reader.peek(), "nothing"):
            return None
        reader.take("")
    reader.expect_end()
    key = _require_known(reader, collection, name)
    if hidden is None:
        return Command(verb, lambda history, roll, fresh: moves.drop_date(history.session, collection, key))
    return Command(
        verb, lambda history, roll, fresh: moves.show_date(history.session, collection, key, hidden=hidden)
    )


def _require_known(reader: Reader, collection: str, name: str) -> str:
    elements: Mapping[str, Moon | Feast | Appointment] = getattr(reader.session, collection)
    return require_match(
        name, {moves.element_name(each): key for key, each in elements.items()}, "unknown_date"
    )
