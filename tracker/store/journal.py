"""The private journal of a save: an action is acknowledged once its line here is on the disk.

Each process appends to a file of its own, so that nobody's failed write can touch another's line; every
journal of the same save and campaign is read.
"""

import json
import os
import threading
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Self

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.digest import hexadecimal
from tracker.store.files import claim, refusal_of, signature, sync_folder, write_all
from tracker.store.line import Unreadable, read_json

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
        """Return the first line, for whoever looks for a journal whose save has moved."""
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
    return hexadecimal(os.fsencode(text))[:16]
