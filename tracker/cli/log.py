"""`tracker log`, `stats` and `verify`: the events, how the dice fell, and whether they were sealed."""

import sys
import time

from tracker.cli.arguments import WrongUsage
from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import opened
from tracker.cli.printing import say, say_json
from tracker.cli.watch import POLL
from tracker.commands.search import search
from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.tally import tally
from tracker.session.verify import verify
from tracker.store.campaign import Spectator
from tracker.wording.exports import EXPORTS
from tracker.wording.language import _
from tracker.wording.sentences import refusal_sentence
from tracker.wording.tally import tally_json, tally_text
from tracker.wording.verify import verdict_json, verdict_text

FOLLOWED = ("text", "jsonl")
"""Formats that can be written event by event."""


def answer_log(invocation: Invocation) -> int:
    """Print the events that a query finds; cancelled ones are marked and stay."""
    if invocation.arguments.follow:
        return _follow(invocation)
    history = opened(invocation).history
    found = _found(history, invocation)
    for line in EXPORTS[invocation.arguments.format](history, found):
        say(line)
    if not found:
        say(_("Nada de lo que ha pasado es eso."), error=True)
    return DONE


def _follow(invocation: Invocation) -> int:
    """Print the events of a save, and then every new event, until interrupted; returns the exit code.

    Without an output that is open there is nobody to print for.
    """
    if invocation.arguments.format not in FOLLOWED:
        raise WrongUsage(invocation.arguments, "choice", invocation.arguments.format, ", ".join(FOLLOWED))
    spectator = Spectator(invocation.save(invocation.arguments.save))
    export, printed = EXPORTS[invocation.arguments.format], set[str]()
    try:
        while sys.stdout is not None:
            found = [each for each in _found(spectator.history, invocation) if each.id not in printed]
            for line in export(spectator.history, found):
                say(line)
            printed |= {each.id for each in found}
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
                say(sentence, error=True)
            said = sentence


def answer_stats(invocation: Invocation) -> int:
    """Print how the dice fell in the events that a query finds."""
    history = opened(invocation).history
    given = tally(_found(history, invocation))
    if invocation.arguments.json:
        say_json(tally_json(given, history))
    else:
        say(tally_text(given, history))
    return DONE


def answer_verify(invocation: Invocation) -> int:
    """Do every sealed roll again and print the verdict; the exit code tells whether all of them fit."""
    history = opened(invocation).history
    verdict = verify(history)
    if invocation.arguments.json:
        say_json(verdict_json(verdict))
    else:
        say(verdict_text(verdict, history))
    return REFUSED if verdict.findings else DONE


def _found(history: History, invocation: Invocation) -> list[Event]:
    wanted = search(" ".join(invocation.arguments.query))
    return [event for event in history if wanted.finds(event, history)]
