"""Files of a folder that others write in too: read only if regular, and what writing into them takes."""

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tracker.rules.refusal import Refusal

SAVE_BYTES = 64 << 20
_BLOCK = 1 << 16
NEW_FILE_MODE = 0o660
"""A shared folder belongs to a group, and whoever is of the group writes."""

Signature = tuple[int, int, int, int]
"""Inode, size, time of writing and of change: when it is the same, so is the content."""

_CODES = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EFBIG: "disk_full",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EROFS: "read_only",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
    errno.ELOOP: "save_is_link",
    errno.EISDIR: "not_a_file",
}


def refusal_of(error: OSError, path: Path) -> Refusal:
    """Return what the operating system said, as the refusal of what was asked of `path`."""
    code = _CODES.get(error.errno or 0, "disk_error")
    return Refusal(code, path=str(path), reason=os.strerror(error.errno or errno.EIO))


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Let what the operating system says about `path` reach the caller as a `Refusal`."""
    try:
        yield
    except OSError as error:
        raise refusal_of(error, path) from error


def beside(path: Path, suffix: str) -> Path:
    """Return the file that accompanies a save: its lock, its backup, a damaged copy."""
    return path.with_name(path.name + suffix)


def signature(path: Path) -> Signature | None:
    """Return the signature of a file as it is now; None when there is none."""
    try:
        return signature_of(os.stat(path, follow_symlinks=False))
    except FileNotFoundError:
        return None


def open_regular(path: Path) -> int:
    """Open a regular file to read, never a link, and never waiting as a pipe would make us.

    Raises `OSError`, and `not_a_file` for anything that is not a regular file.
    """
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise Refusal("not_a_file", path=str(path))


def read_regular(path: Path, limit: int = SAVE_BYTES) -> tuple[bytes, Signature]:
    """Return the content of a regular file and the signature it had when it was opened.

    Raises `OSError`, `not_a_file`, and `save_too_big` before a byte past `limit` is read.
    """
    with open(open_regular(path), "rb") as file:
        found = os.fstat(file.fileno())
        content = file.read(found.st_size + 1) if found.st_size <= limit else b""
        while found.st_size < len(content) <= limit and (more := file.read(_BLOCK)):  # it grows meanwhile
            content += more
    if found.st_size > limit or len(content) > limit:
        raise Refusal("save_too_big", path=str(path), size=found.st_size >> 20, limit=limit >> 20)
    return content, signature_of(found)


def claim(path: Path) -> int | None:
    """Open a private file that only one process appends to, until it closes it or dies; None if another does.

    Raises `OSError`.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    fd = os.open(path, flags, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    return fd


def sync_folder(folder: Path) -> None:
    """Make the names in a folder as durable as the files they name."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, content: bytes | memoryview) -> None:
    """Write every byte, however many calls it takes."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(fd, rest) :]


def signature_of(found: os.stat_result) -> Signature:
    """Return the signature of a file that was looked at."""
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
