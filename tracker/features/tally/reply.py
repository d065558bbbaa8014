"""`tracker stats`: how the dice fell."""

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.log import found_events
from tracker.cli.opened import open_campaign
from tracker.cli.printing import print_answer, print_line
from tracker.features.tally.tally import tally
from tracker.features.tally.wording import tally_answer, tally_text


def answer_stats(invocation: Invocation) -> int:
    """Print how the dice fell in the events that a query finds."""
    history = open_campaign(invocation).history
    given = tally(found_events(history, invocation))
    if invocation.arguments.json:
        print_answer(tally_answer(given, history))
    else:
        print_line(tally_text(given, history))
    return DONE
