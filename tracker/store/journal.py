"""The private journal of a save: an action is acknowledged once its line here is on the disk.

Each process appends to a file of its own, so that nobody's failed write can touch another's line; every
journal of the same save and campaign is read.
"""

import json
import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal
from tracker.store.digest import hexadecimal
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
from tracker.store.line import (
    Entries,
    Entry,
    Unreadable,
    known_or_read,
    preferred,
    read_intact_line,
    read_json,
)

JOURNAL_BYTES = 4 * SAVE_BYTES
_AT_ONCE = 200
"""Lines put together for one write: what a long save brings is not held twice."""
PRIVATE = 0o700
_MARK = ".shared"
"""How the file is named that says how many bytes of a journal have reached the save."""
_MARK_BYTES = 64
TAIL_BYTES = 1 << 20
"""How far back a torn last line may begin: an event has at most a quarter of this."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose journal it is: one campaign, at one place. Another campaign put there has journals of its own."""

    path: Path
    campaign: str

    @property
    def pattern_elsewhere(self) -> str:
        """What the names of the journals of this campaign look like, wherever it is."""
        return f"*-{_digest(self.campaign)}-*.jsonl"

    @property
    def pattern(self) -> str:
        """What the names of this owner's journals look like."""
        return f"{place_of(self.path)}-{_digest(self.campaign)}-*.jsonl"

    def file(self, number: int) -> str:
        """Return the name of this owner's journal of that number."""
        return f"{place_of(self.path)}-{_digest(self.campaign)}-{number}.jsonl"

    def header(self) -> bytes:
        """Return the first line, for whoever looks for a journal whose save has moved."""
        place = os.path.realpath(self.path)
        names = {"journal": 1, "save": place, "campaign": self.campaign, "marks": True}
        return json.dumps(names).encode() + b"\n"


@dataclass(frozen=True, slots=True)
class Journalled:
    """What the journals of a save hold, and how many of their lines could not be read."""

    entries: dict[str, Entry]
    unreadable: int = 0
    unread: tuple[Refusal, ...] = ()
    """Why some of them could not be read at all."""


@dataclass(frozen=True, slots=True)
class LeftBehind:
    """What was acknowledged at a place where there is no save any more, and had not reached it."""

    save: Path
    entries: Entries


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
            while (fd := _claimed(folder / owner.file(number))) is None:
                number += 1
            _begin(fd, folder, owner)
        except OSError as error:
            raise _failed(error, folder) from error
        return cls(fd, folder / owner.file(number))

    @property
    def lost(self) -> bool:
        """Whether what is written here would be found by nobody: closed, or its file deleted."""
        return self._fd < 0 or os.fstat(self._fd).st_nlink == 0

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
            fd = os.open(self._path.with_suffix(_MARK), flags, 0o600)
            try:
                write_all(fd, b"%020d\n" % end)
            finally:
                os.close(fd)
            self._marked = end

    def append(self, lines: Sequence[bytes]) -> None:
        """Put lines on the disk with one sync, however long the journal is.

        Raises `journal_failed`, and then none of them is in it.
        """
        with self._appending:
            end = self._end
            try:
                for start in range(0, len(lines), _AT_ONCE):
                    content = b"".join([b"{%s}\n" % line for line in lines[start : start + _AT_ONCE]])
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
        header, *lines = content.split(b"\n")[:-1] or [b""]  # what no line feed ends was never acknowledged
        if _campaign(header) == owner.campaign:
            unreadable += _read(lines, known, entries)
    return Journalled(entries, unreadable, tuple(unread))


def left_behind(folder: Path, owner: Owner, known: Entries) -> Iterator[LeftBehind]:
    """Find what had not reached the saves of a campaign that were elsewhere and are there no more.

    A save that is still there, or of which that cannot be told, is another copy, with journals of its own;
    and of a journal without a mark, of an earlier version, nobody knows what had reached its save.
    """
    for path in sorted(folder.glob(owner.pattern_elsewhere)):
        if not path.match(owner.pattern):
            with suppress(OSError, Refusal, Unreadable), open(open_regular(path), "rb") as file:
                header = file.readline(TAIL_BYTES)
                names = read_json(header)
                save, marks = names.get("save"), names.get("marks") is True
                if _campaign(header) != owner.campaign or not isinstance(save, str) or signature(Path(save)):
                    continue
                file.seek(max(len(header), _marked(path, default=0 if marks else None)))
                entries: dict[str, Entry] = {}
                _read(file.read(JOURNAL_BYTES).split(b"\n")[:-1], known, entries)
                yield LeftBehind(Path(save), {key: each for key, each in entries.items() if key not in known})


def last_owner(folder: Path, path: Path) -> Owner | None:
    """Return the campaign last played at a place whose save is gone, as its newest journal tells."""
    journals = sorted(folder.glob(f"{place_of(path)}-*.jsonl"), key=lambda found: found.stat().st_mtime_ns)
    for journal in reversed(journals):
        with suppress(OSError, Refusal), open(open_regular(journal), "rb") as file:
            if campaign := _campaign(file.readline(TAIL_BYTES)):
                return Owner(path, campaign)
    return None


def _marked(path: Path, default: int | None) -> int:
    """Return how many bytes of a journal have reached its save.

    Raises `Unreadable` when nothing says it, `OSError` and the refusals of `read_regular`.
    """
    try:
        content, _ = read_regular(path.with_suffix(_MARK), _MARK_BYTES)
        return int(content)
    except (FileNotFoundError, ValueError) as error:
        if default is None:
            raise Unreadable("no mark") from error
        return default


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


def _begin(fd: int, folder: Path, owner: Owner) -> None:
    """Drop a torn last line, which was never acknowledged, and write the header of a new journal."""
    try:
        size = os.fstat(fd).st_size
        tail = os.pread(fd, TAIL_BYTES, max(0, size - TAIL_BYTES))
        if tail and not tail.endswith(b"\n"):
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


def _campaign(header: bytes) -> str:
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
    return hexadecimal(os.fsencode(text))[:16]
