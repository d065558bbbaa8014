"""The private journal of a save: an action is acknowledged once its line here is on the disk.

Each process appends to a file of its own, so that a failed write of one cannot touch a line of another. All
journals of the same save and campaign are read.
"""

import json
import os
import re
import threading
from collections.abc import Iterable, Iterator, Set
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Self

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.event_line import (
    BEGINNING,
    Entries,
    Entry,
    Unreadable,
    cached_or_read,
    preferred_version,
    read_intact_line,
    read_json,
)
from tracker.store.event_log import EventLog
from tracker.store.files import (
    PRIVATE,
    SAVE_BYTES,
    Missing,
    claim,
    make_folder,
    open_private,
    opened,
    paths_like,
    read_regular,
    real,
    refusing,
    remove,
    rename,
    signature,
    status,
    sync,
    sync_folder,
    write_all,
)
from tracker.store.save_format import CampaignInfo, begins_another

_AT_ONCE = 200
"""Lines in one write, so that a long save is not held in memory twice."""
JOURNAL = ".jsonl"
MARK = ".shared"
"""Suffix of the file that says how many bytes of a journal have reached the save."""
ASIDE = "-damaged-"
"""Part of the name of a journal that was set aside because its head was damaged."""
HEAD_BYTES = 1 << 13
"""More than the longest intact first line."""
_EVENT = re.compile(rb"\{" + BEGINNING)
TAIL_BYTES = 1 << 20
"""How far back a torn last line may begin, in bytes: an event has at most a quarter of this."""


class Owner(Struct, frozen=True):
    """The owner of a journal: one campaign at one path. Another campaign at that path has other journals."""

    path: Path
    campaign: str

    @property
    def name(self) -> str:
        """The name of this campaign at this path, of fixed length."""
        return f"{place_of(self.path)}-{_digest(self.campaign)}"

    @property
    def pattern_elsewhere(self) -> str:
        """The glob pattern of the journals of this campaign at any path."""
        return f"*-{_digest(self.campaign)}-*{JOURNAL}"

    @property
    def pattern(self) -> str:
        """The glob pattern of this owner's journals."""
        return f"{self.name}-*{JOURNAL}"

    @property
    def marks(self) -> str:
        """The glob pattern of the marks of this owner's journals."""
        return str(Path(self.pattern).with_suffix(MARK))

    def file(self, number: int) -> str:
        return f"{self.name}-{number}{JOURNAL}"

    def header(self) -> bytes:
        """Return the first line of a journal, by which the journal of a save that has moved is found."""
        # `marks` tells a journal without a mark from one of an earlier version, which never had any.
        content = {"journal": 1, "save": str(real(self.path)), "campaign": self.campaign, "marks": True}
        return json.dumps(content).encode() + b"\n"


class Journal:
    """A file that only this process appends to, as long as it is open."""

    def __init__(self, fd: int, path: Path) -> None:
        self._fd = fd
        self._path = path
        self._end = os.fstat(fd).st_size
        self._marked = 0
        self._appending = threading.Lock()

    @classmethod
    def claim(cls, folder: Path, owner: Owner) -> Self:
        """Open the first journal that no other process writes, or begin a new one.

        Raises `journal_failed`.
        """
        number = 0
        with _failing(folder):
            make_folder(folder, PRIVATE)
            _sweep(folder, owner)
            while (fd := _claim(folder / owner.file(number))) is None:
                number += 1
            is_damaged = _set_aside(fd, folder / owner.file(number), owner)
            if not is_damaged:
                _begin(fd, folder, owner)
        return cls.claim(folder, owner) if is_damaged else cls(fd, folder / owner.file(number))

    @property
    def is_lost(self) -> bool:
        """Whether lines written here would be lost, because the journal is closed or its file deleted."""
        return self._fd < 0 or self._is_deleted

    @property
    def _is_deleted(self) -> bool:
        return self._fd >= 0 and os.fstat(self._fd).st_nlink == 0

    @property
    def end(self) -> int:
        """Its size in bytes."""
        return self._end

    def mark(self, end: int) -> None:
        """Note that all bytes before `end` have reached the save. A lost note does no harm."""
        if end == self._marked:
            return
        with suppress(OSError, Refusal):
            if self._is_deleted:  # another journal may have been begun under its name
                return
            fd = open_private(self._path.with_suffix(MARK), os.O_WRONLY | os.O_CREAT)
            try:
                write_all(fd, b"%020d\n" % end)
            finally:
                os.close(fd)
            self._marked = end

    def append(self, lines: Iterable[bytes]) -> None:
        """Put lines on the disk with one sync, however long the journal is.

        Raises `journal_failed`; then none of them is in it.
        """
        with self._appending:
            end, content_lines = self._end, (b"{%s}\n" % line for line in lines)
            with _failing(self._path):
                try:
                    while content := b"".join(islice(content_lines, _AT_ONCE)):
                        write_all(self._fd, content)
                        end += len(content)
                    sync(self._fd)
                except OSError:
                    self._take_back()
                    raise
            self._end = end

    def close(self) -> None:
        """Release the file for another process of this user."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _take_back(self) -> None:
        """Remove a failed write. If that fails too, close the journal for good."""
        try:
            os.ftruncate(self._fd, self._end)
            sync(self._fd)
        except OSError:
            self.close()


def _sweep(folder: Path, owner: Owner) -> None:
    """Remove the marks of journals that are gone or empty."""
    # A journal begun later under such a name must not inherit the mark.
    for mark in paths_like(folder, owner.marks):
        with suppress(Refusal):
            journal = status(mark.with_suffix(JOURNAL), follows=False)
            if journal is None or not journal.st_size:
                remove(mark)


def _claim(path: Path) -> int | None:
    """Claim a journal; None if another process has it, or if it exists and cannot be written."""
    try:
        return claim(path)
    except Refusal:
        if signature(path) is None:
            raise
        return None


def _set_aside(fd: int, path: Path, owner: Owner) -> bool:
    """Close and rename a journal with a damaged head; return whether it was damaged."""
    head, line_feed, _rest = os.pread(fd, HEAD_BYTES, 0).partition(b"\n")
    # A damaged head without its line feed runs on into the first event.
    if len(head) == HEAD_BYTES:
        head, line_feed, _rest = os.pread(fd, TAIL_BYTES, 0).partition(b"\n")
    if not line_feed or campaign_in(head) == owner.campaign:
        return False
    os.close(fd)
    # Under its new name its lines are still read. Its mark counts bytes that may be gone, and goes.
    rename(path, path.with_name(name_aside(path, head)))
    remove(path.with_suffix(MARK))
    sync_folder(path.parent)
    return True


def name_aside(path: Path, head: bytes) -> str:
    """Name a journal with a damaged head, so that it is still found among the journals of its owner."""
    return f"{path.stem}{ASIDE}{sha256(head).hexdigest()[:12]}{JOURNAL}"


def _begin(fd: int, folder: Path, owner: Owner) -> None:
    """Drop a torn last line, which was never acknowledged, and write the header of a new journal."""
    try:
        size = os.fstat(fd).st_size
        if size and os.pread(fd, 1, size - 1) != b"\n":
            tail = os.pread(fd, TAIL_BYTES, max(0, size - TAIL_BYTES))
            size -= len(tail) - (tail.rfind(b"\n") + 1)
            os.ftruncate(fd, size)
        if size == 0:
            write_all(fd, owner.header())
            sync(fd)
            sync_folder(folder)
    except (OSError, Refusal):
        with suppress(OSError):  # the first failure is the one to report
            os.close(fd)
        raise


def campaign_in(header: bytes) -> str:
    """Find the id of the campaign in the first line of a journal; empty if there is none."""
    try:
        campaign = read_json(header).get("campaign")
    except Unreadable:
        return ""
    return campaign if isinstance(campaign, str) else ""


@contextmanager
def _failing(path: Path) -> Iterator[None]:
    """Refuse `journal_failed` with the cause, whatever the system refuses."""
    try:
        with refusing(path):
            yield
    except Refusal as cause:
        raise Refusal("journal_failed", cause=cause.code, **cause.data) from cause


def place_of(path: Path) -> str:
    """Digest the path of a save for the names of files."""
    return _digest(str(real(path)))


def _digest(text: str) -> str:
    return sha256(os.fsencode(text)).hexdigest()[:16]


JOURNAL_BYTES = 4 * SAVE_BYTES
_MARK_BYTES = 64


class JournalContents(Struct, frozen=True):
    """The events in the journals of a save, and the number of lines that could not be read."""

    entries: dict[str, Entry]
    unreadable: int = 0
    unread: tuple[Refusal, ...] = ()
    """The reasons why some journals could not be read at all."""
    damaged: tuple[str, ...] = ()
    """The names under which journals with a damaged head are kept."""


class LeftBehind(Struct, frozen=True):
    """Events that were acknowledged at a path whose save is gone, and that never reached that save."""

    save: Path
    entries: Entries


def read_journals(folder: Path, owner: Owner, cached: Entries) -> JournalContents:
    """Read the events of every journal of this save, those of other processes too.

    Lines among `cached` are not parsed again.
    """
    entries: dict[str, Entry] = {}
    unreadable, unread, damaged = 0, [], []
    for path in paths_like(folder, owner.pattern):
        try:
            content, _ = read_regular(path, JOURNAL_BYTES)
        except Refusal as refusal:
            reason = refusal.data.get("reason")
            unread.append(Refusal("journal_unreadable", path=str(path), reason=reason) if reason else refusal)
            continue
        lines = _lines(content)
        # The name of the file says whose journal it is, so a damaged head loses no line.
        head = next(lines, b"")
        if head and campaign_in(head) != owner.campaign:
            lines = chain(_event_in(head), lines)
            if ASIDE not in path.name:
                damaged.append(name_aside(path, head))
        unreadable += _add_events(lines, cached, entries)
    return JournalContents(entries, unreadable, tuple(unread), tuple(damaged))


def _event_in(head: bytes) -> Iterator[bytes]:
    """Yield the line of an event that follows a damaged head without a line feed."""
    if match := _EVENT.search(head):
        yield head[match.start() :]


def left_behind(folder: Path, owner: Owner, cached: Entries) -> Iterator[LeftBehind]:
    """Find events that never reached a save of this campaign, where that save is gone."""
    for path in paths_like(folder, owner.pattern_elsewhere):
        if not path.match(owner.pattern):
            with suppress(Refusal, Unreadable), opened(path) as file:
                header = file.readline(TAIL_BYTES)
                names = read_json(header)
                save, marks = names.get("save"), names.get("marks") is True
                if not isinstance(save, str) or campaign_in(header) != owner.campaign:
                    continue
                # A save that still exists is another copy, with journals of its own.
                if signature(Path(save)) is not None:
                    continue
                # Without a mark, nothing says what reached the save of a journal of an earlier version.
                file.seek(max(len(header), _saved_length(path, default=0 if marks else None)))
                entries: dict[str, Entry] = {}
                _add_events(_lines(file.read(JOURNAL_BYTES)), cached, entries)
                yield LeftBehind(
                    Path(save), {key: each for key, each in entries.items() if key not in cached}
                )


def last_owner(folder: Path, path: Path) -> Owner | None:
    """Find the campaign last played at a path whose save is gone, by its newest journal."""
    statuses = {each: status(each) for each in paths_like(folder, f"{place_of(path)}-*{JOURNAL}")}
    times = {each: info.st_mtime_ns for each, info in statuses.items() if info is not None}
    for journal in sorted(times, key=lambda each: times[each], reverse=True):
        with suppress(Refusal), opened(journal) as file:
            if campaign := campaign_in(file.readline(TAIL_BYTES)):
                return Owner(path, campaign)
    return None


def _saved_length(path: Path, default: int | None) -> int:
    """Read how many bytes of a journal have reached its save.

    Raises `Unreadable` if there is no mark and no `default`, and the refusals of `read_regular`.
    """
    try:
        content, _ = read_regular(path.with_suffix(MARK), _MARK_BYTES)
        return int(content)
    except (Missing, ValueError) as error:
        if default is None:
            raise Unreadable("no mark") from error
        return default


def _lines(content: bytes) -> Iterator[bytes]:
    """Split a journal into lines. A line without line feed was never acknowledged."""
    return (line[:-1] for line in BytesIO(content) if line.endswith(b"\n"))


def _add_events(lines: Iterable[bytes], cached: Entries, entries: dict[str, Entry]) -> int:
    """Add the events of these lines to `entries`; return how many lines cannot be read."""
    unreadable = 0
    for line in lines:
        try:
            event_id, entry = cached_or_read(line[1:-1], cached, read_intact_line)
        except Unreadable:
            unreadable += 1
        else:
            entries[event_id] = preferred_version(entries[event_id], entry) if event_id in entries else entry
    return unreadable


class JournalWriter:
    """Writes the journals from which a lost save can be restored."""

    def __init__(self, folder: Path, owner: Owner, written_ids: Iterable[str]) -> None:
        self._folder = folder
        self._owner = owner
        self._written_ids = set(written_ids)
        # Two files, so that an action on the screen's thread never waits for the sync of a worker.
        self._actions: Journal | None = None
        self._others: Journal | None = None
        with suppress(Refusal):  # the first action tries again, and is refused if need be
            self._actions = self._reclaim(None)
        self.settled = self._end
        """The journal of actions, and how many of its bytes hold events of the event log."""

    @property
    def is_lost(self) -> bool:
        """Whether the journal of actions is lost, as after a failed write that could not be taken back."""
        return self._actions is not None and self._actions.is_lost

    def acknowledge(self, event_id: str, line: bytes) -> None:
        """Write an action to the disk.

        Raises `journal_failed`; then the action is not in the journal.
        """
        self._actions = self._reclaim(self._actions)
        self._actions.append([line])
        self._written_ids.add(event_id)

    def note_down(self, event_log: EventLog, campaign: CampaignInfo) -> None:
        """Write the events of other GMs to the disk. A failure does no harm: their own journals have them."""
        if len(event_log.entries) == len(self._written_ids):
            return
        news = event_log.missing_from(self._written_ids)
        # The journals say how the campaign began, so no other beginning may get into them.
        lines = [entry.line for key, entry in news.items() if not begins_another(key, entry, campaign)]
        with suppress(Refusal):
            if lines:
                self._others = self._reclaim(self._others)
                self._others.append(lines)
            self._written_ids |= news.keys()

    def settle(self) -> None:
        """Count the last acknowledged action as part of the event log."""
        self.settled = self._end

    def mark_saved(self, settled: tuple[Journal | None, int]) -> None:
        """Mark the settled actions, and all events of other GMs, as having reached the save."""
        journal, end = settled
        if journal is not None:
            journal.mark(end)
        if self._others is not None:
            self._others.mark(self._others.end)

    def forget(self, event_ids: Set[str]) -> None:
        """Write these events again: the journal has another version of them, which stays there too."""
        self._written_ids -= event_ids

    def close(self) -> None:
        """Release the files for another process of this GM."""
        for journal in (self._actions, self._others):
            if journal is not None:
                journal.close()

    @property
    def _end(self) -> tuple[Journal | None, int]:
        return self._actions, self._actions.end if self._actions is not None else 0

    def _reclaim(self, journal: Journal | None) -> Journal:
        if journal is not None and not journal.is_lost:
            return journal
        return Journal.claim(self._folder, self._owner)
