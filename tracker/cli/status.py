"""`tracker status`: the whole table."""

import json

from tracker.cli.opened import opened
from tracker.cli.shell import DONE, Shell
from tracker.wording.report import status_json, status_text


def answer_status(shell: Shell) -> int:
    """Print the whole table."""
    history = opened(shell).history
    if shell.arguments.json:
        print(json.dumps(status_json(history), ensure_ascii=False, indent=1))
    else:
        print(status_text(history))
    return DONE
