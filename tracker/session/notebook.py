"""The notebook: people, places and threads of the campaign, shown to the players or hidden."""

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar

from tracker.rules.fields import Name, Notes
from tracker.session.hiding import HiddenFirst
from tracker.session.text import NamesInText


class EntryKind(StrEnum):
    """What an entry is about."""

    PERSON = "person"
    PLACE = "place"
    THREAD = "thread"


STATUSES: Mapping[EntryKind, tuple[str, ...]] = {
    EntryKind.PERSON: ("alive", "missing", "dead"),
    EntryKind.PLACE: ("heard_of", "visited", "destroyed"),
    EntryKind.THREAD: ("open", "closed"),
}
"""The statuses with a translation, by kind. A new entry has the first."""


class NotebookEntry(HiddenFirst, frozen=True):
    """One entry."""

    bears_name: ClassVar[bool] = True
    versioned: ClassVar[tuple[str, ...]] = ("name", "text")

    name: Name = ""
    kind: EntryKind = EntryKind.PERSON
    status: Name = ""
    """One of `STATUSES`, or the GM's own words."""
    text: Notes = ""


def entries_named_in(notebook: Mapping[str, NotebookEntry], text: str) -> tuple[str, ...]:
    """Find the keys of the entries that a text names, each once, in the order of the text."""
    names = [name.casefold() for name in NamesInText(each.name for each in notebook.values()).found_in(text)]
    keys = [key for name in names for key, each in notebook.items() if each.name.casefold() == name]
    return tuple(dict.fromkeys(keys))


def entries_naming(notebook: Mapping[str, NotebookEntry], key: str) -> tuple[str, ...]:
    """Find the keys of the other entries whose text names this one."""
    names = NamesInText([notebook[key].name])
    return tuple(each for each, entry in notebook.items() if each != key and names.named_in(entry.text))
