"""The whole table as `tracker status --json` prints it."""

from typing import Any

from tracker.session.history import History
from tracker.wording.contract import in_json
from tracker.wording.status import status_of


def status_json(history: History, *, whole: bool = False) -> Any:
    return in_json(status_of(history, whole=whole))
