"""Commands of exploration: the clock, travel, encounter checks, the weather."""

import re

from msgspec.structs import replace

from tracker.commands import progress
from tracker.commands.command import Command, CommandContext
from tracker.commands.dates import day_of_month, is_hour, second_of_day
from tracker.commands.figures import parse_duration, split_faces
from tracker.commands.matching import match_one, normalize
from tracker.commands.reading import Reader
from tracker.commands.tables import own_table
from tracker.commands.vocabulary import (
    blank,
    choice_of,
    full_keyword,
    is_keyword,
    localized_pattern,
    shown_word,
)
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import key_of, match_old_key
from tracker.session.history import History
from tracker.session.moves import clock as clocks
from tracker.session.moves import given_turns, outdoors
from tracker.session.moves.clock import Passage
from tracker.session.moves.jump import Amendment
from tracker.session.outdoors import HEX, Ambient, EncounterWatch
from tracker.session.text import clean
from tracker.wording.clock import unit_names
from tracker.wording.words import synonyms, term

_THRESHOLD = re.compile(r"(\d{1,4})\+?")
AMENDMENT = "[N] [HOUR] [WHO] [= FACES]"
"""The pattern of a change to one line of a jump in time."""


def turn(reader: Reader) -> Command:
    """Read `turn`."""
    return _passage_command(reader, Passage.TURN)


def round_(reader: Reader) -> Command:
    """Read `round`: every creature acts, in the time of one turn (R1-062, R1-063).

    In an encounter without an order it ends the round under way.
    """
    fight = reader.session.fight
    if fight is not None and fight.round and not fight.is_ordered:
        reader.expect_end()
        return Command("round", lambda history, roll, fresh: given_turns.end_round(history.session, roll))
    return _passage_command(reader, Passage.ROUND)


def _passage_command(reader: Reader, passage: Passage) -> Command:
    reader.expect_end()
    seconds = reader.session.turn_seconds
    if not seconds:
        field = reader.session.game.turn_field
        raise Refusal("turn_untold", setting=term(reader.words, "field", field).replace(" ", "_"))
    return Command(
        passage, lambda history, roll, fresh: clocks.pass_time(history.session, passage, seconds, roll)
    )


def interval(reader: Reader) -> Command:
    """Read `interval 10m`, or `interval 7d ordinary` for days with the usual meals and sleep."""
    seconds = reader.take_duration("10m")
    ordinary = reader.take_keyword_or_prefix("ordinary")
    reader.expect_end()
    if ordinary:
        return Command(
            "interval", lambda history, roll, fresh: clocks.ordinary_days(history.session, seconds, roll)
        )
    return Command(
        "interval",
        lambda history, roll, fresh: clocks.pass_time(history.session, Passage.INTERVAL, seconds, roll),
    )


def clock(reader: Reader) -> Command:
    """Read `clock [DAY [MONTH [YEAR]]] HH:MM`: a day of the campaign, or of a month of its calendar.

    With a name in place of the day the line means a progress clock.
    """
    word = reader.peek() or ""
    if word and not word[0].isdigit() and word[0] not in "+-":
        return progress.keep(reader)
    day = reader.take_number(blank("day")) if word.isdigit() else reader.session.day
    if word.isdigit() and not is_hour(reader.peek() or "") and reader.session.calendar.months:
        day = day_of_month(reader, day)
    hour = reader.take(blank("hour"))
    reader.expect_end()
    second = second_of_day(hour, reader.session, day)
    return Command("clock", lambda history, roll, fresh: clocks.set_clock(history.session, day, second))


def travel(reader: Reader) -> Command:
    """Read `travel N UNIT|PACE [8h]`; without a time, a pace gives the time of each hex."""
    count = reader.take_number("N")
    paces = {pace.name: key for key, pace in reader.session.paces.items()}
    word = reader.take_longest_name(reader.take(blank("unit")), paces)
    pace, unit = match_one(word, paces) or "", HEX
    if not pace:
        meanings = _unit_words(reader)
        unit = match_one(word, meanings) or ""
        if not unit:
            choices = ", ".join((*unit_names(reader.session), *paces))
            raise Refusal("unknown_choice", value=clean(word, NAME_LENGTH), known=choices)
    seconds = reader.take_duration("8h") if reader.peek() is not None else None
    reader.expect_end()
    return Command(
        "travel",
        lambda history, roll, fresh: outdoors.travel(history.session, unit, count, seconds, roll, pace=pace),
    )


def _unit_words(reader: Reader) -> dict[str, str]:
    """Map the words for the units of distance, in every language."""
    units = reader.session.distances
    return {word: unit_id for unit_id in units for word in synonyms(reader.words, "unit", unit_id)}


def pace(reader: Reader) -> Command:
    """Read `pace NAME 6h`, the time of a hex; `pace NAME none` forgets the pace."""
    words = [reader.take_typed(blank("name"))]
    while reader.peek() is not None:
        words.append(reader.take_typed(""))
    name, time_text = " ".join(words[:-1]), words[-1]
    if not name:
        raise Refusal("missing", what="6h", usage=reader.usage)
    key = match_old_key(reader.session.paces, key_of(normalize(name)))
    if is_keyword(time_text, "nothing"):
        return Command("pace", lambda history, roll, fresh: outdoors.drop_pace(history.session, key))
    seconds = parse_duration(time_text)
    return Command(
        "pace", lambda history, roll, fresh: outdoors.keep_pace(history.session, key, name, seconds)
    )


def watch(reader: Reader) -> Command:
    """Read `watch N+ [every N] [auto] [DICE] [table NAME|none]`; `watch 0` stops the checks.

    Unless the line names a table, the present one stays.
    """
    match = _THRESHOLD.fullmatch(reader.take("N+"))
    if not match:
        raise Refusal("bad_watch")
    old_watch = reader.session.watch
    table = old_watch.table if old_watch.table in reader.session.tables else ""
    new_watch = EncounterWatch(old_watch.dice, int(match[1]), table=table)
    while reader.peek() is not None:
        if reader.take_keyword_or_prefix("every"):
            new_watch = replace(new_watch, every=reader.take_number("N"))
        elif reader.take_keyword_or_prefix("auto"):
            new_watch = replace(new_watch, automatic=True)
        elif reader.take_keyword_or_prefix("table"):
            name = reader.take_rest_name()
            new_watch = replace(
                new_watch, table="" if is_keyword(name, "nothing") else own_table(reader, name)
            )
        else:
            new_watch = replace(new_watch, dice=reader.take(blank("dice")))
    return Command("watch", lambda history, roll, fresh: clocks.set_watch(history.session, new_watch))


def weather(reader: Reader) -> Command:
    """Read `weather [table NAME | is TEXT | none]`; otherwise roll on the weather table: `weather = 3`."""
    if (reader.peek() or "=").startswith("="):
        faces = reader.take_faces()
        return Command(
            "weather", lambda history, roll, fresh: outdoors.roll_weather(history.session, roll), faces
        )
    if reader.take_keyword_or_prefix("table"):
        key = own_table(reader, reader.take_rest_name())
        return Command(
            "weather", lambda history, roll, fresh: outdoors.choose_weather_table(history.session, key)
        )
    if reader.take_keyword_or_prefix("is"):
        text = reader.take_rest()
        return Command("weather", lambda history, roll, fresh: outdoors.set_weather(history.session, text))
    if not is_keyword(reader.peek(), "nothing"):
        raise reader.unknown_word_refusal(reader.peek() or "")
    reader.take("")
    reader.expect_end()
    return Command("weather", lambda history, roll, fresh: outdoors.forget_weather(history.session))


_LIGHTS = {"daylight": Ambient.DAY, "night": Ambient.NIGHT, "dark": Ambient.DARK}
"""The light that each keyword means."""


def ambient(reader: Reader) -> Command:
    """Read `light day|night|dark`: the light around the party."""
    text = reader.take_rest() or reader.take(choice_of(*_LIGHTS))
    light = _LIGHTS.get(full_keyword(text, _LIGHTS))
    if light is None:
        known = ", ".join(map(shown_word, _LIGHTS))
        raise Refusal("unknown_choice", value=clean(text, NAME_LENGTH), known=known)
    return Command("ambient", lambda history, roll, fresh: outdoors.say_light(history.session, light))


def check(reader: Reader) -> Command:
    """Read `check`: check for a random encounter now."""
    reader.expect_end()
    return Command("check", lambda history, roll, fresh: clocks.encounter_check(history.session, roll))


def read_amendment(text: str, history: History) -> Amendment:
    """Read `3 18:30 bren = 4`, in any order with the faces last; refuses unknown words."""
    rest, faces = split_faces(f" {text.strip()}")
    reader = Reader(rest, CommandContext(history), localized_pattern(AMENDMENT))
    times = second = who = None
    while (word := reader.peek()) is not None:
        if is_hour(word):
            second = second_of_day(reader.take(blank("hour")), history.session, history.session.day)
        elif word.isdigit():
            times = reader.take_number("N")
        else:
            who = reader.take_creature()
    return Amendment(times, faces or (), second, who)
