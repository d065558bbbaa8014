"""The one door to the file system: what the system does not do is a refusal that names the path.

Files of a folder that others write in too are read if regular and replaced whole, by one writer at a time: a
temporary file beside a file takes its place, so a crash leaves the old file or the new one.
"""

import errno
import fcntl
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Concatenate, ParamSpec, TypeVar

from tracker.rules.refusal import Refusal

SAVE_BYTES = 64 << 20
_BLOCK = 1 << 20
GROWING = 1.0
"""Seconds for which a file may grow while it is read."""
PATIENCE = 0.5
"""Seconds to wait: holders need milliseconds, so a longer wait means a stopped process."""
PAUSE = 0.004
PRIVATE = 0o700
"""The mode of a folder for one user."""
PRIVATE_MODE, SHARED_MODE, USUAL_MODE = 0o600, 0o660, 0o666

_OF_GROUP = stat.S_ISGID | stat.S_IWGRP
"""Either of these modes says that a folder belongs to a group."""
_TO_OTHERS = stat.S_IRWXG | stat.S_IRWXO

Signature = tuple[int, int, int, int]
"""Inode, size, time of writing and of change. Equal signatures mean equal content."""

_CODES = {
    errno.ENOSPC: "disk_full",
    errno.EDQUOT: "disk_full",
    errno.EFBIG: "disk_full",
    errno.EACCES: "no_permission",
    errno.EPERM: "no_permission",
    errno.EROFS: "read_only",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "not_a_folder",
    errno.EEXIST: "not_a_folder",
    errno.ENAMETOOLONG: "path_too_long",
    errno.ELOOP: "save_is_link",
    errno.EISDIR: "not_a_file",
}


P = ParamSpec("P")
R = TypeVar("R")


class Missing(Refusal):
    """Nothing has this name, or the folder of it is missing."""


def refusal_of(error: OSError, path: Path) -> Refusal:
    """Return the refusal for an error of the operating system at `path`."""
    code = _CODES.get(error.errno or 0, "disk_error")
    if code == "not_a_file" and error.filename2 is not None:  # a folder has the name that a file was to get
        path = Path(os.fsdecode(error.filename2))
    if code == "not_a_folder":  # one of the names in the path is a file's
        path = next((each for each in (*reversed(path.parents), path) if not os.path.isdir(each)), path)
    kind = Missing if error.errno == errno.ENOENT else Refusal
    return kind(code, path=str(path), reason=os.strerror(error.errno or errno.EIO))


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn errors of the operating system at `path` into refusals."""
    try:
        yield
    except OSError as error:
        raise refusal_of(error, path) from error


def _refusing_at_path(do: Callable[Concatenate[Path, P], R]) -> Callable[Concatenate[Path, P], R]:
    """Turn errors of the operating system in a function into refusals at its first argument."""

    @wraps(do)
    def do_or_refuse(path: Path, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return do(path, *args, **kwargs)
        except OSError as error:
            raise refusal_of(error, path) from error

    return do_or_refuse


def current_folder() -> Path:
    """Return the folder in which the program was started; refuses `no_current_folder` if it is gone."""
    try:
        return Path(os.getcwd())
    except OSError as error:
        raise Refusal("no_current_folder") from error


def absolute(path: Path) -> Path:
    """Return a path from the root; refuses a relative one where there is no current folder."""
    return path if path.is_absolute() else current_folder() / path


def plain(path: Path) -> Path:
    """Return a path from the root, without `..`."""
    return Path(os.path.normpath(absolute(path)))


def real(path: Path) -> Path:
    """Return a path from the root without links."""
    return Path(os.path.realpath(absolute(path)))


@_refusing_at_path
def status(path: Path, *, follows: bool = True) -> os.stat_result | None:
    """Return the status of a file or folder, of a link itself unless it `follows`; None if there is none."""
    try:
        return os.stat(path, follow_symlinks=follows)
    except (FileNotFoundError, NotADirectoryError):
        return None


def exists(path: Path) -> bool:
    """Whether a path names anything; refuses if the system does not tell."""
    return status(path) is not None


def is_file(path: Path) -> bool:
    """Whether a path names a regular file."""
    return (found := status(path)) is not None and stat.S_ISREG(found.st_mode)


def is_folder(path: Path) -> bool:
    """Whether a path names a folder."""
    return (found := status(path)) is not None and stat.S_ISDIR(found.st_mode)


def is_link(path: Path) -> bool:
    return (found := status(path, follows=False)) is not None and stat.S_ISLNK(found.st_mode)


def is_ours(path: Path) -> bool:
    """Whether a file or folder belongs to this user."""
    return (found := status(path, follows=False)) is not None and found.st_uid == os.geteuid()


def may(path: Path, mode: int) -> bool:
    """Whether this user may do all of `mode` with a path: `os.R_OK`, `os.W_OK`, `os.X_OK`."""
    return os.access(path, mode)


def is_program(path: Path) -> bool:
    """Whether a path names a file that this user may run."""
    return os.path.isfile(path) and os.access(path, os.X_OK)


@_refusing_at_path
def is_on_read_only_disk(folder: Path) -> bool:
    """Whether the disk of a folder cannot be written."""
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


@_refusing_at_path
def free_bytes(folder: Path) -> int:
    """Return how many bytes this user can still write on the disk of a folder."""
    found = os.statvfs(folder)
    return found.f_frsize * found.f_bavail


@_refusing_at_path
def try_out(folder: Path) -> None:
    """Write, lock, sync and remove a file in a folder."""
    path = folder / f".tracker-{os.urandom(4).hex()}.tmp"
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_MODE)
    try:
        os.unlink(path)
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fsync(fd)
    finally:
        os.close(fd)


@_refusing_at_path
def names_in(folder: Path) -> list[str]:
    """Return the names in a folder in order; refuses `Missing` if there is none."""
    return sorted(os.listdir(folder))


def paths_like(folder: Path, pattern: str) -> list[Path]:
    """Return the paths in a folder whose names match a glob pattern, in order; none if there is no folder."""
    names = names_in(folder) if is_folder(folder) else []
    return [folder / name for name in names if fnmatchcase(name, pattern)]


@_refusing_at_path
def files_below(folder: Path, pattern: str) -> list[Path]:
    """Return the regular files in a folder and its folders that match a glob pattern, in order."""

    def refuse(error: OSError) -> None:
        raise refusal_of(error, Path(error.filename or folder))

    found = (Path(each, name) for each, _folders, names in os.walk(folder, onerror=refuse) for name in names)
    return sorted(path for path in found if fnmatchcase(path.name, pattern) and is_file(path))


@_refusing_at_path
def open_private(path: Path, flags: int, mode: int = PRIVATE_MODE) -> int:
    """Open a file that this program alone uses. Follows no link and waits for no pipe."""
    return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, mode)


def begin_private(path: Path, mode: int = PRIVATE_MODE) -> int | None:
    """Open a new file to write; None if it exists."""
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, mode)
    except FileExistsError:
        return None
    except OSError as error:
        raise refusal_of(error, path) from error


def write_new(path: Path, content: bytes, mode: int = USUAL_MODE) -> bool:
    """Write a new file; returns whether there was none of that name."""
    fd = begin_private(path, mode)
    if fd is None:
        return False
    with refusing(path), open(fd, "wb") as file:
        file.write(content)
    return True


@_refusing_at_path
def remove(path: Path) -> None:
    """Remove a file, if it is there."""
    with suppress(FileNotFoundError):
        os.unlink(path)


@_refusing_at_path
def rename(path: Path, to: Path) -> None:
    """Rename a file, in place of what has the other name."""
    os.replace(path, to)


def sibling_path(path: Path, suffix: str) -> Path:
    """Return the file that accompanies a save: its lock, its backup, a damaged copy."""
    return path.with_name(path.name + suffix)


def signature(path: Path) -> Signature | None:
    """Return the signature of a file as it is now; None when there is none."""
    found = status(path, follows=False)
    return None if found is None else signature_of(found)


@contextmanager
def opened(path: Path, *, follows: bool = False) -> Iterator[BinaryIO]:
    """Open a regular file to read. Never waits, as a pipe would make us wait; `follows` a link if asked to.

    Refuses `not_a_file` for anything that is not a regular file, and errors while it is read.
    """
    with refusing(path), open(_open_regular(path, 0 if follows else os.O_NOFOLLOW), "rb") as file:
        yield file


def _open_regular(path: Path, flags: int = os.O_NOFOLLOW) -> int:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | flags)
    if stat.S_ISREG(os.fstat(fd).st_mode):
        return fd
    os.close(fd)
    raise Refusal("not_a_file", path=str(path))


@_refusing_at_path
def read_regular(path: Path, limit: int = SAVE_BYTES) -> tuple[bytes, Signature]:
    """Return the content of a regular file and the signature it had when it was opened.

    Refuses `not_a_file`, `save_too_big` before a byte past `limit` is read, and `save_grows` for a file that
    does not stop growing while it is read.
    """
    with open(_open_regular(path), "rb") as file:
        found = os.fstat(file.fileno())
        if found.st_size > limit:
            raise _too_big(path, found.st_size, limit)
        blocks = [file.read(found.st_size + 1)]
        read, deadline = len(blocks[0]), time.monotonic() + GROWING
        while read > found.st_size and (more := file.read(_BLOCK)):  # it grows meanwhile
            blocks.append(more)
            read += len(more)
            if read > limit:
                raise _too_big(path, read, limit)
            if time.monotonic() > deadline:
                raise Refusal("save_grows", path=str(path))
    return b"".join(blocks), signature_of(found)


def _too_big(path: Path, size: int, limit: int) -> Refusal:
    return Refusal("save_too_big", path=str(path), size=size >> 20, limit=limit >> 20)


@_refusing_at_path
def write_regular(path: Path, content: bytes) -> None:
    """Write a file that a person named, in place of what it held. Follows no link and waits for no reader.

    Refuses `not_writable` for anything that is not a regular file.
    """
    if exists(path) and not is_file(path):
        raise Refusal("not_writable", path=str(path))
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    with open(fd, "wb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise Refusal("not_writable", path=str(path))
        file.truncate()
        file.write(content)


@_refusing_at_path
def claim(path: Path) -> int | None:
    """Open a private file for one process to append to; None if another process holds it."""
    fd = open_private(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    return fd


def sync(fd: int) -> None:
    """Force a file to the disk; where `fsync` stops at the disk's own memory (macOS), go further."""
    if hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):  # a disk of the network may not know it
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            return
    os.fsync(fd)


def _new_file_mode(folder: Path) -> int:
    """Return the mode of a new file as its folder asks; the usual one is narrowed by the umask.

    A folder that belongs to a group shares its files with every member of it, whatever their umask.
    """
    mode = os.stat(folder).st_mode
    if mode & _OF_GROUP:
        return SHARED_MODE
    return USUAL_MODE if mode & _TO_OTHERS else PRIVATE_MODE


@_refusing_at_path
def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and the missing ones above it, each durable in the folder above if that can be synced."""
    if is_folder(folder):
        return
    if folder != folder.parent:
        make_folder(folder.parent)
    folder.mkdir(mode=mode, exist_ok=True)
    with suppress(Refusal):
        sync_folder(folder.parent)


@_refusing_at_path
def close_folder(folder: Path) -> None:
    """Make this user's folder private, unless the user has opened it to a group."""
    found = os.stat(folder)
    if found.st_uid == os.geteuid() and not found.st_mode & _OF_GROUP and found.st_mode & _TO_OTHERS:
        os.chmod(folder, PRIVATE)


@_refusing_at_path
def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        sync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, content: bytes | memoryview) -> None:
    """Write every byte, however many calls it takes."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(fd, rest) :]


def signature_of(found: os.stat_result) -> Signature:
    """Return the signature in the status of a file."""
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@_refusing_at_path
def replace(path: Path, *content: bytes, backup: bool) -> Signature:
    """Replace a file by `content`, so that a crash leaves the old file or the new one.

    `backup` keeps the old file beside it as `.bak`. Returns the signature of the new file, even if another
    program has replaced it since.
    """
    temporary = sibling_path(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    try:
        written = _write_temporary(temporary, *content, like=path)
        if backup:
            _back_up(path)
        os.replace(temporary, path)
        put = _as_it_stands(path, written)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):  # the next writer removes it
            os.unlink(temporary)
        raise
    return put


def _as_it_stands(path: Path, written: os.stat_result) -> Signature:
    """Return the signature of the new file: the rename has given it another time of change."""
    found = signature(path)
    own = signature_of(written)
    return found if found is not None and found[:-1] == own[:-1] else own


def keep(path: Path, content: bytes) -> str:
    """Keep the bytes of a damaged save beside it, before anything is written, and return that file's name."""
    kept = sibling_path(path, kept_suffix(content))
    if signature(kept) is None:
        replace(kept, content, backup=False)
    return kept.name


def kept_suffix(content: bytes, why: str = "corrupt") -> str:
    """Return the suffix of a copy that is put aside. Equal bytes get equal names, so they are kept once."""
    return f".{why}-{sha256(content).hexdigest()[:12]}"


def sweep(path: Path) -> None:
    """Remove the temporary files of crashed writers; call it only under the save's lock."""
    for name in names_in(path.parent):
        if name.startswith(f"{path.name}.") and ".tmp-" in name:
            with suppress(Refusal):  # another user's file in a sticky folder does no harm
                remove(path.parent / name)


def _write_temporary(temporary: Path, *content: bytes, like: Path) -> os.stat_result:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    old = status(like, follows=False)
    mode = PRIVATE_MODE if old else _new_file_mode(like.parent)
    fd = os.open(temporary, flags, mode)
    try:
        _dress(fd, old, mode)
        for piece in content:
            write_all(fd, piece)
        sync(fd)
        return os.fstat(fd)
    finally:
        os.close(fd)


def _dress(fd: int, old: os.stat_result | None, mode: int) -> None:
    """Give a temporary file the group and mode of the file it replaces; a new file gets the mode."""
    if old is None:
        _open_to_group(fd, mode)
        return
    if old.st_gid != os.fstat(fd).st_gid:
        with suppress(PermissionError):  # this user is not in that group: the folder's group must do
            os.fchown(fd, -1, old.st_gid)
    os.fchmod(fd, stat.S_IMODE(old.st_mode) & USUAL_MODE)


def _open_to_group(fd: int, mode: int) -> None:
    """Open a file of a shared folder to its group, which the umask of its maker would not."""
    if mode == SHARED_MODE:
        os.fchmod(fd, mode)


def _back_up(path: Path) -> None:
    if signature(path) is None:
        return
    temporary = sibling_path(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    try:
        os.link(path, temporary)
    except OSError:  # FAT, sshfs: no hard links there
        _write_temporary(temporary, read_regular(path)[0], like=path)
    os.replace(temporary, sibling_path(path, ".bak"))
    with suppress(FileNotFoundError):  # renaming a link onto the same file, after a crash, leaves both names
        os.unlink(temporary)


def read_list(path: Path) -> list[str]:
    """Return the lines of a private file, without blank ones; none if there is no file.

    Raises the refusals of a file.
    """
    try:
        content, _signature = read_regular(path)
    except Missing:
        return []
    return [line for line in content.decode("utf-8", "replace").splitlines() if line.strip()]


def write_list(path: Path, lines: Iterable[str]) -> None:
    """Replace the lines of a private file, in a folder that is made if need be.

    Raises the refusals of a file.
    """
    make_folder(path.parent, PRIVATE)
    replace(path, *(f"{each}\n".encode() for each in lines), backup=False)


class Busy(Refusal):
    """Another process holds the lock for too long."""


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of a save: a file of its own, since the save is replaced.

    Refuses if the lock cannot be made, and `Busy` (`save_busy`) after `patience` seconds.
    """
    with refusing(path):
        mode = _new_file_mode(path.parent)
        fd = open_private(sibling_path(path, ".lock"), os.O_RDWR | os.O_CREAT, mode)
    try:
        with refusing(path):
            with suppress(PermissionError):  # its maker has already opened it to the group
                _open_to_group(fd, mode)
            _wait_for(fd, path, time.monotonic() + patience)
        yield
    finally:
        os.close(fd)


def _wait_for(fd: int, path: Path, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Busy("save_busy", path=str(path)) from None
            time.sleep(PAUSE)
        else:
            return
