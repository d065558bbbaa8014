"""Every event this process knows, of every GM: accepted or rejected, in the save or not yet."""

import threading
from collections.abc import Callable, Iterable, Set

from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.belonging import refuse_foreign_sheets, refuse_unfit_changes
from tracker.session.event import Event, read_event
from tracker.session.event_id import in_order_of_numbers, make_event_id, number_of
from tracker.store.event_line import (
    BETWEEN,
    Documents,
    Entries,
    Entry,
    cached_or_read,
    highest_explained,
    preferred_version,
    read_line,
    read_lines,
)
from tracker.store.save_format import CampaignInfo, begins_another
from tracker.wording.fact_needs import fact_check

Validate = Callable[[str, Entry], object]
"""Raises `Refusal` for an event that must be rejected."""

Read = Callable[[str, Entry], Event]
"""A validator that returns the event in the document."""

ForCampaign = Callable[[CampaignInfo], Read]
"""Returns the validator for a campaign, which is known only once the events have been read."""


def accept_all(_event_id: str, _entry: Entry) -> None:
    """Accept every document: the store's validator where the caller gives none."""


def validator_for(campaign: CampaignInfo) -> Read:
    """Build the validator for a campaign, which accepts only events that answer every question about them.

    If the system is unknown here, it accepts every well-formed event of the campaign.
    """
    validate = _validator_for_system(campaign.system)

    def validate_in_campaign(event_id: str, entry: Entry) -> Event:
        # A campaign begins once.
        if begins_another(event_id, entry, campaign):
            raise Refusal("second_beginning")
        return validate(event_id, entry)

    return validate_in_campaign


def _validator_for_system(system: str) -> Read:
    try:
        system_of(system)
    except Refusal:
        return read_event
    check_facts = fact_check(system)

    def validate(event_id: str, entry: Entry) -> Event:
        event = read_event(event_id, entry, check_facts)
        if event.changes:
            refuse_foreign_sheets(system, event)
            refuse_unfit_changes(system, event)
        return event

    return validate


class EventLog:
    """The union of all copies known so far.

    Rejected events stay in the save for newer versions of the program, but are never shown. Which events are
    accepted depends on the events that exist, not on the order in which they came.
    """

    def __init__(self, validate: Validate) -> None:
        self.validate = validate
        # The screen adds events while a worker shares them. Held for dictionaries, never for a file, so that
        # the screen does not wait.
        self._lock = threading.Lock()
        self._entries: dict[str, Entry] = {}
        self._accepted: dict[str, Entry] = {}
        self._unshared: set[str] = set()
        self._news: dict[str, Entry] = {}
        self._replaced: set[str] = set()
        self._withdrawn: set[str] = set()
        self._leapt: dict[str, Entry] = {}
        """Events whose numbers the size of the log does not explain yet, in the order of their numbers."""
        self._highest = 0
        """The highest number apart from theirs."""

    @property
    def entries(self) -> Entries:
        """Every event by id, in no order."""
        return self._entries

    @property
    def documents(self) -> Documents:
        """The accepted events by id, in order. The mapping grows as the reading thread adds events."""
        return Documents(self._accepted)

    @property
    def rejected_count(self) -> int:
        """Number of events that are kept but rejected."""
        with self._lock:
            return len(self._entries) - len(self._accepted)

    @property
    def unshared_count(self) -> int:
        """Number of events that were not in the save at the last look."""
        return len(self._unshared)

    def next_id(self, writer: str) -> str:
        """Take an id above that of every event that did not leap; never given twice, even if it is refused.

        Raises `numbers_exhausted` if other GMs would take the id for a leap.
        """
        with self._lock:
            if self._highest >= self._highest_plausible:
                raise Refusal("numbers_exhausted", highest=self._highest_plausible)
            event_id = make_event_id(self._highest + 1, writer)
            self._highest += 1
            return event_id

    def read_lines(self, lines: bytes) -> Iterable[tuple[str, Entry]]:
        """Parse the lines of a save into ids and entries. Lines of the log are not parsed again.

        Raises `Unreadable`.
        """
        if not self._entries:
            return read_lines(lines)
        return (cached_or_read(line, self._entries, read_line) for line in lines.split(BETWEEN))

    def validate_anew(self, read: Read) -> list[Event]:
        """Replace the validator, and withdraw the events that the new one rejects; return the others."""
        self.validate = read
        events: dict[str, Event] = {}
        for event_id, entry in self._accepted.items():
            try:
                events[event_id] = read(event_id, entry)
            except Refusal:
                continue
        with self._lock:
            self._reject(self._accepted.keys() - events.keys())
        return [*events.values()]

    def add(self, event_id: str, entry: Entry) -> None:
        """Add an event made here."""
        with self._lock:
            self._entries[event_id] = entry
            self._unshared.add(event_id)
            # An event made here is nearly always the last one: appending costs nothing on a long log.
            if event_id > next(reversed(self._accepted), ""):
                self._accepted[event_id] = entry
            else:
                self._accept({event_id: entry})

    def catch_up(self) -> None:
        """Accept events that leapt, once the log is large enough to explain their numbers."""
        if self.may_catch_up:
            self.learn({})

    @property
    def may_catch_up(self) -> bool:
        """Whether the log is large enough to explain the number of an event that leapt."""
        return bool(self._leapt) and number_of(next(iter(self._leapt))) <= self._highest_plausible

    def learn(self, entries: Entries) -> set[str]:
        """Learn events from a file; return the ids whose version here must replace the version there."""
        fresh = {
            event_id: entry
            for event_id, entry in entries.items()
            if event_id not in self._entries or self._entries[event_id] != entry
        }
        rivals = {
            event_id
            for event_id in fresh.keys() & self._entries.keys()
            if preferred_version(mine := self._entries[event_id], fresh[event_id]) is mine
        }
        for event_id in rivals:
            del fresh[event_id]
        # Validated outside the lock, which the screen may be waiting for. Earlier leaps may be explained now.
        highest, accepted, leapt = self._sift({**self._leapt, **fresh})
        with self._lock:
            self._replaced |= fresh.keys() & self._entries.keys()
            self._entries.update(fresh)
            self._highest, self._leapt = max(self._highest, highest), leapt
            self._reject(fresh.keys() - accepted.keys())
            self._accept(accepted)
            self._news.update(accepted)
            self._withdrawn -= accepted.keys()
        return rivals

    def unshared_entries(self) -> dict[str, Entry]:
        """Copy the events that the save lacked at the last look, and those made since."""
        with self._lock:
            return {event_id: self._entries[event_id] for event_id in self._unshared}

    def mark_shared(self, event_ids: Set[str]) -> None:
        """Count these events as shared too."""
        with self._lock:
            self._unshared -= event_ids

    def missing_from(self, event_ids: Set[str]) -> dict[str, Entry]:
        """Find the events that are not among these, in order."""
        with self._lock:
            missing = sorted(self._entries.keys() - event_ids)
            return {event_id: self._entries[event_id] for event_id in missing}

    def seen_on_disk(self, event_ids: Set[str]) -> int:
        """Count exactly these events as shared; return how many no longer count as shared."""
        with self._lock:
            missing = self._entries.keys() - event_ids
            vanished = len(missing - self._unshared)
            self._unshared = missing
        return vanished

    def rejections(self) -> dict[str, Refusal]:
        """Find the reason for each rejected event, in order."""
        with self._lock:
            rejected = sorted(self._entries.keys() - self._accepted.keys())
        return {event_id: self._rejection(event_id) for event_id in rejected}

    def _rejection(self, event_id: str) -> Refusal:
        try:
            self.validate(event_id, self._entries[event_id])
        except Refusal as refusal:
            return refusal
        # The document is valid, so the number is the reason.
        return Refusal("number_leaps", event=event_id)

    def take_news(self) -> Documents:
        """Return, only once and in order, the accepted events of others."""
        with self._lock:
            news, self._news = self._news, {}
        return Documents(dict(sorted(news.items())))

    def take_replaced(self) -> set[str]:
        """Return, only once, the ids of events that another version has replaced."""
        with self._lock:
            replaced, self._replaced = self._replaced, set()
        return replaced

    def take_withdrawn(self) -> set[str]:
        """Return, only once, the ids of events that were shown and are now rejected."""
        with self._lock:
            withdrawn, self._withdrawn = self._withdrawn, set()
        return withdrawn

    @property
    def _highest_plausible(self) -> int:
        """The highest number that the size of the log explains."""
        return highest_explained(len(self._entries) - len(self._leapt))

    def _sift(self, fresh: Entries) -> tuple[int, dict[str, Entry], dict[str, Entry]]:
        """Divide events into the accepted and the leapt; the highest number apart from leaps comes first."""
        highest, count = self._highest, len(self._entries) - len(self._leapt)
        leapt: dict[str, Entry] = {}
        # In the order of their numbers: each event raises the number that the next may have.
        for event_id in in_order_of_numbers(fresh):
            number = number_of(event_id)
            if event_id not in self._entries or event_id in self._leapt:
                if number > highest_explained(count):
                    leapt[event_id] = fresh[event_id]
                    continue
                count += 1
            highest = max(highest, number)
        accepted = {
            event_id: fresh[event_id]
            for event_id in sorted(fresh)
            if event_id not in leapt and self._accepts(event_id, fresh[event_id])
        }
        return highest, accepted, leapt

    def _accepts(self, event_id: str, entry: Entry) -> bool:
        try:
            self.validate(event_id, entry)
        except Refusal:
            return False
        return True

    def _reject(self, event_ids: Set[str]) -> None:
        """Reject every version of these events: an accepted version has not prevailed."""
        if withdrawn := self._accepted.keys() & event_ids:
            self._accepted = {key: entry for key, entry in self._accepted.items() if key not in event_ids}
            self._news = {key: entry for key, entry in self._news.items() if key not in event_ids}
            self._withdrawn |= withdrawn

    def _accept(self, entries: Entries) -> None:
        """Add events, which come in order, to the accepted ones."""
        if entries:
            # A new mapping: another thread may be reading the old one.
            merged = {**self._accepted, **entries}
            is_later = min(entries) > next(reversed(self._accepted), "")
            self._accepted = (
                merged if is_later else {event_id: merged[event_id] for event_id in sorted(merged)}
            )
