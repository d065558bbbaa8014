"""`tracker stats`: statistics of the dice."""

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.log import found_events
from tracker.cli.opened import open_campaign
from tracker.cli.printing import print_answer, print_line
from tracker.features.tally.wording import tally_answer, tally_text
from tracker.session.tally import tally


def answer_stats(invocation: Invocation) -> int:
    """Print the statistics of the dice in the events that a query finds."""
    history = open_campaign(invocation).history
    dice_tally = tally(found_events(history, invocation))
    if invocation.arguments.json:
        print_answer(tally_answer(dice_tally, history))
    else:
        print_line(tally_text(dice_tally, history))
    return DONE
