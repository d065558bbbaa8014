"""The private journal of a save: an action is acknowledged once its line here is on the disk.

Each process appends to a file of its own, so that nobody's failed write can touch another's line; every
journal of the same save and campaign is read.
"""

import json
import os
import threading
from collections.abc import Iterable, Iterator, Set
from contextlib import suppress
from hashlib import sha256
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Self

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.event_line import (
    Entries,
    Entry,
    Unreadable,
    known_or_read,
    preferred,
    read_intact_line,
    read_json,
)
from tracker.store.event_log import EventLog
from tracker.store.files import (
    SAVE_BYTES,
    claim,
    open_regular,
    read_regular,
    refusal_of,
    signature,
    sync_folder,
    write_all,
)

_AT_ONCE = 200
"""Lines put together for one write: what a long save brings is not held twice."""
PRIVATE = 0o700
JOURNAL = ".jsonl"
MARK = ".shared"
"""How the file is named that says how many bytes of a journal have reached the save."""
TAIL_BYTES = 1 << 20
"""How far back a torn last line may begin: an event has at most a quarter of this."""


class Owner(Struct, frozen=True):
    """Whose journal it is: one campaign, at one place. Another campaign put there has journals of its own."""

    path: Path
    campaign: str

    @property
    def name(self) -> str:
        """What names this campaign at this place, in letters of a fixed number."""
        return f"{place_of(self.path)}-{_digest(self.campaign)}"

    @property
    def pattern_elsewhere(self) -> str:
        """What the names of the journals of this campaign look like, wherever it is."""
        return f"*-{_digest(self.campaign)}-*{JOURNAL}"

    @property
    def pattern(self) -> str:
        """What the names of this owner's journals look like."""
        return f"{self.name}-*{JOURNAL}"

    @property
    def marks(self) -> str:
        """What the names of the marks of this owner's journals look like."""
        return str(Path(self.pattern).with_suffix(MARK))

    def file(self, number: int) -> str:
        """Return the name of this owner's journal of that number."""
        return f"{self.name}-{number}{JOURNAL}"

    def header(self) -> bytes:
        """Return the first line, by which a journal is found whose save has moved."""
        place = os.path.realpath(self.path)
        names = {"journal": 1, "save": place, "campaign": self.campaign, "marks": True}
        return json.dumps(names).encode() + b"\n"


class Journal:
    """A file only this process appends to, for as long as it is open."""

    def __init__(self, fd: int, path: Path) -> None:
        self._fd = fd
        self._path = path
        self._end = os.fstat(fd).st_size
        self._marked = 0
        self._appending = threading.Lock()

    @classmethod
    def claim(cls, folder: Path, owner: Owner) -> Self:
        """Open the first journal that can be written and that no other process writes, a new one if need be.

        Raises `journal_failed`.
        """
        number = 0
        try:
            folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            _sweep(folder, owner)
            while (fd := _claimed(folder / owner.file(number))) is None:
                number += 1
            _begin(fd, folder, owner)
        except OSError as error:
            raise _failed(error, folder) from error
        return cls(fd, folder / owner.file(number))

    @property
    def lost(self) -> bool:
        """Whether what is written here would be found by nobody: closed, or its file deleted."""
        return self._fd < 0 or self._deleted

    @property
    def _deleted(self) -> bool:
        return self._fd >= 0 and os.fstat(self._fd).st_nlink == 0

    @property
    def end(self) -> int:
        """How many bytes it has."""
        return self._end

    def mark(self, end: int) -> None:
        """Write, if that can be done, that all before `end` has reached the save; it may be lost."""
        if end == self._marked:
            return
        flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        with suppress(OSError):
            if self._deleted:  # another may have been begun under its name
                return
            fd = os.open(self._path.with_suffix(MARK), flags, 0o600)
            try:
                write_all(fd, b"%020d\n" % end)
            finally:
                os.close(fd)
            self._marked = end

    def append(self, lines: Iterable[bytes]) -> None:
        """Put lines on the disk with one sync, however long the journal is.

        Raises `journal_failed`, and then none of them is in it.
        """
        with self._appending:
            end, written = self._end, (b"{%s}\n" % line for line in lines)
            try:
                while content := b"".join(islice(written, _AT_ONCE)):
                    write_all(self._fd, content)
                    end += len(content)
                os.fsync(self._fd)
            except OSError as error:
                self._take_back()
                raise _failed(error, self._path) from error
            self._end = end

    def close(self) -> None:
        """Let another process of this user write here."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _take_back(self) -> None:
        """Forget a write that failed; a journal that cannot is not written again."""
        try:
            os.ftruncate(self._fd, self._end)
            os.fsync(self._fd)
        except OSError:
            self.close()


def _sweep(folder: Path, owner: Owner) -> None:
    """Remove the marks of journals that are gone or empty: they say nothing of what takes their place."""
    for mark in folder.glob(owner.marks):
        with suppress(OSError):
            if _is_empty(mark.with_suffix(JOURNAL)):
                mark.unlink()


def _is_empty(path: Path) -> bool:
    """Whether a file is not there, or holds nothing."""
    try:
        return path.lstat().st_size == 0
    except FileNotFoundError:
        return True


def _claimed(path: Path) -> int | None:
    """Claim a journal; None when another process has it, or it is there and cannot be written.

    Raises `OSError`.
    """
    try:
        return claim(path)
    except OSError:
        if signature(path) is None:
            raise
        return None


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
            os.fsync(fd)
            sync_folder(folder)
    except OSError:
        with suppress(OSError):  # the first failure is the one to tell
            os.close(fd)
        raise


def campaign_in(header: bytes) -> str:
    """Return the id of the campaign whose journal begins like this, empty for none."""
    try:
        campaign = read_json(header).get("campaign")
    except Unreadable:
        return ""
    return campaign if isinstance(campaign, str) else ""


def _failed(error: OSError, path: Path) -> Refusal:
    cause = refusal_of(error, path)
    return Refusal("journal_failed", cause=cause.code, **cause.data)


def place_of(path: Path) -> str:
    """Return what stands for the place of a save in the names of files."""
    return _digest(os.path.realpath(path))


def _digest(text: str) -> str:
    return sha256(os.fsencode(text)).hexdigest()[:16]


JOURNAL_BYTES = 4 * SAVE_BYTES
_MARK_BYTES = 64


class Journalled(Struct, frozen=True):
    """What the journals of a save hold, and how many of their lines could not be read."""

    entries: dict[str, Entry]
    unreadable: int = 0
    unread: tuple[Refusal, ...] = ()
    """Why some of them could not be read at all."""


class LeftBehind(Struct, frozen=True):
    """What was acknowledged at a place where there is no save any more, and had not reached it."""

    save: Path
    entries: Entries


def read_journals(folder: Path, owner: Owner, known: Entries) -> Journalled:
    """Return the events of every journal of this save; lines that are known already are not read again."""
    entries: dict[str, Entry] = {}
    unreadable, unread = 0, []
    for path in sorted(folder.glob(owner.pattern)):
        try:
            content, _ = read_regular(path, JOURNAL_BYTES)
        except OSError as error:
            unread.append(Refusal("journal_unreadable", path=str(path), reason=str(error.strerror)))
            continue
        except Refusal as refusal:
            unread.append(refusal)
            continue
        lines = _lines(content)
        if campaign_in(next(lines, b"")) == owner.campaign:
            unreadable += _read(lines, known, entries)
    return Journalled(entries, unreadable, tuple(unread))


def left_behind(folder: Path, owner: Owner, known: Entries) -> Iterator[LeftBehind]:
    """Find events that never reached a save of this campaign which has since gone from its place.

    A save that is still in its place, or may be, is another copy with journals of its own. A journal of an
    earlier version has no mark, so that nobody knows what had reached its save: it is left alone.
    """
    for path in sorted(folder.glob(owner.pattern_elsewhere)):
        if not path.match(owner.pattern):
            with suppress(OSError, Refusal, Unreadable), open(open_regular(path), "rb") as file:
                header = file.readline(TAIL_BYTES)
                names = read_json(header)
                save, marks = names.get("save"), names.get("marks") is True
                if not isinstance(save, str) or campaign_in(header) != owner.campaign:
                    continue
                if signature(Path(save)) is not None:
                    continue
                file.seek(max(len(header), _marked(path, default=0 if marks else None)))
                entries: dict[str, Entry] = {}
                _read(_lines(file.read(JOURNAL_BYTES)), known, entries)
                yield LeftBehind(Path(save), {key: each for key, each in entries.items() if key not in known})


def last_owner(folder: Path, path: Path) -> Owner | None:
    """Return the campaign last played at a place whose save is gone, as its newest journal tells."""
    journals = sorted(folder.glob(f"{place_of(path)}-*{JOURNAL}"), key=lambda found: found.stat().st_mtime_ns)
    for journal in reversed(journals):
        with suppress(OSError, Refusal), open(open_regular(journal), "rb") as file:
            if campaign := campaign_in(file.readline(TAIL_BYTES)):
                return Owner(path, campaign)
    return None


def _marked(path: Path, default: int | None) -> int:
    """Return how many bytes of a journal have reached its save.

    Raises `Unreadable` when nothing says it, `OSError` and the refusals of `read_regular`.
    """
    try:
        content, _ = read_regular(path.with_suffix(MARK), _MARK_BYTES)
        return int(content)
    except (FileNotFoundError, ValueError) as error:
        if default is None:
            raise Unreadable("no mark") from error
        return default


def _lines(content: bytes) -> Iterator[bytes]:
    """Yield the lines of a journal; what no line feed ends was never acknowledged."""
    return (line[:-1] for line in BytesIO(content) if line.endswith(b"\n"))


def _read(lines: Iterable[bytes], known: Entries, entries: dict[str, Entry]) -> int:
    """Add to `entries` what these lines hold and return how many cannot be read."""
    unreadable = 0
    for line in lines:
        try:
            event_id, entry = known_or_read(line[1:-1], known, read_intact_line)
        except Unreadable:
            unreadable += 1
        else:
            entries[event_id] = preferred(entries[event_id], entry) if event_id in entries else entry
    return unreadable


class JournalWriter:
    """What can be put back should the save be lost.

    Two files, so that an action on the thread of the screen never waits for the sync of a worker.
    """

    def __init__(self, folder: Path, owner: Owner, written: Iterable[str]) -> None:
        self._folder = folder
        self._owner = owner
        self._written = set(written)
        self._actions: Journal | None = None
        self._others: Journal | None = None
        with suppress(Refusal):  # the first action tries again, and is refused if need be
            self._actions = self._claimed(None)
        self.settled = self._end
        """The journal of actions, and how many of its bytes hold events that the event log has."""

    @property
    def lost(self) -> bool:
        """Whether the journal of what this GM did is lost, as it is once a failed write stays in it."""
        return self._actions is not None and self._actions.lost

    def acknowledge(self, event_id: str, line: bytes) -> None:
        """Put an action on the disk.

        Raises `journal_failed`, and then it is not there.
        """
        self._actions = self._claimed(self._actions)
        self._actions.append([line])
        self._written.add(event_id)

    def note_down(self, known: EventLog) -> None:
        """Put what the others did on the disk, if that can be done; their journals have it too."""
        if len(known.entries) == len(self._written):
            return
        seen = known.missing_from(self._written)
        with suppress(Refusal):
            self._others = self._claimed(self._others)
            self._others.append(entry.line for entry in seen.values())
            self._written |= seen.keys()

    def settle(self) -> None:
        """Count what was acknowledged last as known."""
        self.settled = self._end

    def reached(self, settled: tuple[Journal | None, int]) -> None:
        """Mark what was settled then, and all that the others did, as having reached the save."""
        journal, end = settled
        if journal is not None:
            journal.mark(end)
        if self._others is not None:
            self._others.mark(self._others.end)

    def forget(self, event_ids: Set[str]) -> None:
        """Put these events down again: what is written of them is another version, which stays too."""
        self._written -= event_ids

    def close(self) -> None:
        """Let another process of this GM go on with these files."""
        for journal in (self._actions, self._others):
            if journal is not None:
                journal.close()

    @property
    def _end(self) -> tuple[Journal | None, int]:
        return self._actions, self._actions.end if self._actions is not None else 0

    def _claimed(self, journal: Journal | None) -> Journal:
        if journal is not None and not journal.lost:
            return journal
        return Journal.claim(self._folder, self._owner)
