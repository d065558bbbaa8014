"""A campaign on disk: found when it opens, acknowledged in a private journal, then shared in one file."""

import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

from tracker.rules.refusal import Refusal
from tracker.store import files
from tracker.store.event_line import Documents, Entries, JsonObject, new_writer, write_line
from tracker.store.event_log import EventLog, ForSystem, Validate, accept_all
from tracker.store.files import refusal_of, refusing, signature
from tracker.store.journal import Journalled, JournalWriter, Owner, last_owner, left_behind, read_journals
from tracker.store.lock import Busy, locked
from tracker.store.paths import LIBRARY_MARK
from tracker.store.repair import beyond, damage_note, rescue
from tracker.store.save_file import Damaged, Found, SaveStorage, SharedFile, settle
from tracker.store.save_format import CampaignInfo, campaign_of, read_campaign
from tracker.store.sharing import Note, Sharing, Status


class Save:
    """The events of one campaign, those of this process and those of others.

    `append` is for the thread of the screen and takes about a millisecond; `share` is for a worker, since it
    may wait for the lock and writes the whole file; `poll` is a `stat` unless someone else has written.
    """

    def __init__(
        self,
        path: Path,
        journals: Path,
        validate: Validate,
        for_system: ForSystem | None,
    ) -> None:
        self.path = Path(os.path.abspath(path))
        self.writer = new_writer()
        self.notes: tuple[Note, ...] = ()
        """What the GM should know about how it was found."""
        self.journals = journals
        self._journal: JournalWriter
        self._for_system = for_system
        self._log = EventLog(validate)
        self._storage = SaveStorage(self.path, self._log.entries, self._log.read_lines)
        self._file = SharedFile(self.path, self._log, self._storage)
        self._sharing = threading.Lock()
        self._rejected = 0
        """How many rejected events the GM has been told of."""
        self._swept = False

    @classmethod
    def create(
        cls,
        path: Path,
        journals: Path,
        document: JsonObject,
        validate: Validate = accept_all,
        for_system: ForSystem | None = None,
    ) -> Self:
        """Begin a campaign with its first event, whose `campaign` holds its id, system and title.

        Raises `save_exists`, `no_campaign`, what `append` raises but for the journal, and whatever keeps the
        file from being made.
        """
        save = cls(path, journals, validate, for_system)
        with refusing(save.path):
            save._begin(document)
        return save

    @classmethod
    def open(
        cls,
        path: Path,
        journals: Path,
        validate: Validate = accept_all,
        for_system: ForSystem | None = None,
    ) -> Self:
        """Open a campaign without writing beside it, so that a read-only folder will do.

        Actions that only the journal holds, and what a damaged save still holds, are among its documents.
        Raises `no_such_save`, `nothing_left`, `newer_format`, and the refusals of what no save can be: a
        folder, a link, a pipe, a file too big. Once the system is known, what `for_system` makes of it judges
        all of them, and those to come.
        """
        save = cls(path, journals, validate, for_system)
        with refusing(save.path):
            save._find()
        return save

    @property
    def campaign(self) -> CampaignInfo:
        """The campaign that it is a save of."""
        return self._file.campaign

    @property
    def documents(self) -> Documents:
        """The accepted events, by id and in order."""
        return self._log.documents

    @property
    def entries(self) -> Entries:
        """Every event as it is written, accepted or rejected."""
        return self._log.entries

    @property
    def unshared(self) -> int:
        """How many events the save lacks, as far as was last seen."""
        return self._log.unshared

    @property
    def due(self) -> bool:
        """Whether a share is due: the save lacks something, or there is something to tell."""
        return bool(self._log.unshared or self._file.untold)

    @property
    def journal_lost(self) -> bool:
        """Whether what was refused may stand in the journal all the same: its last write did not come out."""
        return self._journal.lost

    def next_id(self) -> str:
        """Return the id of an event to be appended, for what must know it before.

        Raises `numbers_exhausted`.
        """
        return self._log.next_id(self.writer)

    def append(self, document: JsonObject, event_id: str = "") -> str:
        """Acknowledge an event and return its id: from here on it is on the disk, whatever happens.

        It is a new one, or one that `next_id` gave for it. Raises `journal_failed`, `event_not_json`,
        `event_too_big` and what the validator raises; then nothing has happened.
        """
        event_id = event_id or self.next_id()
        entry = write_line(event_id, document)
        self._log.validate(event_id, entry)
        self._journal.acknowledge(event_id, entry.line)
        self._log.add(event_id, entry)
        self._journal.settle()
        return event_id

    def share(self) -> Sharing:
        """Bring the save and this process to the union of both; it never raises, since it is tried again."""
        with self._sharing:
            status, refusal = self._attempt()
            return Sharing(status, self._log.take_news(), refusal, self._file.take_untold())

    def poll(self) -> Documents:
        """Return what others did since the last look; nothing while a share is under way, which tells it.

        What else the GM should know of it makes a share due.
        """
        if not self._sharing.acquire(blocking=False):
            return Documents({})
        try:
            with suppress(Damaged, Refusal, OSError):  # a share is due: it mends the save or says why not
                self._file.take_in()
            self._tell_versions()
            return self._log.take_news()
        finally:
            self._sharing.release()

    def take_in(self, entries: Entries) -> int:
        """Learn the events of another copy, to be shared as one's own are; returns how many are new."""
        with self._sharing:
            before = len(self._log.entries)
            self._log.learn(entries)
            self._file.weigh(entries.keys())
            return len(self._log.entries) - before

    def take_in_journals(self) -> int:
        """Learn what this GM has done elsewhere on this machine, shared or not; returns how much is new."""
        owner = Owner(self.path, self.campaign.id)
        return self.take_in(read_journals(self.journals, owner, self.entries).entries)

    def take_withdrawn(self) -> set[str]:
        """Return, only once, the ids of events that were shown and have no accepted version now."""
        return self._log.take_withdrawn()

    def close(self) -> None:
        """Let go of the journals; what is not shared yet is there for the next time."""
        with self._sharing:
            self._note_down()
            self._journal.close()

    def _begin(self, document: JsonObject) -> None:
        event_id = self._log.next_id(self.writer)
        entry = write_line(event_id, document)
        if (campaign := read_campaign(entry.document)) is None:
            raise Refusal("no_campaign")
        if self._for_system is not None:
            self._log.validate_anew(self._for_system(campaign.system))
        self._log.validate(event_id, entry)
        self._file.campaign = campaign
        self._log.add(event_id, entry)
        self._refuse_to_replace()  # before a lock is left beside what is no save
        with locked(self.path):
            self._refuse_to_replace()
            self._file.write()
        self._journal = JournalWriter(self.journals, Owner(self.path, campaign.id), ())
        self._note_down()

    def _refuse_to_replace(self) -> None:
        if signature(self.path) is not None:
            raise Refusal("save_exists", path=str(self.path))

    def _find(self) -> None:
        found = find(self.path, self.journals, self._storage, self._log, self._for_system)
        self._file.found(found)
        self._journal = JournalWriter(self.journals, Owner(self.path, self.campaign.id), found.journalled)
        self._log.take_news()
        self._rejected = self._log.rejected
        self._tell_versions()
        self.notes = self._file.take_untold()

    def _tell_versions(self) -> None:
        """Note the events that another version has replaced, and those that are newly rejected."""
        if replaced := self._log.take_replaced():
            self._journal.forget(replaced)
            self._file.untold.append(Note("version_replaced", {"events": len(replaced)}))
        before, self._rejected = self._rejected, self._log.rejected
        if self._rejected > before:
            self._file.untold.append(Note("withheld", {"events": self._rejected - before}))

    def _attempt(self) -> tuple[Status, Refusal | None]:
        try:
            self._share()
        except Busy as busy:
            return Status.BUSY, busy
        except Refusal as refusal:
            return Status.FAILED, refusal
        except OSError as error:
            return Status.FAILED, refusal_of(error, self.path)
        return Status.SHARED, None

    def _share(self) -> None:
        try:
            if self._storage.changed or self._log.unshared:
                with locked(self.path):
                    if not self._swept:
                        files.sweep(self.path)
                        self._swept = True
                    self._file.read()
                    self._file.write()
        finally:  # what was learned is shown, even if it cannot be written where it came from
            self._tell_versions()
            self._note_down()

    def _note_down(self) -> None:
        """Put what the others did into the journals, and how far those have reached the save."""
        settled = self._journal.settled  # before what is unshared is counted, for the screen may add to it
        self._journal.note_down(self._log)
        if not self._log.unshared:
            self._journal.reached(settled)


LONG = 20_000
"""Events from which a new chapter is offered: the save stays as quick as it is."""


def find(
    path: Path, journals: Path, storage: SaveStorage, known: EventLog, for_system: ForSystem | None
) -> Found:
    """Learn what the save, the journals and, if need be, the backup hold.

    Raises `no_such_save`, `nothing_left`, and what `SaveStorage.look` raises, but for the damage.
    """
    entries, campaign_id, damage = _copies(path, storage)
    owner = Owner(path, campaign_id) if campaign_id else last_owner(journals, path)
    journalled = read_journals(journals, owner, entries) if owner else Journalled({})
    known.learn(journalled.entries)
    if damage is None:
        outvoted = known.learn(entries)
        came = _left_behind(path, journals, owner, known)
    else:
        known.learn(beyond(known.entries, entries))
        outvoted, came = set(), Counter()
    campaign = campaign_of(known.entries)
    if campaign is None:
        raise Refusal("no_such_save" if storage.missing else "nothing_left", path=str(path))
    if for_system is not None:
        known.validate_anew(for_system(campaign.system))
    known.seen_on_disk(storage.entries.keys())
    notes = tuple(_notes(path, known, journalled, outvoted, damage, came=came))
    return Found(campaign, journalled.entries, outvoted, damage, notes)


def _left_behind(path: Path, journals: Path, owner: Owner | None, known: EventLog) -> Counter[str]:
    """Learn what never reached this save under another name; returns how many events, by that name.

    The libraries of all folders are one campaign, and none of them is another under a new name.
    """
    came: Counter[str] = Counter()
    if owner is not None and not path.name.startswith(LIBRARY_MARK):
        for left in left_behind(journals, owner, known.entries):
            before = len(known.entries)
            known.learn(left.entries)
            came[left.save.stem] += len(known.entries) - before
    return +came


def _copies(path: Path, storage: SaveStorage) -> tuple[Entries, str, bytes | None]:
    """Return the events of a save, the id of their campaign, and its bytes where they had to be rescued."""
    damage = _damage(storage)
    if damage is not None:
        settle()
        damage = _damage(storage)
    if storage.campaign is not None:
        return storage.entries, storage.campaign.id, None
    content = damage.content if damage is not None else b""
    rescued = rescue(path, content)
    return rescued.entries, rescued.campaign, content


def _damage(storage: SaveStorage) -> Damaged | None:
    try:
        storage.look()
    except Damaged as damage:
        return damage
    return None


def _notes(
    path: Path,
    known: EventLog,
    journalled: Journalled,
    outvoted: set[str],
    damage: bytes | None,
    *,
    came: Counter[str],
) -> Iterator[Note]:
    for refusal in journalled.unread:
        yield Note(refusal.code, refusal.data)
    if damage is not None:
        yield damage_note(path, damage, len(known.entries))
    elif known.unshared > came.total():
        yield Note("from_journal", {"events": known.unshared - came.total()})
    for name, events in came.items():
        yield Note("left_behind", {"events": events, "name": name})
    if outvoted:
        yield Note("journal_prevails", {"events": len(outvoted)})
    if journalled.unreadable:
        yield Note("journal_damaged", {"lines": journalled.unreadable})
    if known.rejected:
        yield Note("withheld", {"events": known.rejected})
    if len(known.entries) >= LONG:
        yield Note("long", {"events": len(known.entries), "name": path.stem})
