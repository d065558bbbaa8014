"""`tracker log`: the events."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec.structs import replace

from tracker.cli.arguments import WrongUsage
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.opened import open_campaign
from tracker.cli.printing import print_line
from tracker.commands.moments import events_between
from tracker.commands.search import search
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
"""The moment from which nothing has happened yet."""


class Log(Protocol):
    """The printed part of a log, and the rest."""

    def lines(self, history: History, found: Sequence[Event]) -> Iterator[str]:
        """Yield the lines of the found events that have not been printed."""


class GmLog:
    """The events as the GM knows them."""

    def __init__(self, style: str) -> None:
        self._export = EXPORTS[style]
        self._printed: set[str] = set()

    def lines(self, history: History, found: Sequence[Event]) -> Iterator[str]:
        """Yield the lines of the found events that have not been printed."""
        new = [each for each in found if each.id not in self._printed]
        self._printed |= {each.id for each in new}
        return self._export(history, new)


class PlayersLog:
    """Each event as a recap for players would tell it; what is undone later is told again, as undone.

    Its numbers are its own: those of the events would show that secret ones lie between.
    """

    def __init__(self, style: str) -> None:
        self._line = {"text": news_line, "jsonl": news_json}[style]
        self._news: News | None = None
        self._told: dict[str, Telling] = {}
        self._count = 0

    def lines(self, history: History, found: Sequence[Event]) -> Iterator[str]:
        """Yield the lines of the found events that have not been printed, and of those undone since."""
        if self._news is None:
            self._news = News(history.session.system)
        wanted = {each.id for each in found}
        for event, evening in self._news.look(history):
            text = news_text(evening)
            if text and event.id in wanted and event.id not in self._told:
                self._count += 1
                self._told[event.id] = Telling(number=self._count, at=event.at, text=text)
                yield self._line(self._told[event.id])
        for event_id in [each for each in self._told if not history.counts(each)]:
            yield self._line(replace(self._told.pop(event_id), counts=False))


def answer_log(invocation: Invocation) -> int:
    """Print the events that a query finds; cancelled ones are marked and stay."""
    arguments = invocation.arguments
    if (arguments.follow or arguments.players) and arguments.format not in FOLLOWED:
        raise WrongUsage(arguments, "choice", arguments.format, ", ".join(FOLLOWED))
    log: Log = PlayersLog(arguments.format) if arguments.players else GmLog(arguments.format)
    if arguments.follow:
        return _follow(invocation, log)
    history = open_campaign(invocation).history
    found = [] if arguments.since == NOW else found_events(history, invocation)
    printed = list(log.lines(history, found))
    for line in printed:
        print_line(line)
    if not (printed and found):
        print_line(say("log.nothing_found"), error=True)
    return DONE


def _follow(invocation: Invocation, log: Log) -> int:
    """Print the events of a save, and then every new event, until interrupted; returns the exit code.

    Without an output that is open there is nobody to print for.
    """
    spectator = Spectator(invocation.save(invocation.arguments.save))
    past = {each.id for each in spectator.history} if invocation.arguments.since == NOW else set[str]()
    try:
        while sys.stdout is not None:
            found = [each for each in found_events(spectator.history, invocation) if each.id not in past]
            for line in log.lines(spectator.history, found):
                print_line(line)
            _wait_for_news(spectator)
    except KeyboardInterrupt:
        return DONE
    return DONE


def _wait_for_news(spectator: Spectator) -> None:
    """Wait until the save has changed; say once that it cannot be read, and go on waiting."""
    said = ""
    while True:
        time.sleep(POLL)
        try:
            if spectator.look():
                return
        except Refusal as refusal:
            sentence = refusal_sentence(refusal)
            if sentence != said:
                print_line(sentence, error=True)
            said = sentence


def found_events(history: History, invocation: Invocation) -> list[Event]:
    """Return the events that the query of a line finds."""
    arguments = invocation.arguments
    since = [f"since:{arguments.since}"] if getattr(arguments, "since", None) not in (None, NOW) else []
    wanted = search(" ".join([*arguments.query, *since]))
    stretch = getattr(arguments, "between", None)
    events = events_between(stretch[0], stretch[1], history) if stretch else history
    return [event for event in events if wanted.finds(event, history)]
