"""The panel of Exploración: the clock, past and coming moments, random encounters and travel."""

from tracker.rules.glance import Tone
from tracker.session.history import History
from tracker.session.state import Session
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.text_panel import Block
from tracker.wording import amounts
from tracker.wording.clock import coming_lines, paces_text, passed_lines, reminders, weather_text
from tracker.wording.dates import date_text, day_text
from tracker.wording.glance import scene_text
from tracker.wording.language import _, _n
from tracker.wording.words import term, words_of

_PAST, _STRIP = 2, 6
"""Most past moments shown, and most moments in all."""


def clock_blocks(history: History, unwatched: str) -> list[Block]:
    """Return the blocks of the panel; `unwatched` is the sentence if random encounters are not checked."""
    session = history.session
    told = [line(each) for each in (weather_text(session), scene_text(session)) if each]
    told += [line((each, Tone.WARNING)) for each in reminders(session)]
    blocks = [Block((*_now(session), *told), _("Reloj"))]
    if strip := _strip(history):
        blocks.append(Block(tuple(strip), _("Antes y después")))
    watch = line(_watch_text(session)) if session.watch.threshold else line((unwatched, Emphasis.MUTED))
    blocks.append(Block((watch,), _("Encuentros al azar")))
    behind = [_distance_text(session, unit) for unit in session.travelled]
    behind += [line((paces, Emphasis.MUTED))] if (paces := paces_text(session)) else []
    return [*blocks, Block(tuple(behind), _("Viaje"))] if behind else blocks


def _strip(history: History) -> list[Line]:
    """Return past and coming moments, in order."""
    passed, coming = passed_lines(history, _PAST), coming_lines(history.session)
    return [
        *(line((f"{_ago(ago)}  {what}", Emphasis.MUTED)) for ago, what in passed),
        *(line(f"{in_text(left)}  {what}") for left, what in coming[: _STRIP - len(passed)]),
    ]


def in_text(seconds: int) -> str:
    """Return how long until a moment: `en 10m`, or `ya`."""
    return _("en {time}").format(time=amounts.duration(seconds)) if seconds > 0 else _("ya")


def _ago(seconds: int) -> str:
    return _("hace {time}").format(time=amounts.duration(seconds)) if seconds > 0 else _("ahora")


def _now(session: Session) -> list[Line]:
    """Return the day and the hour, on a line each where the day is a date, and how long it has been."""
    day, hour = date_text(session.day, session.date), amounts.hour(session.time_of_day)
    passed = _("Han pasado {time}").format(time=amounts.duration(session.elapsed))
    if session.date is None:
        now = [f"{day}  {hour}"]
    else:
        now, passed = [day, hour], f"{day_text(session.day, None)} · {amounts.duration(session.elapsed)}"
    return [*(line((text, Emphasis.STRONG)) for text in now), line((passed, Emphasis.MUTED))]


def _watch_text(session: Session) -> str:
    watch = session.watch
    left, table = watch.every - watch.passed, session.tables.get(watch.table)
    told = _n(
        "{dice} a {threshold}+, en el próximo intervalo",
        "{dice} a {threshold}+, dentro de {left} intervalos",
        left,
    ).format(dice=watch.dice, threshold=watch.threshold, left=left)
    return f"{told} · {table.name}" if table else told


def _distance_text(session: Session, unit: str) -> Line:
    count = session.travelled[unit]
    told = f"{count} {term(words_of(session.system), 'unit', unit)}"
    length = count * session.game.distances.get(unit, 0)
    return line(f"{told} ({amounts.distance(length)})" if length else told)
