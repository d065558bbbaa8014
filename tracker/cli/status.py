"""`tracker status`: the whole table."""

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.opened_campaign import opened
from tracker.cli.printing import say, say_json
from tracker.wording.report import status_json, status_text


def answer_status(invocation: Invocation) -> int:
    """Print the whole table."""
    history = opened(invocation).history
    if invocation.arguments.json:
        say_json(status_json(history), indent=1)
    else:
        say(status_text(history))
    return DONE
