"""Every event this process knows, whoever made it: believed or withheld, in the save or not yet."""

import threading
from collections.abc import Callable, Mapping, Set
from types import MappingProxyType

from tracker.rules.refusal import Refusal
from tracker.store import event_id as ids
from tracker.store.line import Entries, Entry, JsonObject, preferred

Validate = Callable[[str, JsonObject], object]
"""Raises `Refusal` for the document of an event, given by its id, that is not to be believed."""


def believe(_event_id: str, _document: JsonObject) -> None:
    """Believe every document: what the store does when it is given no judge."""


class Known:
    """The union of all copies seen so far.

    The screen adds to it while a worker shares it: its lock is held for dictionaries, never for a file.
    A document that is not believed stays in the save for a version that understands it, and is not told.
    """

    def __init__(self, validate: Validate) -> None:
        self._validate = validate
        self._lock = threading.Lock()
        self._entries: dict[str, Entry] = {}
        self._documents: dict[str, JsonObject] = {}
        self._unshared: set[str] = set()
        self._news: dict[str, JsonObject] = {}
        self._replaced: set[str] = set()
        self._highest = 0

    @property
    def entries(self) -> Entries:
        """Every event by id, in no order."""
        return self._entries

    @property
    def documents(self) -> Mapping[str, JsonObject]:
        """The believed events by id, in order; it grows as the thread that reads it adds events."""
        return MappingProxyType(self._documents)

    @property
    def withheld(self) -> int:
        """How many events are kept but not believed."""
        return len(self._entries) - len(self._documents)

    @property
    def unshared(self) -> int:
        """How many events were not in the save at the last look."""
        return len(self._unshared)

    def next_id(self, writer: str) -> str:
        """Return an id above every believed event, never given twice even if its event is refused."""
        with self._lock:
            event_id = ids.make(self._highest + 1, writer)
            self._highest += 1
            return event_id

    def add(self, event_id: str, entry: Entry) -> None:
        """Take in an event made here."""
        with self._lock:
            self._entries[event_id] = entry
            self._unshared.add(event_id)
            if event_id > next(reversed(self._documents), ""):
                self._documents[event_id] = entry.document
            else:
                self._believe({event_id: entry.document})

    def learn(self, entries: Entries) -> set[str]:
        """Take in events from a file and return the ids of those whose version here is to replace its own."""
        fresh = {event_id: entry for event_id, entry in entries.items() if self._is_fresh(event_id, entry)}
        rivals = {event_id for event_id in fresh if self._prevails(event_id, fresh)}
        for event_id in rivals:
            del fresh[event_id]
        highest, believed = self._sift(fresh)
        with self._lock:
            self._replaced |= fresh.keys() & self._entries.keys()
            self._entries.update(fresh)
            self._highest = max(self._highest, highest)
            self._believe(believed)
            self._news.update(believed)
        return rivals

    def unshared_entries(self) -> dict[str, Entry]:
        """Return the events the save lacked at the last look, and those made since."""
        with self._lock:
            return {event_id: self._entries[event_id] for event_id in self._unshared}

    def shared(self, event_ids: Set[str]) -> None:
        """Count these events as shared too."""
        with self._lock:
            self._unshared -= event_ids

    def missing_from(self, event_ids: Set[str]) -> dict[str, Entry]:
        """Return the known events that are not among these."""
        with self._lock:
            return {event_id: self._entries[event_id] for event_id in self._entries.keys() - event_ids}

    def seen_on_disk(self, event_ids: Set[str]) -> int:
        """Count these events as shared and no others; return how many were and no longer are."""
        with self._lock:
            missing = self._entries.keys() - event_ids
            vanished = len(missing - self._unshared)
            self._unshared = missing
        return vanished

    def take_news(self) -> dict[str, JsonObject]:
        """Return, in order and only once, the believed events that came from others."""
        with self._lock:
            news, self._news = self._news, {}
        return dict(sorted(news.items()))

    def take_replaced(self) -> set[str]:
        """Return, only once, the ids of the events of which another version has taken the place."""
        with self._lock:
            replaced, self._replaced = self._replaced, set()
        return replaced

    def _is_fresh(self, event_id: str, entry: Entry) -> bool:
        mine = self._entries.get(event_id)
        return mine is None or (mine is not entry and mine.line != entry.line)

    def _prevails(self, event_id: str, fresh: Entries) -> bool:
        mine = self._entries.get(event_id)
        return mine is not None and preferred(mine, fresh[event_id]) is mine

    def _sift(self, fresh: Entries) -> tuple[int, dict[str, JsonObject]]:
        """Return the highest believed number and the believed documents among these."""
        highest, believed = self._highest, {}
        for event_id in sorted(fresh):
            document = fresh[event_id].document
            if ids.is_believable(event_id, highest) and self._believes(event_id, document):
                highest = max(highest, ids.lamport(event_id))
                believed[event_id] = document
        return highest, believed

    def _believes(self, event_id: str, document: JsonObject) -> bool:
        try:
            self._validate(event_id, document)
        except Refusal:
            return False
        return True

    def _believe(self, documents: Mapping[str, JsonObject]) -> None:
        """Put documents in their order; whoever is reading the old mapping keeps it."""
        if documents:
            merged = {**self._documents, **dict(sorted(documents.items()))}
            later = min(documents) > next(reversed(self._documents), "")
            self._documents = merged if later else {event_id: merged[event_id] for event_id in sorted(merged)}
