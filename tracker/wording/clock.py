"""The clock in words: coming events, moons, needs, lights, weather, travel and reminders."""

from collections.abc import Iterator, Sequence

from tracker.rules.clock import HOUR, duration_text
from tracker.rules.glance import Need
from tracker.rules.supply import Trigger
from tracker.rules.system import Until
from tracker.session.almanac import day_of, occurrences
from tracker.session.outdoors import Ambient
from tracker.session.reminder import Awaits, Reminder
from tracker.session.resources import needs_of_party, shared_needs
from tracker.session.state import FOREVER, Session
from tracker.session.whereabouts import elsewhere
from tracker.wording import amounts
from tracker.wording.dates import moment_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of

_MANY = 2
"""A count that makes a word plural."""
_LONG_WITHOUT = 20 * HOUR
"""Seconds without food or sleep after which a reminder is due in every game."""


def upcoming_events(session: Session) -> list[tuple[int, str]]:
    """List the next events with the seconds until each, soonest first."""
    return sorted(
        [
            *_burning_lights(session),
            *_needs_due(session),
            *_ending_effects(session),
            *_weather_change(session),
            *_dates_due(session),
        ]
    )


def _burning_lights(session: Session) -> Iterator[tuple[int, str]]:
    far_ids = elsewhere(session)
    for supply in session.supplies.values():
        if supply.active and supply.trigger is Trigger.TIME and supply.owner not in far_ids:
            text = f"{supply.name} d{supply.die}"
            owner = session.creatures.get(supply.owner)
            yield supply.due - session.elapsed, f"{text} · {owner.name}" if owner else text


def _needs_due(session: Session) -> Iterator[tuple[int, str]]:
    words = words_of(session.system)
    for need, creature_ids in shared_needs(session):
        if need.due is not None:
            text = f"{term(words, 'need', need.id)} · {whose_text(session, creature_ids)}"
            yield need.due - session.elapsed, text


def _ending_effects(session: Session) -> Iterator[tuple[int, str]]:
    words, near_ids = words_of(session.system), {*session.creatures} - elsewhere(session)
    for effect in session.effects.values():
        if effect.until is Until.CLOCK and effect.at < FOREVER and effect.who in near_ids:
            name = term(words, "condition", effect.condition) if effect.condition else effect.name
            text = say("clock.ends", name=name, who=session.creatures[effect.who].name)
            yield effect.at - session.elapsed, text


def _weather_change(session: Session) -> Iterator[tuple[int, str]]:
    table = session.tables.get(session.weather.table)
    if table is not None:
        yield session.calendar.day_seconds - session.time_of_day, say("clock.weather", name=table.name)


def _dates_due(session: Session) -> Iterator[tuple[int, str]]:
    """List what is due tomorrow, and today's appointments that do not wait for the GM yet."""
    today, day_seconds = session.day, session.calendar.day_seconds
    for each in occurrences(session.calendar, session.feasts, session.appointments, today + 1, today + 1):
        yield day_seconds - session.time_of_day, each.text
    waiting_texts = {each.data.get("date") for each in session.pending.values()}
    for key, appointment in session.appointments.items():
        day = day_of(appointment, session.calendar)
        if key not in waiting_texts and day is not None and day <= today:
            yield 0, appointment.text


def moons_text(session: Session) -> str:
    """List the moons with their phases today: `Sel llena · Ur menguante`."""
    words = words_of(session.system)
    return " · ".join(
        f"{moon.name} {term(words, 'phase', moon.phase(session.day))}" for moon in session.moons.values()
    )


def reminders(session: Session) -> list[str]:
    """List the creatures that went long without a need: `Comida: nadie desde hace 20 h`."""
    words = words_of(session.system)
    since_by_name: dict[str, dict[str, int]] = {}
    counts_by_need: dict[str, int] = {}
    for need, who in needs_of_party(session):
        counts_by_need[need.id] = counts_by_need.get(need.id, 0) + 1
        if _presses(need, session.elapsed):
            since_by_name.setdefault(need.id, {})[session.creatures[who].name] = need.since
    lines = []
    for need_id, since in since_by_name.items():
        sentence = "clock.none_for"
        if 1 < len(since) == counts_by_need[need_id]:
            sentence = "clock.nobody_for"
        time, names = amounts.roughly(min(since.values())), ", ".join(since)
        lines.append(say(sentence, need=term(words, "need", need_id), names=names, time=time))
    return lines


def _presses(need: Need, now: int) -> bool:
    """Tell whether a need is worth a reminder: shortly before its roll, and after a long time in any case."""
    return need.since >= _LONG_WITHOUT or (need.due is not None and need.due - now <= need.soon)


def whose_text(session: Session, creature_ids: Sequence[str]) -> str:
    """Name creatures, or the party if they are all of it."""
    if 1 < len(creature_ids) == len(session.party()):
        return say("people.party")
    return ", ".join(session.creatures[who].name for who in creature_ids)


def lights_text(session: Session) -> str:
    """List what gives light, the day before what burns: `Luz: la del día, Antorcha de Lía`.

    Where nothing does, say so, and whether it is night or the place is dark, if the GM has spoken of it.
    """
    light, is_said = session.ambient_light, session.ambient.said is not None
    if session.is_dark:
        if light is Ambient.NIGHT:
            return say("clock.night")
        return say("clock.dark_place") if is_said else say("clock.no_light")
    lights = [each for each in session.supplies.values() if each.burns]
    names = [
        say("clock.s", light=each.name, who=session.creatures[each.owner].name)
        if each.owner in session.creatures
        else each.name
        for each in lights
    ]
    if light is Ambient.DAY:
        names.insert(0, say("clock.daylight"))
    return say("clock.light", lights=", ".join(names))


def weather_text(session: Session) -> str:
    """Write the weather and its age: `Lluvia fina (3h)`."""
    text, since = session.weather.now, session.elapsed - session.weather.since
    return f"{text} ({duration_text(since)})" if text and since > 0 else text


def unit_names(session: Session) -> list[str]:
    """List the units of distance as they are typed: `casillas` and `hexágonos`."""
    return [unit_text(session, _MANY, unit) for unit in session.distances]


def unit_text(session: Session, count: int, unit: str) -> str:
    """Name a unit of distance, in the form for a count: `hexágono`, `hexágonos`."""
    return term(words_of(session.system), "units", unit, count=abs(count))


def paces_text(session: Session) -> str:
    """Write the GM's paces on one line: `bosque 6h · camino 2h`."""
    return " · ".join(f"{pace.name} {duration_text(pace.seconds)}" for pace in session.paces.values())


def reminder_text(session: Session, reminder: Reminder) -> str:
    """Write a reminder with what it waits for: `Lía: Salud ≤ mitad: huye la tropa`."""
    return f"{awaited_text(session, reminder)}: {reminder.text}"


def awaited_text(session: Session, reminder: Reminder) -> str:
    """Say what a reminder waits for: a moment, a condition, or a figure above or below a limit."""
    if reminder.awaits is Awaits.TIME:
        return moment_text(session, reminder.figure)
    words, creature = words_of(session.system), session.creatures.get(reminder.who)
    name = creature.name if creature else "—"
    if reminder.awaits is Awaits.CONDITION:
        return f"{name}, {term(words, 'condition', reminder.about)}"
    sign = "≤" if reminder.awaits is Awaits.AT_MOST else "≥"
    figure = say("reminders.half") if reminder.half else str(reminder.figure)
    return f"{name}, {term(words, 'gauge', reminder.about)} {sign} {figure}"
