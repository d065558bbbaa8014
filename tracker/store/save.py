"""A campaign on disk: an action is acknowledged in a private journal, then shared in one file of all GMs."""

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.store import files
from tracker.store.event_line import Documents, Entries, Entry, JsonObject, new_writer, write_line
from tracker.store.event_log import EventLog, ForCampaign, Validate, accept_all
from tracker.store.files import Busy, locked, paths_like, plain, signature
from tracker.store.git import ignore_beside_new
from tracker.store.journal import (
    JournalContents,
    JournalWriter,
    Owner,
    last_owner,
    left_behind,
    read_journals,
)
from tracker.store.paths import LIBRARY_MARK
from tracker.store.repair import damage_note, entries_missing_from, rescue
from tracker.store.save_file import Damaged, Found, SaveStorage, SharedFile, settle
from tracker.store.save_format import CampaignInfo, campaign_of, identity_begun_by, read_campaign
from tracker.store.sharing import Note, Sharing, Status


class Save:
    """The events of one campaign, from this process and from others.

    `append` is for the screen's thread and takes about a millisecond. `share` is for a worker: it may wait
    for the lock, and writes the whole file. `poll` costs a `stat` unless somebody else has written.
    """

    def __init__(
        self,
        path: Path,
        journals: Path,
        validate: Validate,
        for_campaign: ForCampaign | None,
    ) -> None:
        self.path = plain(path)
        self.writer = new_writer()
        self.notes: tuple[Note, ...] = ()
        """Notes for the GM from the opening: events that came back, damage."""
        self.journals = journals
        self._journal: JournalWriter
        self._for_campaign = for_campaign
        self._log = EventLog(validate)
        self._storage = SaveStorage(self.path, self._log.entries, self._log.read_lines)
        self._file = SharedFile(self.path, self._log, self._storage)
        self._sharing = threading.Lock()
        self._events: list[Event] = []
        self._rejected = 0
        """Number of rejected events that the GM knows of."""
        self._swept = False

    @classmethod
    def create(
        cls,
        path: Path,
        journals: Path,
        document: JsonObject,
        validate: Validate = accept_all,
        for_campaign: ForCampaign | None = None,
    ) -> Self:
        """Begin a campaign with its first event, whose `campaign` holds its id, system and title.

        An empty id is replaced by a new identity, which names the event.
        Raises `save_exists`, `no_campaign`, the refusals of `append` except `journal_failed`, and the refusal
        of a file that cannot be made.
        """
        save = cls(path, journals, validate, for_campaign)
        save._begin(document)
        return save

    @classmethod
    def open(
        cls,
        path: Path,
        journals: Path,
        validate: Validate = accept_all,
        for_campaign: ForCampaign | None = None,
    ) -> Self:
        """Open a campaign without writing beside it, so that a read-only folder will do.

        Its documents include actions that only the journal has, and the readable events of a damaged save.
        `for_campaign` returns the validator of all events, once the campaign is known. Raises `no_such_save`,
        `nothing_left`, `newer_format`, and the refusals of a folder, a link, a pipe, or a too big file.
        """
        save = cls(path, journals, validate, for_campaign)
        save._find()
        return save

    @property
    def campaign(self) -> CampaignInfo:
        return self._file.campaign

    @property
    def documents(self) -> Documents:
        """The accepted events, by id and in order."""
        return self._log.documents

    def take_events(self) -> list[Event]:
        """Return, only once, the events that were accepted at the opening, in order."""
        events, self._events = self._events, []
        return events

    @property
    def entries(self) -> Entries:
        """Every event as its line, accepted or rejected."""
        return self._log.entries

    def read_lines(self, lines: bytes) -> Iterable[tuple[str, Entry]]:
        """Parse the lines of a save into ids and entries. Lines that this save has are not parsed again."""
        return self._log.read_lines(lines)

    def rejections(self) -> dict[str, Refusal]:
        """Find the reason for each rejected event, in order."""
        return self._log.rejections()

    @property
    def unshared_count(self) -> int:
        """Number of events that the save lacked at the last look."""
        return self._log.unshared_count

    @property
    def checksum(self) -> int:
        """The checksum of the events in the file at the last look: equal for equal files."""
        body = self._storage.body
        return body.crc if body is not None else 0

    @property
    def is_share_due(self) -> bool:
        """Whether the save lacks events, or there are notes for the GM."""
        return bool(self._log.unshared_count or self._file.untold)

    @property
    def journal_lost(self) -> bool:
        """Whether a refused action may still stand in the journal, because its failed write stays there."""
        return self._journal.is_lost

    def next_id(self) -> str:
        """Reserve the id of an event that is appended later; raises `numbers_exhausted`."""
        return self._log.next_id(self.writer)

    def append(self, document: JsonObject, event_id: str = "") -> str:
        """Acknowledge an event and return its id: when this returns, the event is on the disk.

        The id is a new one, or one from `next_id`. Raises `journal_failed`, `event_not_json`, `event_too_big`
        and the refusals of the validator; then nothing has happened.
        """
        event_id = event_id or self.next_id()
        entry = write_line(event_id, document)
        # Journal before log: a share must not show others an action that a crash could take back.
        self._log.validate(event_id, entry)
        self._journal.acknowledge(event_id, entry.line)
        self._log.add(event_id, entry)
        # Settled only now: a share in between would find no unshared event, and mark this one as saved.
        self._journal.settle()
        return event_id

    def share(self) -> Sharing:
        """Bring the save and this process to the union of both. Never raises, since it is tried again."""
        with self._sharing:
            status, refusal = self._attempt()
            return Sharing(status, self._log.take_news(), refusal, self._file.take_untold())

    @property
    def may_have_news(self) -> bool:
        """Whether a poll may find something. Costs a `stat`, where a poll may read the whole file."""
        return self._storage.has_changed or self._log.may_catch_up

    def poll(self) -> Documents:
        """Take the events of others since the last look; none during a share, which returns them itself.

        Notes for the GM make a share due.
        """
        # The screen's thread must not wait for a worker.
        if not self._sharing.acquire(blocking=False):
            return Documents({})
        try:
            with suppress(Damaged, Refusal):  # the next share mends the save or reports the reason
                self._file.take_in()
            self._note_versions()
            return self._log.take_news()
        finally:
            self._sharing.release()

    def take_in(self, entries: Entries) -> int:
        """Learn the events of another copy, to be shared like own events; returns how many are new."""
        with self._sharing:
            old_count = len(self._log.entries)
            self._log.learn(entries)
            self._file.find_outvoted(entries.keys())
            return len(self._log.entries) - old_count

    def take_in_journals(self) -> int:
        """Learn what this GM has done in other processes, shared or not; returns how many events are new."""
        owner = Owner(self.path, self.campaign.id)
        return self.take_in(read_journals(self.journals, owner, self.entries).entries)

    def take_withdrawn(self) -> set[str]:
        """Return, only once, the ids of events that were shown and are now rejected."""
        return self._log.take_withdrawn()

    def close(self) -> None:
        """Release the journals. Events that are not shared yet stay in them."""
        with self._sharing:
            self._note_down()
            self._journal.close()

    def _begin(self, document: JsonObject) -> None:
        event_id = self._log.next_id(self.writer)
        info = document.get("campaign")
        if isinstance(info, dict) and info.get("id") == "":
            document = document | {"campaign": info | {"id": identity_begun_by(event_id)}}
        entry = write_line(event_id, document)
        if (campaign := read_campaign(entry.document)) is None:
            raise Refusal("no_campaign")
        if self._for_campaign is not None:
            self._log.validate_anew(self._for_campaign(campaign))
        self._log.validate(event_id, entry)
        self._file.campaign = campaign
        self._log.add(event_id, entry)
        self._refuse_to_replace()  # before a lock file is left beside another kind of file
        paths_like(self.journals, "*")  # refuses now: a save beside unreadable journals could never be opened
        with locked(self.path):
            # Another process may have made the file before the lock was held.
            self._refuse_to_replace()
            self._file.write()
        ignore_beside_new(self.path)
        self._journal = JournalWriter(self.journals, Owner(self.path, campaign.id), ())
        self._note_down()

    def _refuse_to_replace(self) -> None:
        if signature(self.path) is not None:
            raise Refusal("save_exists", path=str(self.path))

    def _find(self) -> None:
        findings = find(self.path, self.journals, self._storage, self._log, self._for_campaign)
        self._file.start_from(findings)
        self._journal = JournalWriter(self.journals, Owner(self.path, self.campaign.id), findings.journalled)
        # `find` has already reported these events and rejections.
        self._log.take_news()
        self._rejected = self._log.rejected_count
        self._note_versions()
        self.notes = self._file.take_untold()
        self._events = findings.events

    def _note_versions(self) -> None:
        """Note the events that another version has replaced, and the newly rejected ones."""
        if replaced := self._log.take_replaced():
            self._journal.forget(replaced)
            self._file.untold.append(Note("version_replaced", {"events": len(replaced)}))
        old_count, self._rejected = self._rejected, self._log.rejected_count
        if self._rejected > old_count:
            self._file.untold.append(Note("withheld", {"events": self._rejected - old_count}))

    def _attempt(self) -> tuple[Status, Refusal | None]:
        try:
            self._share()
        except Busy as busy:
            return Status.BUSY, busy
        except Refusal as refusal:
            return Status.FAILED, refusal
        return Status.SHARED, None

    def _share(self) -> None:
        try:
            if self._storage.has_changed or self._log.unshared_count:
                # Read under the lock, or this write could lose what another GM writes in between.
                with locked(self.path):
                    if not self._swept:
                        files.sweep(self.path)
                        self._swept = True
                    self._file.read()
                    self._file.write()
        finally:  # learned events are shown even if the save cannot be written
            self._note_versions()
            self._note_down()

    def _note_down(self) -> None:
        """Write the events of other GMs into the journals, and mark how much has reached the save."""
        settled = self._journal.settled  # before unshared events are counted: the screen may add one
        self._journal.note_down(self._log, self.campaign)
        if not self._log.unshared_count:
            self._journal.mark_saved(settled)


LONG = 20_000
"""Number of events from which a new chapter is offered."""


def find(
    path: Path, journals: Path, storage: SaveStorage, event_log: EventLog, for_campaign: ForCampaign | None
) -> Found:
    """Learn the events of the save, of the journals and, if need be, of the backup.

    Raises `no_such_save`, `nothing_left`, and the refusals of `SaveStorage.look`.
    """
    entries, campaign_id, damage = _read_copies(path, storage)
    owner = Owner(path, campaign_id) if campaign_id else last_owner(journals, path)
    journal_contents = read_journals(journals, owner, entries) if owner else JournalContents({})
    # The journals come first: they show which events of the file have another version, or a damaged id.
    event_log.learn(journal_contents.entries)
    if damage is None:
        outvoted = event_log.learn(entries)
        left_counts = _learn_left_behind(path, journals, owner, event_log)
    else:
        event_log.learn(entries_missing_from(event_log.entries, entries))
        outvoted, left_counts = set(), Counter()
    # Only all events together say which campaign this is, and so by which rules each is accepted.
    campaign = _known_campaign(owner, journal_contents, event_log)
    if campaign is None:
        raise Refusal("no_such_save" if storage.missing else "nothing_left", path=str(path))
    events = event_log.validate_anew(for_campaign(campaign)) if for_campaign else []
    event_log.seen_on_disk(storage.entries.keys())
    notes = tuple(_notes(path, event_log, journal_contents, outvoted, damage, left_counts=left_counts))
    return Found(campaign, journal_contents.entries, outvoted, damage, notes, events)


def _known_campaign(
    owner: Owner | None, journal_contents: JournalContents, event_log: EventLog
) -> CampaignInfo | None:
    """Choose the campaign as this GM has known it, else as its events describe it."""
    campaign = campaign_of(journal_contents.entries)
    return (
        campaign
        if campaign is not None and owner and campaign.id == owner.campaign
        else campaign_of(event_log.entries)
    )


def _learn_left_behind(path: Path, journals: Path, owner: Owner | None, event_log: EventLog) -> Counter[str]:
    """Learn events that never reached this save under an earlier name; returns how many, by that name."""
    left_counts: Counter[str] = Counter()
    # All libraries of a game have one campaign id, so another library is not this one under an earlier name.
    if owner is not None and not path.name.startswith(LIBRARY_MARK):
        for leftover in left_behind(journals, owner, event_log.entries):
            old_count = len(event_log.entries)
            event_log.learn(leftover.entries)
            left_counts[leftover.save.stem] += len(event_log.entries) - old_count
    return +left_counts


def _read_copies(path: Path, storage: SaveStorage) -> tuple[Entries, str, bytes | None]:
    """Read the events of a save, the id of its campaign, and its bytes if it is damaged or gone."""
    damage = _find_damage(storage)
    if damage is not None:
        # Another program may be writing the save in place.
        settle()
        damage = _find_damage(storage)
    if storage.campaign is not None:
        return storage.entries, storage.campaign.id, None
    content = damage.content if damage is not None else b""
    rescued = rescue(path, content)
    return rescued.entries, rescued.campaign, content


def _find_damage(storage: SaveStorage) -> Damaged | None:
    try:
        storage.look()
    except Damaged as damage:
        return damage
    return None


def _notes(
    path: Path,
    event_log: EventLog,
    journal_contents: JournalContents,
    outvoted: set[str],
    damage: bytes | None,
    *,
    left_counts: Counter[str],
) -> Iterator[Note]:
    for refusal in journal_contents.unread:
        yield Note(refusal.code, refusal.data)
    if damage is not None:
        yield damage_note(path, damage, len(event_log.entries))
    elif event_log.unshared_count > left_counts.total():
        yield Note("from_journal", {"events": event_log.unshared_count - left_counts.total()})
    for name, events in left_counts.items():
        yield Note("left_behind", {"events": events, "name": name})
    if outvoted:
        yield Note("journal_prevails", {"events": len(outvoted)})
    for copy_name in journal_contents.damaged:
        yield Note("journal_set_aside", {"kept": copy_name})
    if journal_contents.unreadable:
        yield Note("journal_damaged", {"lines": journal_contents.unreadable})
    if event_log.rejected_count:
        yield Note("withheld", {"events": event_log.rejected_count})
    if len(event_log.entries) >= LONG:
        yield Note("long", {"events": len(event_log.entries), "name": path.stem})
