"""Every event this process knows, whoever made it: believed or withheld, in the save or not yet."""

import threading
from collections.abc import Callable, Iterator, Set

from tracker.rules.refusal import Refusal
from tracker.store.event_line import (
    BETWEEN,
    Documents,
    Entries,
    Entry,
    is_plausible,
    known_or_read,
    make_event_id,
    number_of,
    preferred,
    read_line,
)

Validate = Callable[[str, Entry], object]
"""Raises `Refusal` for an event, given by its id, whose document is not to be believed."""

ForSystem = Callable[[str], Validate]
"""Returns the judge of a campaign's events, given its system, which is known once they have been read."""


def believe(_event_id: str, _entry: Entry) -> None:
    """Believe every document: what the store does when it is given no judge."""


class EventLog:
    """The union of all copies seen so far.

    The screen adds to it while a worker shares it: its lock is held for dictionaries, never for a file.
    A document that is not believed stays in the save for a version that understands it, and is not told.
    Which events are believed depends on which there are, not on the order in which they came.
    """

    def __init__(self, validate: Validate) -> None:
        self.judge = validate
        self._lock = threading.Lock()
        self._entries: dict[str, Entry] = {}
        self._believed: dict[str, Entry] = {}
        self._unshared: set[str] = set()
        self._news: dict[str, Entry] = {}
        self._replaced: set[str] = set()
        self._withdrawn: set[str] = set()
        self._leapt: dict[str, Entry] = {}
        """Events numbered too far above all others, until others come up to them."""
        self._highest = 0

    @property
    def entries(self) -> Entries:
        """Every event by id, in no order."""
        return self._entries

    @property
    def documents(self) -> Documents:
        """The believed events by id, in order; it grows as the thread that reads it adds events."""
        return Documents(self._believed)

    @property
    def withheld(self) -> int:
        """How many events are kept but not believed."""
        with self._lock:
            return len(self._entries) - len(self._believed)

    @property
    def unshared(self) -> int:
        """How many events were not in the save at the last look."""
        return len(self._unshared)

    def next_id(self, writer: str) -> str:
        """Return an id above every event that did not leap, never given twice even if it is refused."""
        with self._lock:
            event_id = make_event_id(self._highest + 1, writer)
            self._highest += 1
            return event_id

    def read_lines(self, lines: bytes) -> Iterator[tuple[str, Entry]]:
        """Return the ids and entries of the lines of a save, of which those that are known are not read.

        Raises `Unreadable`.
        """
        return (known_or_read(line, self._entries, read_line) for line in lines.split(BETWEEN))

    def judge_anew(self, judge: Validate) -> None:
        """Believe from now on what another judge believes; what it refuses is believed no more."""
        self.judge = judge
        refused = {key for key, entry in self._believed.items() if not self._believes(key, entry)}
        with self._lock:
            self._withhold(refused)

    def add(self, event_id: str, entry: Entry) -> None:
        """Take in an event made here."""
        with self._lock:
            self._entries[event_id] = entry
            self._unshared.add(event_id)
            if event_id > next(reversed(self._believed), ""):
                self._believed[event_id] = entry
            else:
                self._believe({event_id: entry})

    def catch_up(self) -> None:
        """Believe the events that leapt of those to which others have come up since."""
        if self._leapt:
            self.learn({})

    def learn(self, entries: Entries) -> set[str]:
        """Take in events from a file and return the ids of those whose version here is to replace its own."""
        fresh = {
            event_id: entry
            for event_id, entry in entries.items()
            if event_id not in self._entries or self._entries[event_id] != entry
        }
        rivals = {
            event_id
            for event_id in fresh.keys() & self._entries.keys()
            if preferred(mine := self._entries[event_id], fresh[event_id]) is mine
        }
        for event_id in rivals:
            del fresh[event_id]
        highest, believed, leapt = self._sift({**self._leapt, **fresh})
        with self._lock:
            self._replaced |= fresh.keys() & self._entries.keys()
            self._entries.update(fresh)
            self._highest, self._leapt = max(self._highest, highest), leapt
            self._withhold(fresh.keys() - believed.keys())
            self._believe(believed)
            self._news.update(believed)
            self._withdrawn -= believed.keys()
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
        """Return the known events that are not among these, in order."""
        with self._lock:
            missing = sorted(self._entries.keys() - event_ids)
            return {event_id: self._entries[event_id] for event_id in missing}

    def seen_on_disk(self, event_ids: Set[str]) -> int:
        """Count these events as shared and no others; return how many were and no longer are."""
        with self._lock:
            missing = self._entries.keys() - event_ids
            vanished = len(missing - self._unshared)
            self._unshared = missing
        return vanished

    def take_news(self) -> Documents:
        """Return, in order and only once, the believed events that came from others."""
        with self._lock:
            news, self._news = self._news, {}
        return Documents(dict(sorted(news.items())))

    def take_replaced(self) -> set[str]:
        """Return, only once, the ids of the events of which another version has taken the place."""
        with self._lock:
            replaced, self._replaced = self._replaced, set()
        return replaced

    def take_withdrawn(self) -> set[str]:
        """Return, only once, the ids of the events that were told and are believed no more."""
        with self._lock:
            withdrawn, self._withdrawn = self._withdrawn, set()
        return withdrawn

    def _sift(self, fresh: Entries) -> tuple[int, dict[str, Entry], dict[str, Entry]]:
        """Return the highest number but for leaps, and of these events the believed and those that leapt."""
        highest = self._highest
        believed: dict[str, Entry] = {}
        leapt: dict[str, Entry] = {}
        for event_id in sorted(fresh):
            number, entry = number_of(event_id), fresh[event_id]
            if not is_plausible(number, highest):
                leapt[event_id] = entry
                continue
            highest = max(highest, number)
            if self._believes(event_id, entry):
                believed[event_id] = entry
        return highest, believed, leapt

    def _believes(self, event_id: str, entry: Entry) -> bool:
        try:
            self.judge(event_id, entry)
        except Refusal:
            return False
        return True

    def _withhold(self, event_ids: Set[str]) -> None:
        """Believe no version of these events: the one that was believed has not prevailed."""
        if withdrawn := self._believed.keys() & event_ids:
            self._believed = {key: entry for key, entry in self._believed.items() if key not in event_ids}
            self._news = {key: entry for key, entry in self._news.items() if key not in event_ids}
            self._withdrawn |= withdrawn

    def _believe(self, entries: Entries) -> None:
        """Put events, given in order, among the others; whoever is reading the old mapping keeps it."""
        if entries:
            merged = {**self._believed, **entries}
            later = min(entries) > next(reversed(self._believed), "")
            self._believed = merged if later else {event_id: merged[event_id] for event_id in sorted(merged)}
