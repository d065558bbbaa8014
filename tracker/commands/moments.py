"""Moments of a campaign as they are typed, at the table and in the shell.

`-5` is five acts ago, `2026-03-14` and `2026-03-14T21:30` are real time. `day 3 14:20`, `12 Ember` and
`14:20` are the campaign's time. `now` is the last event, and every event has its id.
"""

import re
from collections.abc import Callable, Sequence

from tracker.commands.command import Command, CommandContext, refuse_to_play
from tracker.commands.dates import day_of_month, is_hour, second_of_day
from tracker.commands.reading import Reader
from tracker.commands.search import parse_real_time
from tracker.commands.vocabulary import blank, is_keyword, localized_pattern
from tracker.rules.clock import MINUTE
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.text import with_plain_signs
from tracker.session.event import Event
from tracker.session.event_id import is_event_id
from tracker.session.history import History
from tracker.session.moves import undo
from tracker.session.text import clean
from tracker.wording.messages import say
from tracker.wording.report import creature_sentence, now_sentence
from tracker.wording.waiting import waiting_lines

_AGO = re.compile(r"-\d{1,9}")
_REAL = re.compile(r"\d{4}-\d{2}-\d{2}.*")


def parse_moment(text: str, history: History) -> str:
    """Return the id of the last event up to a moment.

    Raises `bad_moment`, `unknown_moment` for the id of an event that is not in the log,
    `before_the_beginning`, and the refusals of dates.
    """
    return _moment(with_plain_signs(text).strip(), history, end=True)


def events_between(first: str, last: str, history: History) -> Sequence[Event]:
    """Collect the events from one moment to another, both included; raises the refusals of `moment`."""
    start_id, end_id = (
        _moment(with_plain_signs(first).strip(), history, end=False),
        parse_moment(last, history),
    )
    return tuple(event for event in history if start_id <= event.id <= end_id)


def events_since(text: str, history: History) -> Sequence[Event]:
    """Collect what has happened since a moment: behind the event of an id, from a day on.

    Since a moment to come nothing has happened, since one before the beginning everything. Raises the other
    refusals of `parse_moment`.
    """
    start = with_plain_signs(text).strip()
    is_exact = is_event_id(start) or _AGO.fullmatch(start) is not None or is_keyword(start, "now")
    try:
        first_id = _moment(start, history, end=is_exact)
    except Refusal as refusal:
        if refusal.code == "after_the_end":
            return ()
        if refusal.code == "before_the_beginning":
            return tuple(history)
        raise
    if is_exact:
        return tuple(event for event in history if event.id > first_id)
    return tuple(event for event in history if event.id >= first_id)


def go_back(reader: Reader) -> Command:
    """Read `rewind WHEN`."""
    text = reader.take_rest()
    if not text:
        raise Refusal("missing", what=blank("when"), usage=reader.usage)
    event_id = parse_moment(text, reader.context.history)
    return Command("rewind", lambda history, roll, fresh: undo.return_to(history, event_id))


def look(reader: Reader) -> Command:
    """Read `look WHEN [since WHEN]`: the table as it was, or what had changed since an earlier moment.

    `look`, `look pending` and `look WHO` describe the table now, what must be decided, and creatures.
    """
    history = reader.context.history
    if not is_moment(reader.peek()):
        return Command("look", refuse_to_play, tells=_report_now(reader))
    words = list(reader.take_remaining())
    place = next((index for index, word in enumerate(words) if is_keyword(word, "since")), len(words))
    if place == len(words) - 1:
        raise Refusal("missing", what=blank("when"), usage=reader.usage)
    moment_id = parse_moment(" ".join(words[:place]), history)
    since = parse_moment(" ".join(words[place + 1 :]), history) if place < len(words) else ""
    return Command("look", refuse_to_play, at=max(moment_id, since), since=since and min(moment_id, since))


def is_moment(word: str | None) -> bool:
    """Whether the first word begins a moment: a figure, `now` or `day`."""
    return word is not None and (
        word[0] in "-0123456789" or is_keyword(word, "now") or is_keyword(word, "day")
    )


def _report_now(reader: Reader) -> str:
    history = reader.context.history
    if reader.peek() is None:
        return now_sentence(history)
    if reader.take_keyword_or_prefix("pending"):
        reader.expect_end()
        return "\n".join(waiting_lines(history) or [say("moments.nothing_pending")])
    creature_ids = reader.take_creatures(whole=True)
    reader.expect_end()
    return "\n".join(creature_sentence(history.session, who) for who in creature_ids)


def _moment(text: str, history: History, *, end: bool) -> str:
    """Find the last event of a moment, or its first one unless the `end` is asked for."""
    if is_keyword(text, "now"):
        return _last_event(history, lambda event: True)
    if _AGO.fullmatch(text):
        return _acts_ago(history, -int(text))
    if is_event_id(text):
        if text not in history:
            raise Refusal("unknown_moment", text=text)
        return text
    if _REAL.fullmatch(text):
        return _in_real_time(text, history, end=end)
    return _in_the_campaign(text, history, end=end)


def _acts_ago(history: History, count: int) -> str:
    """Find the event after which this many acts followed that still count."""
    for event in reversed(history):
        if count <= 0:
            return event.id
        count -= history.counts(event.id) and not event.takes_back
    raise Refusal("before_the_beginning")


def _in_real_time(text: str, history: History, *, end: bool) -> str:
    try:
        start_time, end_time = parse_real_time(text)
    except (ValueError, OverflowError) as error:
        raise _bad_moment(text) from error
    if end:
        return _last_event(history, lambda event: event.at < end_time)
    return _first_event(history, lambda event: event.at >= start_time)


def _in_the_campaign(text: str, history: History, *, end: bool) -> str:
    """Find the event of `day 3`, `12 Ember`, `12 Ember 1043`, each with or without an hour, or of `14:20`."""
    first_second, end_second = _parse_span(text, history)
    if not end:
        return _first_event(history, lambda event: event.clock >= first_second)
    return _last_before(history, end_second)


def parse_second(text: str, history: History) -> int:
    """Return the first second of a moment of the campaign's clock; an hour that is past is tomorrow's."""
    first_second, session = _parse_span(text, history)[0], history.session
    is_past = first_second < session.elapsed and is_hour(text)
    return first_second + session.calendar.day_seconds if is_past else first_second


def _parse_span(text: str, history: History) -> tuple[int, int]:
    """Return the first second of a day or of an hour, and the first second after it."""
    session = history.session
    reader = Reader(
        text, CommandContext(history), localized_pattern("day N [HOUR], DAY MONTH [YEAR] [HOUR], HOUR")
    )
    day, first_second, end_second = session.day, 0, session.calendar.day_seconds
    if not is_hour(reader.peek() or ""):
        day = _take_day(reader, text)
    if reader.peek() is not None:
        first_second = second_of_day(reader.take(""), session, day)
        end_second = first_second + MINUTE
    reader.expect_end()
    midnight = (day - 1) * session.calendar.day_seconds - session.begins
    return midnight + first_second, midnight + end_second


def _take_day(reader: Reader, text: str) -> int:
    if reader.take_keyword_or_prefix("day"):
        return reader.take_number(blank("day"))
    word = reader.peek() or ""
    if not re.fullmatch(r"\d{1,6}", word) or word == text or not reader.session.calendar.months:
        raise _bad_moment(text)
    return day_of_month(reader, reader.take_number(blank("day")))


def _last_before(history: History, second: int) -> str:
    """Find the last event after which the campaign's clock stood before a second."""
    # An event has the time before it: the next event says where it left the clock.
    clock_after = history.session.elapsed
    for event in reversed(history):
        if clock_after < second:
            return event.id
        clock_after = event.clock
    raise Refusal("before_the_beginning")


def _last_event(history: History, holds: Callable[[Event], bool]) -> str:
    event_id = next((event.id for event in reversed(history) if holds(event)), None)
    if event_id is None:
        raise Refusal("before_the_beginning")
    return event_id


def _first_event(history: History, holds: Callable[[Event], bool]) -> str:
    event_id = next((event.id for event in history if holds(event)), None)
    if event_id is None:
        raise Refusal("after_the_end")
    return event_id


def _bad_moment(text: str) -> Refusal:
    return Refusal("bad_moment", text=clean(text, NAME_LENGTH))
