"""The file of a save: a TinyDB storage over it, and its repair and update under the lock.

Reading is strict. Writing is atomic.
"""

import time
from collections.abc import Mapping, Set
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.session.event import Event
from tracker.store import files
from tracker.store.event_line import (
    Documents,
    Entries,
    Entry,
    JsonObject,
    ReadAll,
    Unreadable,
    read_lines,
    write_line,
)
from tracker.store.event_log import EventLog
from tracker.store.files import SAVE_BYTES, Signature, names_in, opened, read_regular, signature
from tracker.store.paths import SUFFIX
from tracker.store.repair import damage_note, entries_missing_from, rescue
from tracker.store.save_format import (
    EVENTS,
    HEAD_BYTES,
    Body,
    CampaignInfo,
    Contents,
    decode,
    grown_from,
    pieces,
    read_head,
)
from tracker.store.sharing import Note

SETTLING = 0.1
"""Seconds for another program, such as git or cp, to finish writing a save in place."""


class Damaged(Exception):  # noqa: N818 - describes a file, not an error here
    """The save is a regular file whose bytes were not written by a store."""

    def __init__(self, content: bytes) -> None:
        super().__init__(f"{len(content)} bytes")
        self.content = content


def settle() -> None:
    """Wait until another program has finished writing the save in place."""
    time.sleep(SETTLING)


class SaveStorage:
    """The file of a save, read again only after it has changed. Only writing needs TinyDB.

    `lines` holds the lines of known events, which are not serialised again; `read` reads the file's lines.
    """

    def __init__(self, path: Path, lines: Entries, read: ReadAll = read_lines) -> None:
        self._path = path
        self._lines = lines
        self._read_lines = read
        self._contents: Contents | None = None
        self._seen: Signature | None = None
        self.last: Signature | None = None
        """The signature of the file when it last existed."""
        self._damage: Damaged | None = None

    @property
    def entries(self) -> Entries:
        """The events of the file at the last look."""
        return self._contents.entries if self._contents else {}

    @property
    def new_entries(self) -> Entries:
        """The events of the file that are new since the look before."""
        return self._contents.added if self._contents else {}

    @property
    def body(self) -> Body | None:
        """The lines of the file at the last look."""
        return self._contents.body if self._contents else None

    @property
    def campaign(self) -> CampaignInfo | None:
        """The campaign of the file at the last look."""
        return self._contents.campaign if self._contents else None

    @property
    def missing(self) -> bool:
        """Whether there was no file at the last look."""
        return self._seen is None

    @property
    def has_changed(self) -> bool:
        """Whether the file has changed since the last look."""
        return signature(self._path) != self._seen

    def look(self) -> bool:
        """Bring `entries` up to date with the file; return whether the file was read.

        Raises `Damaged`, and the refusals of `read_regular` and `decode`.
        """
        found = signature(self._path)
        changed = found != self._seen
        if changed:
            held, self.last = self._contents, self._seen or self.last
            self._contents, self._seen, self._damage = None, None, None
            if found is not None:
                self._load(held)
        if self._damage is not None and self._contents is None:
            raise self._damage
        return changed

    def read(self) -> dict[str, Any]:
        """Return the tables as they were at the last `look`; the holder of the lock has just looked."""
        return {EVENTS: Documents(self.entries)}

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Replace the save by its events and those that `data` adds. No event is ever changed or removed.

        Refuses `save_too_big` for a save that could not be opened again.
        """
        added = {
            event_id: self._entry(event_id, document)
            for event_id, document in data[EVENTS].items()
            if event_id not in self.entries
        }
        held = self._contents
        if held is not None and held.grows_by(added):
            body = held.body.followed_by(added)
        else:
            held = Contents.from_entries({**self.entries, **added})
            body = held.body
        content = pieces(held.campaign, body)
        size = sum(map(len, content))
        if size > SAVE_BYTES:
            raise Refusal("save_too_big", path=str(self._path), size=size >> 20, limit=SAVE_BYTES >> 20)
        seen = files.replace(self._path, *content, backup=self._damage is None)
        self._contents, self._seen, self._damage = held.with_written(body, added), seen, None

    def forget(self) -> None:
        """Go on as if the file were empty, so that it is written again. The caller keeps its bytes first."""
        self._contents = None

    def _load(self, held: Contents | None) -> None:
        content, seen = read_regular(self._path)
        contents = grown_from(held, content, self._read_lines) if held is not None else None
        try:
            self._contents = contents or decode(content, self._read_lines)
        except Unreadable:
            self._damage = Damaged(content)
        self._seen = seen

    def _entry(self, event_id: str, document: JsonObject) -> Entry:
        return self._lines.get(event_id) or write_line(event_id, document)


def find_renamed(save: Path, was: Signature, campaign: str) -> Path | None:
    """Return the save in the folder that is the same file under another name, if there is one."""
    try:
        names = names_in(save.parent)
    except Refusal:
        return None
    found = (path for path in map(save.with_name, names) if path.suffix == SUFFIX)
    return next((path for path in found if _is(path, was) and _is_of(path, campaign)), None)


def _is(path: Path, was: Signature) -> bool:
    """Whether it is the same file: a new name does not change its inode."""
    with suppress(Refusal):
        now = signature(path)
        return now is not None and now[0] == was[0]
    return False


def _is_of(path: Path, campaign: str) -> bool:
    with suppress(Refusal, Unreadable), opened(path) as file:
        return read_head(file.read(HEAD_BYTES)).campaign.id == campaign
    return False


class Found(Struct, frozen=True):
    """The findings of the opening of a save; the lines of its events are in the event log."""

    campaign: CampaignInfo
    journalled: Entries
    outvoted: set[str]
    """Ids of the events whose version in the journals replaces the version in the save."""
    damage: bytes | None
    """The bytes of a save that is damaged or gone."""
    notes: tuple[Note, ...]
    events: list[Event]
    """The events that the validator of the game accepted, in order."""


class SharedFile:
    """Learns the events of the file, and under its lock repairs it and writes the missing events."""

    def __init__(self, path: Path, event_log: EventLog, storage: SaveStorage) -> None:
        self.path = path
        self.campaign: CampaignInfo
        self._outvoted: set[str] = set()
        """Ids of the events of the file that another version must replace."""
        self._mended: bytes | None = None
        """The damaged bytes that were reported to the GM."""
        self.untold: list[Note] = []
        """Notes for the GM that were not reported yet."""
        self._log = event_log
        self._storage = storage
        self._counted = True

    def start_from(self, found: Found) -> None:
        """Go on from the state of the opened save."""
        self.campaign, self._outvoted, self._mended = found.campaign, found.outvoted, found.damage
        self.untold.extend(found.notes)
        if self._outvoted:
            self._log.seen_on_disk(set())

    def take_untold(self) -> tuple[Note, ...]:
        """Return the notes for the GM, only once."""
        notes, self.untold = tuple(self.untold), []
        return notes

    def weigh(self, event_ids: Set[str]) -> None:
        """Find which of these events must be replaced in the file."""
        self._outvoted |= self._outvoted_among(event_ids)
        self._log.seen_on_disk(set() if self._outvoted else self._storage.entries.keys())

    def take_in(self) -> None:
        """Learn the events of others. An unusable file counts as sharing nothing."""
        try:
            self._learn()
        except (Damaged, Refusal):
            self._log.seen_on_disk(set())
            self._counted = False
            raise

    def _learn(self) -> None:
        """Learn the new events of the file, and which of its events must be replaced."""
        self._log.catch_up()
        read = self._storage.look()
        found = self._storage.campaign
        if found is not None and found.id != self.campaign.id:
            raise Refusal("other_campaign", path=str(self.path), title=self.campaign.title)
        if self._counted and not read:
            return
        self._counted = True
        self._outvoted = self._outvoted_among(self._outvoted | self._log.learn(self._storage.new_entries))
        vanished = self._log.seen_on_disk(self._storage.entries.keys())
        if self._outvoted:
            self._log.seen_on_disk(set())
        if vanished:
            self.untold.append(self._note_of_vanished(vanished))

    def _note_of_vanished(self, events: int) -> Note:
        """Return the note on events that vanished from the save, and that the next share puts back."""
        if not self._storage.missing:
            return Note("put_back", {"events": events})
        was = self._storage.last
        other = find_renamed(self.path, was, self.campaign.id) if was else None
        if other is None:
            return Note("written_again", {"name": self.path.stem})
        return Note("renamed", {"name": self.path.stem, "other": other.stem})

    def _outvoted_among(self, event_ids: Set[str]) -> set[str]:
        """Return the events among these whose version in the save must be replaced."""
        on_disk, entries = self._storage.entries, self._log.entries
        return {each for each in event_ids & on_disk.keys() if on_disk[each] != entries[each]}

    def read(self) -> None:
        """Bring this process up to date with the file, and repair it or put it aside if need be."""
        try:
            self.take_in()
        except Damaged:
            settle()
            try:
                self.take_in()
            except Damaged as damage:
                self._mend(damage.content)
        if self._storage.missing:
            self._bring_back()
        if self._outvoted:
            self._set_aside()

    def _mend(self, content: bytes) -> None:
        """Keep the damaged bytes, then go on as if the file were empty: the event log has its events."""
        rescued = rescue(self.path, content)
        if rescued.campaign not in ("", self.campaign.id):
            raise Refusal("other_campaign", path=str(self.path), title=self.campaign.title)
        if content:
            files.keep(self.path, content)
        self._log.learn(entries_missing_from(self._log.entries, rescued.entries))
        self._log.seen_on_disk(self._storage.entries.keys())
        self._outvoted = set()
        if content != self._mended:
            self._mended = content
            self.untold.append(damage_note(self.path, content, len(self._log.entries)))

    def _bring_back(self) -> None:
        """Learn the events of the backup of a save that is gone, before later writes replace the backup."""
        rescued = rescue(self.path, b"")
        if rescued.campaign == self.campaign.id:
            self._log.learn(entries_missing_from(self._log.entries, rescued.entries))
            self._log.seen_on_disk(set())

    def _set_aside(self) -> None:
        """Keep the bytes of a save with a replaced version of an event, then write the save again."""
        kept = files.keep(self.path, read_regular(self.path)[0])
        self.untold.append(Note("two_versions", {"events": len(self._outvoted), "kept": kept}))
        self._storage.forget()
        self._outvoted = set()

    def write(self) -> None:
        """Write the missing events into the file."""
        from tracker.store.database import EventDatabase  # noqa: PLC0415 - TinyDB is needed to write, not to look

        missing = self._log.unshared_entries()
        if missing:
            EventDatabase(self._storage).insert_events(missing)
        self._log.mark_shared(missing.keys())
