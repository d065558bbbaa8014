"""The file of a save: a TinyDB storage over it, and its repair and update under the lock."""

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
"""Seconds in which another program, such as git or cp, finishes writing a save in place."""


class Damaged(Exception):  # noqa: N818 - describes a file, not an error here
    """The save is a regular file whose bytes no store has written."""

    def __init__(self, content: bytes) -> None:
        super().__init__(f"{len(content)} bytes")
        self.content = content


def settle() -> None:
    time.sleep(SETTLING)


class SaveStorage:
    """The file of a save, read again only after it has changed. Only writing needs TinyDB.

    `lines` holds the lines of known events, which are not serialised again; `read` parses the file's lines.
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
        """The events of the file that the look before had not found."""
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
        """Bring `entries` up to date with the file; return whether the file had changed.

        Raises `Damaged`, and the refusals of `read_regular` and `decode`.
        """
        current = signature(self._path)
        changed = current != self._seen
        if changed:
            old_contents, self.last = self._contents, self._seen or self.last
            # Cleared before the file is read: if reading is refused, the next look tries again.
            self._contents, self._seen, self._damage = None, None, None
            if current is not None:
                self._load(old_contents)
        if self._damage is not None and self._contents is None:
            raise self._damage
        return changed

    def read(self) -> dict[str, Any]:
        """Return the tables as they were at the last `look`, which the holder of the lock has just taken."""
        return {EVENTS: Documents(self.entries)}

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Replace the save by its events and those that `data` adds. Never changes or removes an event.

        Refuses `save_too_big` for a save that could not be opened again.
        """
        added = {
            event_id: self._entry(event_id, document)
            for event_id, document in data[EVENTS].items()
            if event_id not in self.entries
        }
        contents = self._contents
        if contents is not None and contents.grows_by(added):
            body = contents.body.followed_by(added)
        else:
            contents = Contents.from_entries({**self.entries, **added})
            body = contents.body
        blocks = pieces(contents.campaign, body)
        size = sum(map(len, blocks))
        if size > SAVE_BYTES:
            raise Refusal("save_too_big", path=str(self._path), size=size >> 20, limit=SAVE_BYTES >> 20)
        # The bytes of a damaged save have been kept beside it. As `.bak` they would replace a good backup.
        new_signature = files.replace(self._path, *blocks, backup=self._damage is None)
        self._contents, self._seen, self._damage = contents.with_written(body, added), new_signature, None

    def forget(self) -> None:
        """Treat the file as empty, so that it is written again. The caller keeps its bytes first."""
        self._contents = None

    def _load(self, old_contents: Contents | None) -> None:
        content, content_signature = read_regular(self._path)
        contents = grown_from(old_contents, content, self._read_lines) if old_contents is not None else None
        try:
            self._contents = contents or decode(content, self._read_lines)
        except Unreadable:
            self._damage = Damaged(content)
        self._seen = content_signature

    def _entry(self, event_id: str, document: JsonObject) -> Entry:
        return self._lines.get(event_id) or write_line(event_id, document)


def find_renamed(save: Path, old_signature: Signature, campaign: str) -> Path | None:
    """Find the same file under another name in the folder of the save; None if it is not there."""
    try:
        names = names_in(save.parent)
    except Refusal:
        return None
    saves = (path for path in map(save.with_name, names) if path.suffix == SUFFIX)
    return next(
        (path for path in saves if _is_same_file(path, old_signature) and _has_campaign(path, campaign)), None
    )


def _is_same_file(path: Path, old_signature: Signature) -> bool:
    """Whether it is the same file: a new name does not change the inode."""
    with suppress(Refusal):
        new_signature = signature(path)
        return new_signature is not None and new_signature[0] == old_signature[0]
    return False


def _has_campaign(path: Path, campaign: str) -> bool:
    with suppress(Refusal, Unreadable), opened(path) as file:
        return read_head(file.read(HEAD_BYTES)).campaign.id == campaign
    return False


class Found(Struct, frozen=True):
    """What the opening of a save has found; the lines of its events are in the event log."""

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
    """Learns the events of the file; under its lock, repairs it and writes the missing events."""

    def __init__(self, path: Path, event_log: EventLog, storage: SaveStorage) -> None:
        self.path = path
        self.campaign: CampaignInfo
        self._outvoted: set[str] = set()
        """Ids of the events of the file that another version must replace."""
        self._known_damage: bytes | None = None
        """The damaged bytes that the GM knows of."""
        self.untold: list[Note] = []
        """Notes that the GM has not seen yet."""
        self._log = event_log
        self._storage = storage
        self._is_counted = True
        """Whether the events of the file, as it was last read, are counted as shared."""

    def start_from(self, findings: Found) -> None:
        """Go on from the state of the opened save."""
        self.campaign, self._outvoted, self._known_damage = (
            findings.campaign,
            findings.outvoted,
            findings.damage,
        )
        self.untold.extend(findings.notes)
        # As long as the file needs another version, no event counts as shared: that makes a share due.
        if self._outvoted:
            self._log.seen_on_disk(set())

    def take_untold(self) -> tuple[Note, ...]:
        """Return, only once, the notes for the GM."""
        notes, self.untold = tuple(self.untold), []
        return notes

    def find_outvoted(self, event_ids: Set[str]) -> None:
        """Find which of these events the file must replace."""
        self._outvoted |= self._outvoted_among(event_ids)
        self._log.seen_on_disk(set() if self._outvoted else self._storage.entries.keys())

    def take_in(self) -> None:
        """Learn the events of others. If the file is unusable, no event counts as shared."""
        try:
            self._learn()
        except (Damaged, Refusal):
            self._log.seen_on_disk(set())
            self._is_counted = False
            raise

    def _learn(self) -> None:
        self._log.catch_up()
        changed = self._storage.look()
        file_campaign = self._storage.campaign
        if file_campaign is not None and file_campaign.id != self.campaign.id:
            raise Refusal("other_campaign", path=str(self.path), title=self.campaign.title)
        if self._is_counted and not changed:
            return
        self._is_counted = True
        # Learned before they are counted as shared: an event counts only if the log has it.
        self._outvoted = self._outvoted_among(self._outvoted | self._log.learn(self._storage.new_entries))
        vanished = self._log.seen_on_disk(self._storage.entries.keys())
        if self._outvoted:
            self._log.seen_on_disk(set())
        if vanished:
            self.untold.append(self._note_of_vanished(vanished))

    def _note_of_vanished(self, events: int) -> Note:
        if not self._storage.missing:
            return Note("put_back", {"events": events})
        old_signature = self._storage.last
        new_path = find_renamed(self.path, old_signature, self.campaign.id) if old_signature else None
        if new_path is None:
            return Note("written_again", {"name": self.path.stem})
        return Note("renamed", {"name": self.path.stem, "other": new_path.stem})

    def _outvoted_among(self, event_ids: Set[str]) -> set[str]:
        """Find which of these events have another version in the save than in the log."""
        on_disk, entries = self._storage.entries, self._log.entries
        return {each for each in event_ids & on_disk.keys() if on_disk[each] != entries[each]}

    def read(self) -> None:
        """Bring this process up to date with the file, and repair it or put it aside if need be."""
        try:
            self.take_in()
        except Damaged:
            # Another program may be writing the save in place.
            settle()
            try:
                self.take_in()
            except Damaged as damage:
                self._mend(damage.content)
        if self._storage.missing:
            self._learn_backup()
        if self._outvoted:
            self._set_aside()

    def _mend(self, content: bytes) -> None:
        """Keep the damaged bytes, then treat the file as empty: the event log has its events."""
        rescued = rescue(self.path, content)
        if rescued.campaign not in ("", self.campaign.id):
            raise Refusal("other_campaign", path=str(self.path), title=self.campaign.title)
        # The bytes are kept before anything is written in their place.
        if content:
            files.keep(self.path, content)
        self._log.learn(entries_missing_from(self._log.entries, rescued.entries))
        self._log.seen_on_disk(self._storage.entries.keys())
        self._outvoted = set()
        if content != self._known_damage:
            self._known_damage = content
            self.untold.append(damage_note(self.path, content, len(self._log.entries)))

    def _learn_backup(self) -> None:
        """Learn the events of the backup of a save that is gone."""
        # Before anything is written: the next writes replace the backup.
        rescued = rescue(self.path, b"")
        if rescued.campaign == self.campaign.id:
            self._log.learn(entries_missing_from(self._log.entries, rescued.entries))
            self._log.seen_on_disk(set())

    def _set_aside(self) -> None:
        """Keep the bytes of a save with a replaced version of an event, so that it is written again."""
        copy_name = files.keep(self.path, read_regular(self.path)[0])
        self.untold.append(Note("two_versions", {"events": len(self._outvoted), "kept": copy_name}))
        self._storage.forget()
        self._outvoted = set()

    def write(self) -> None:
        """Write the events that the file lacks."""
        from tracker.store.database import EventDatabase  # noqa: PLC0415 - TinyDB is needed to write, not to look

        missing = self._log.unshared_entries()
        if missing:
            EventDatabase(self._storage).insert_events(missing)
        self._log.mark_shared(missing.keys())
