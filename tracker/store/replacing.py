"""Files that are replaced whole or not at all, by a draft beside them that takes their place."""

import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.digest import hexadecimal
from tracker.store.files import (
    NEW_FILE_MODE,
    Signature,
    beside,
    open_regular,
    read_regular,
    signature,
    signature_of,
    sync_folder,
    write_all,
)

_PART = 1 << 19
"""Bytes that are put on the disk while the next are written."""


def replace(path: Path, *content: bytes, backup: bool) -> Signature:
    """Put `content` in the place of a file, so that a crash leaves the old one or the new one.

    `backup` keeps the old one beside it as `.bak`. Returns the signature of what was put there, also where
    somebody has written over it since: then it is not that of the file.
    """
    draft = beside(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    try:
        written = _write_draft(draft, *content, like=path)
        with _let_go_aside(beside(path, ".bak")) if backup else nullcontext():
            if backup:
                _back_up(path)
            os.replace(draft, path)
            put = _as_it_stands(path, written)
            sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):  # whoever writes next sweeps it away
            os.unlink(draft)
        raise
    return put


@contextmanager
def _let_go_aside(path: Path) -> Iterator[None]:
    """Have a long file that is replaced meanwhile given up in a thread of its own.

    Its room is given back once nobody has it open: that takes a millisecond for a few megabytes, and a sync
    of its folder would wait for it.
    """
    fd = None
    with suppress(OSError, Refusal):  # there is none, or none that is a file
        fd = open_regular(path)
    try:
        yield
    finally:
        if fd is not None and os.fstat(fd).st_size > _PART:
            threading.Thread(target=os.close, args=(fd,), daemon=True).start()
        elif fd is not None:
            os.close(fd)


def _as_it_stands(path: Path, written: os.stat_result) -> Signature:
    """Return the signature of what was written, which taking its place has given another time of change."""
    found = signature(path)
    own = signature_of(written)
    return found if found is not None and found[:-1] == own[:-1] else own


def keep(path: Path, content: bytes) -> str:
    """Keep the bytes of a damaged save beside it, before anything is written, and return that file's name."""
    kept = beside(path, kept_suffix(content))
    if signature(kept) is None:
        replace(kept, content, backup=False)
    return kept.name


def kept_suffix(content: bytes, why: str = "corrupt") -> str:
    """Return what a copy that is put aside adds to its save's name: the same bytes are kept once."""
    return f".{why}-{hexadecimal(content)[:12]}"


def sweep(path: Path) -> None:
    """Remove the drafts that crashed writers left; call it only under the save's lock."""
    for name in os.listdir(path.parent):
        if name.startswith(f"{path.name}.") and ".tmp-" in name:
            with suppress(OSError):  # another's in a sticky folder: it does no harm
                os.unlink(path.parent / name)


def _write_draft(draft: Path, *content: bytes, like: Path) -> os.stat_result:
    fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        _dress(fd, like)
        _write_ahead(fd, content)
        os.fsync(fd)
        return os.fstat(fd)
    finally:
        os.close(fd)


def _write_ahead(fd: int, content: tuple[bytes, ...]) -> None:
    """Write every byte; the disk begins with a part while the next is written, so that a sync waits less.

    Parts are the file's and not a piece's: a page that two of them shared would be written twice.
    """
    _foretell(fd, sum(map(len, content)))
    begun = end = 0
    for piece in content:
        for start in range(0, len(piece), _PART):
            part = memoryview(piece)[start : start + _PART]
            write_all(fd, part)
            end += len(part)
            if end - begun >= _PART:
                _begin_writing(fd, begun)
                begun += _PART


def _foretell(fd: int, length: int) -> None:
    """Say how long a file of several parts will be: the disk looks for one place, and not for one a part."""
    if length > _PART:
        with suppress(OSError):  # then it finds places as it goes
            os.ftruncate(fd, length)


def _begin_writing(fd: int, start: int) -> None:
    """Ask for a part to be put on the disk soon: where it is not heard, the sync will do it."""
    with suppress(AttributeError, OSError):  # macOS has no such call
        os.posix_fadvise(fd, start, _PART, os.POSIX_FADV_DONTNEED)


def _dress(fd: int, like: Path) -> None:
    """Give a draft the group and mode of the file it replaces."""
    mode = NEW_FILE_MODE
    with suppress(FileNotFoundError):
        old = os.stat(like, follow_symlinks=False)
        mode = stat.S_IMODE(old.st_mode) & 0o666
        if old.st_gid != os.fstat(fd).st_gid:
            with suppress(PermissionError):  # not of that group: the folder's own has to do
                os.fchown(fd, -1, old.st_gid)
    os.fchmod(fd, mode)


def _back_up(path: Path) -> None:
    if signature(path) is None:
        return
    draft = beside(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    try:
        os.link(path, draft)
    except OSError:  # FAT, sshfs: no hard links there
        _write_draft(draft, read_regular(path)[0], like=path)
    os.replace(draft, beside(path, ".bak"))
    with suppress(
        FileNotFoundError
    ):  # after a crash the backup may be this very file: then nothing was renamed
        os.unlink(draft)
