"""The notebook in words."""

from collections.abc import Mapping

from tracker.session.notebook import EntryKind, NotebookEntry
from tracker.session.public import PublicEntry
from tracker.wording.glance import sight_text
from tracker.wording.messages import say
from tracker.wording.words import term, words_of


def kind_text(entry: NotebookEntry | PublicEntry) -> str:
    """Name the kind of an entry: `persona`."""
    return say(f"entry.{entry.kind}")


def status_text(status: str) -> str:
    """Name a status in the language in use; a status of the GM's own words stays."""
    return term(words_of(""), "entry_status", status)


def entry_head(entry: NotebookEntry) -> str:
    """Write an entry without its text, for the GM: `Morda · persona · vive · oculto`."""
    sight = sight_text(entry.name, hidden=entry.hidden)
    return " · ".join(filter(None, [entry.name, kind_text(entry), status_text(entry.status), sight]))


def public_entry_text(entry: PublicEntry) -> str:
    """Write an entry for the players: `Morda (persona, vive): tabernera`."""
    details = ", ".join(filter(None, [kind_text(entry), status_text(entry.status)]))
    head = f"{entry.name} ({details})"
    return f"{head}: {entry.text}" if entry.text else head


def open_threads(notebook: Mapping[str, NotebookEntry]) -> list[str]:
    return [
        each.name for each in notebook.values() if each.kind is EntryKind.THREAD and each.status == "open"
    ]
