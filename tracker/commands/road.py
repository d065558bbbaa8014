"""Orders of the exploration: the clock, travel, encounter checks."""

import re

from tracker.commands.dates import month_of
from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.rules.refusal import Refusal
from tracker.session.moves import clock as clocks
from tracker.session.moves.calendar import check_date
from tracker.session.moves.clock import Passage
from tracker.wording.words import term

_HOUR = re.compile(r"(\d{1,2}):(\d{2})")
_UNITS = {"square": ("casillas", "squares"), "hex": ("hexágonos", "hexes")}
"""Units of distance as they are typed in full, in both languages."""
_THRESHOLD = re.compile(r"(\d{1,4})\+?")


def turn(reader: Reader) -> Order:
    """Read `turno`."""
    return _passage(reader, Passage.TURN)


def round_(reader: Reader) -> Order:
    """Read `ronda`: all have acted, which takes as long as a turn (R1-062, R1-063)."""
    return _passage(reader, Passage.ROUND)


def _passage(reader: Reader, passage: Passage) -> Order:
    reader.end()
    seconds = reader.session.turn_seconds
    if not seconds:
        field = reader.session.game.turn_field
        raise Refusal("turn_untold", setting=term(reader.words, "field", field).replace(" ", "_"))
    return Order(
        passage, lambda history, roll, fresh: clocks.pass_time(history.session, passage, seconds, roll)
    )


def interval(reader: Reader) -> Order:
    """Read `intervalo 10m`."""
    seconds = reader.duration("10m")
    reader.end()
    return Order(
        "interval",
        lambda history, roll, fresh: clocks.pass_time(history.session, Passage.INTERVAL, seconds, roll),
    )


def clock(reader: Reader) -> Order:
    """Read `reloj [DÍA [MES [AÑO]]] HH:MM`: a day of the campaign, or one of its calendar's months."""
    word = reader.peek() or ""
    day = reader.number("DÍA") if word.isdigit() else reader.session.day
    if word.isdigit() and not _HOUR.fullmatch(reader.peek() or "") and reader.session.calendar.months:
        day = _day_of_month(reader, day)
    match = _HOUR.fullmatch(reader.take("HH:MM"))
    reader.end()
    if not match or int(match[2]) > 59:
        raise Refusal("bad_date", day=day, hours=reader.session.calendar.hours)
    second = int(match[1]) * 3_600 + int(match[2]) * 60
    return Order("clock", lambda history, roll, fresh: clocks.set_clock(history.session, day, second))


def _day_of_month(reader: Reader, day: int) -> int:
    """Read `MES [AÑO]` and return the day of the campaign; without a year it is this one."""
    calendar, today = reader.session.calendar, reader.session.date
    month = reader.take("MES")
    place = month_of(calendar, reader.longest(month, (each.name for each in calendar.months)))
    year = today.year if today else calendar.year
    if (reader.peek() or "").lstrip("-").isdigit():
        year = reader.number("AÑO")
    check_date(calendar, year, place, day)
    return calendar.campaign_day(year, place, day)


def travel(reader: Reader) -> Order:
    """Read `viaja N MEDIDA [8h]`."""
    count = reader.number("N")
    units = reader.session.game.distances
    terms, meanings = reader.words.terms, dict[str, str]()
    for known in units:
        words = (terms.get(f"unit.{known}", known), term(reader.words, "unit", known), known)
        meanings |= dict.fromkeys((*_UNITS.get(known, ()), *words), known)
    unit = reader.meaning("MEDIDA", meanings)
    seconds = reader.duration("8h") if reader.peek() is not None else 0
    reader.end()
    return Order(
        "travel",
        lambda history, roll, fresh: clocks.travel(history.session, unit, count, seconds, roll),
    )


def watch(reader: Reader) -> Order:
    """Read `vigila N+ [cada N] [auto] [DADOS]`; `vigila 0` stops it."""
    match = _THRESHOLD.fullmatch(reader.take("N+"))
    if not match:
        raise Refusal("bad_watch")
    every, automatic, dice = 1, False, reader.session.watch.dice
    while reader.peek() is not None:
        if reader.took("cada", "every"):
            every = reader.number("N")
        elif reader.took("auto", "automatic"):
            automatic = True
        else:
            dice = reader.take("DADOS")
    threshold = int(match[1])
    return Order(
        "watch",
        lambda history, roll, fresh: clocks.set_watch(history.session, dice, threshold, every, automatic),
    )


def check(reader: Reader) -> Order:
    """Read `encuentro`: check for a random encounter now."""
    reader.end()
    return Order("check", lambda history, roll, fresh: clocks.encounter_check(history.session, roll))
