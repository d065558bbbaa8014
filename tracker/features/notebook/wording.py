"""The words that the screen of the notebook offers."""

from tracker.session.notebook import STATUSES, EntryKind, NotebookEntry
from tracker.wording.messages import say
from tracker.wording.notebook import status_text


def kind_words() -> dict[EntryKind, str]:
    return {kind: say(f"entry.{kind}") for kind in EntryKind}


def statuses_of(entry: NotebookEntry) -> dict[str, str]:
    """Map the statuses that an entry of this kind may have to their words."""
    return {status: status_text(status) for status in STATUSES[entry.kind]}
