"""`tracker log`: print the events, or follow them."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from tracker.cli.arguments import WrongUsage
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.opened import existing_save, open_campaign
from tracker.cli.printing import print_line
from tracker.commands.moments import events_between, events_since
from tracker.commands.search import parse_query
from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.recap import News
from tracker.store.campaign import POLL, Spectator
from tracker.wording.exports import EXPORTS
from tracker.wording.messages import say
from tracker.wording.recap import Telling, news_json, news_line, news_text
from tracker.wording.sentences import refusal_sentence

FOLLOWED = ("text", "jsonl")
"""Formats that can be written event by event."""


NOW = "now"
"""The moment after which nothing has happened yet."""


class Log(Protocol):
    """What remembers the printed part of a log, and writes the rest."""

    def lines(self, history: History, events: Sequence[Event]) -> Iterator[str]:
        """Yield the lines of those events that have not been printed."""


class GmLog:
    """The events as the GM knows them."""

    def __init__(self, style: str) -> None:
        self._export = EXPORTS[style]
        self._printed: set[str] = set()

    def lines(self, history: History, events: Sequence[Event]) -> Iterator[str]:
        new = [each for each in events if each.id not in self._printed]
        self._printed |= {each.id for each in new}
        return self._export(history, new)


class PlayersLog:
    """Each event as the recap tells it to players; if it is undone later, it is printed again, as undone."""

    def __init__(self, style: str) -> None:
        self._line = {"text": news_line, "jsonl": news_json}[style]
        self._news: News | None = None
        self._tellings: dict[str, Telling] = {}
        self._count = 0

    def lines(self, history: History, events: Sequence[Event]) -> Iterator[str]:
        """Yield the lines of those events that have not been printed, and of those undone since."""
        if self._news is None:
            self._news = News(history.session.system)
        event_ids = {each.id for each in events}
        for event, evening in self._news.look(history):
            text = news_text(evening)
            if text and event.id in event_ids and event.id not in self._tellings:
                # Its own numbers: those of the events would show that secret ones lie between.
                self._count += 1
                self._tellings[event.id] = Telling(number=self._count, at=event.at, text=text)
                yield self._line(self._tellings[event.id])
        for event_id in [each for each in self._tellings if not history.counts(each)]:
            yield self._line(replace(self._tellings.pop(event_id), counts=False))


def answer_log(invocation: Invocation) -> int:
    """Print the events that a query finds; cancelled ones are marked, and stay."""
    arguments = invocation.arguments
    if (arguments.follow or arguments.players) and arguments.format not in FOLLOWED:
        raise WrongUsage(arguments, "choice", arguments.format, ", ".join(FOLLOWED))
    log: Log = PlayersLog(arguments.format) if arguments.players else GmLog(arguments.format)
    if arguments.follow:
        return _follow(invocation, log)
    history = open_campaign(invocation).history
    events = [] if arguments.since == NOW else found_events(history, invocation)
    lines = list(log.lines(history, events))
    for line in lines:
        print_line(line)
    if not (lines and events):
        print_line(say("log.nothing_found"), error=True)
    return DONE


def _follow(invocation: Invocation, log: Log) -> int:
    """Print the events of a save, and then every new event, until interrupted; return the exit code."""
    spectator = Spectator(existing_save(invocation, invocation.arguments.save))
    past = {each.id for each in spectator.history} if invocation.arguments.since == NOW else set[str]()
    try:
        # Without an open output there is nobody to print for.
        while sys.stdout is not None:
            events = [each for each in found_events(spectator.history, invocation) if each.id not in past]
            for line in log.lines(spectator.history, events):
                print_line(line)
            _wait_for_news(spectator)
    except KeyboardInterrupt:
        return DONE
    return DONE


def _wait_for_news(spectator: Spectator) -> None:
    """Wait until the save has changed; if it cannot be read, print that once and go on waiting."""
    last_sentence = ""
    while True:
        time.sleep(POLL)
        try:
            if spectator.look():
                return
        except Refusal as refusal:
            sentence = refusal_sentence(refusal)
            if sentence != last_sentence:
                print_line(sentence, error=True)
            last_sentence = sentence


def found_events(history: History, invocation: Invocation) -> list[Event]:
    arguments = invocation.arguments
    query = parse_query(" ".join(arguments.query))
    moments, since = getattr(arguments, "between", None), getattr(arguments, "since", None)
    events = events_between(moments[0], moments[1], history) if moments else tuple(history)
    if since not in (None, NOW):
        later = {event.id for event in events_since(since, history)}
        events = tuple(event for event in events if event.id in later)
    return [event for event in events if query.finds(event, history)]
