"""`tracker status`: the whole table."""

import json

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.opened_campaign import opened
from tracker.wording.report import status_json, status_text


def answer_status(invocation: Invocation) -> int:
    """Print the whole table."""
    history = opened(invocation).history
    if invocation.arguments.json:
        print(json.dumps(status_json(history), ensure_ascii=False, indent=1))
    else:
        print(status_text(history))
    return DONE
