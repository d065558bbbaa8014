"""`tracker log`, `stats` and `verify`: what has happened, how the dice fell, and whether they were sealed."""

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened_campaign import opened
from tracker.cli.printing import say, say_json
from tracker.commands.search import search
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.tally import tally
from tracker.session.verify import verify
from tracker.wording.exports import EXPORTS
from tracker.wording.language import _
from tracker.wording.tally import tally_json, tally_text
from tracker.wording.verify import verdict_json, verdict_text


def answer_log(invocation: Invocation) -> int:
    """Print the events that a query finds; cancelled ones are marked and stay."""
    history = opened(invocation).history
    found = _found(history, invocation)
    for line in EXPORTS[invocation.arguments.format](history, found):
        say(line)
    if not found:
        say(_("Nada de lo que ha pasado es eso."), error=True)
    return DONE


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
    """Do every sealed roll again and print what came of it; refuses when any of them does not fit."""
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
