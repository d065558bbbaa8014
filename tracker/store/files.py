"""The only access to the file system: an error of the system becomes a refusal that names the path.

Files in a folder that other programs write in too are read only if regular, and replaced whole by one writer
at a time. A temporary file takes the place of the old one, so a crash leaves either of them complete.
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
"""Seconds to wait for a lock: a holder needs milliseconds, so after a longer wait it is a stopped process."""
PAUSE = 0.004
PRIVATE = 0o700
"""The mode of a folder for one user."""
PRIVATE_MODE, SHARED_MODE, USUAL_MODE = 0o600, 0o660, 0o666

_OF_GROUP = stat.S_ISGID | stat.S_IWGRP
"""A folder with either of these modes belongs to a group."""
_TO_OTHERS = stat.S_IRWXG | stat.S_IRWXO

Signature = tuple[int, int, int, int]
"""Inode, size, time of the last write and of the last change. Equal signatures mean equal content."""

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
    """The file, or the folder that should hold it, does not exist."""


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


def _refusing_at_path(function: Callable[Concatenate[Path, P], R]) -> Callable[Concatenate[Path, P], R]:
    """Turn errors of the operating system in a function into refusals that name its first argument."""

    @wraps(function)
    def do_or_refuse(path: Path, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(path, *args, **kwargs)
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
    """Return the path from the root; refuses a relative path if there is no current folder."""
    return path if path.is_absolute() else current_folder() / path


def plain(path: Path) -> Path:
    """Return the path from the root, without `..`."""
    return Path(os.path.normpath(absolute(path)))


def real(path: Path) -> Path:
    """Return the path from the root, with links resolved."""
    return Path(os.path.realpath(absolute(path)))


@_refusing_at_path
def status(path: Path, *, follows: bool = True) -> os.stat_result | None:
    """Return the status of a file or folder, of a link itself unless it `follows`; None if it is missing."""
    try:
        return os.stat(path, follow_symlinks=follows)
    except (FileNotFoundError, NotADirectoryError):
        return None


def exists(path: Path) -> bool:
    """Whether a path names anything; refuses if the system cannot say."""
    return status(path) is not None


def is_file(path: Path) -> bool:
    return (info := status(path)) is not None and stat.S_ISREG(info.st_mode)


def is_folder(path: Path) -> bool:
    return (info := status(path)) is not None and stat.S_ISDIR(info.st_mode)


def is_link(path: Path) -> bool:
    return (info := status(path, follows=False)) is not None and stat.S_ISLNK(info.st_mode)


def is_ours(path: Path) -> bool:
    """Whether a file or folder, or a link itself, belongs to this user."""
    return (info := status(path, follows=False)) is not None and info.st_uid == os.geteuid()


def may(path: Path, mode: int) -> bool:
    """Whether this user may do all of `mode` with a path: `os.R_OK`, `os.W_OK`, `os.X_OK`."""
    return os.access(path, mode)


def is_program(path: Path) -> bool:
    """Whether a path names a file that this user may run."""
    return os.path.isfile(path) and os.access(path, os.X_OK)


@_refusing_at_path
def is_on_read_only_disk(folder: Path) -> bool:
    return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


@_refusing_at_path
def free_bytes(folder: Path) -> int:
    """Count the bytes that this user can still write on the disk of a folder."""
    disk = os.statvfs(folder)
    return disk.f_frsize * disk.f_bavail


@_refusing_at_path
def try_out(folder: Path) -> None:
    """Write, lock, sync and remove a file in a folder, or refuse whichever of them fails."""
    path = folder / f".tracker-{os.urandom(4).hex()}.tmp"
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE_MODE)
    try:
        # Removed first, so that nothing is left over if the rest fails.
        os.unlink(path)
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fsync(fd)
    finally:
        os.close(fd)


@_refusing_at_path
def names_in(folder: Path) -> list[str]:
    """List the names in a folder, sorted; refuses `Missing` if there is no folder."""
    return sorted(os.listdir(folder))


def paths_like(folder: Path, pattern: str) -> list[Path]:
    """List the paths in a folder whose names match a glob pattern, sorted; none if there is no folder."""
    names = names_in(folder) if is_folder(folder) else []
    return [folder / name for name in names if fnmatchcase(name, pattern)]


@_refusing_at_path
def files_below(folder: Path, pattern: str) -> list[Path]:
    """List the regular files in a folder, at any depth, whose names match a glob pattern; sorted."""

    def refuse(error: OSError) -> None:
        raise refusal_of(error, Path(error.filename or folder))

    paths = (Path(root, name) for root, _folders, names in os.walk(folder, onerror=refuse) for name in names)
    return sorted(path for path in paths if fnmatchcase(path.name, pattern) and is_file(path))


@_refusing_at_path
def open_private(path: Path, flags: int, mode: int = PRIVATE_MODE) -> int:
    """Open a file that only this program uses. Follows no link and waits for no pipe."""
    return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, mode)


def begin_private(path: Path, mode: int = PRIVATE_MODE) -> int | None:
    """Open a new file for writing; None if it exists."""
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, mode)
    except FileExistsError:
        return None
    except OSError as error:
        raise refusal_of(error, path) from error


def write_new(path: Path, content: bytes, mode: int = USUAL_MODE) -> bool:
    """Write a new file; return False, and write nothing, if the name is taken."""
    fd = begin_private(path, mode)
    if fd is None:
        return False
    with refusing(path), open(fd, "wb") as file:
        file.write(content)
    return True


@_refusing_at_path
def remove(path: Path) -> None:
    """Remove a file; a missing file is no error."""
    with suppress(FileNotFoundError):
        os.unlink(path)


@_refusing_at_path
def rename(path: Path, target: Path) -> None:
    """Rename a file, and replace any file of the new name."""
    os.replace(path, target)


def sibling_path(path: Path, suffix: str) -> Path:
    """Return the path of a file that accompanies a save: its lock, its backup, a damaged copy."""
    return path.with_name(path.name + suffix)


def signature(path: Path) -> Signature | None:
    """Return the signature of a file as it is now, of a link itself; None if nothing is there."""
    info = status(path, follows=False)
    return None if info is None else signature_of(info)


@contextmanager
def opened(path: Path, *, follows: bool = False) -> Iterator[BinaryIO]:
    """Open a regular file for reading. Never waits, as a pipe would make us; `follows` a link only if asked.

    Refuses `not_a_file` for anything else, and every error while it is read.
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
    """Read a regular file; return its content and the signature it had when it was opened.

    Refuses `not_a_file`, `save_too_big` before a byte past `limit` is read, and `save_grows` for a file that
    keeps growing while it is read.
    """
    with open(_open_regular(path), "rb") as file:
        info = os.fstat(file.fileno())
        if info.st_size > limit:
            raise _too_big(path, info.st_size, limit)
        # One byte more than its size shows whether the file grows meanwhile.
        blocks = [file.read(info.st_size + 1)]
        size, deadline = len(blocks[0]), time.monotonic() + GROWING
        while size > info.st_size and (block := file.read(_BLOCK)):  # it grows meanwhile
            blocks.append(block)
            size += len(block)
            if size > limit:
                raise _too_big(path, size, limit)
            if time.monotonic() > deadline:
                raise Refusal("save_grows", path=str(path))
    return b"".join(blocks), signature_of(info)


def _too_big(path: Path, size: int, limit: int) -> Refusal:
    return Refusal("save_too_big", path=str(path), size=size >> 20, limit=limit >> 20)


@_refusing_at_path
def write_regular(path: Path, content: bytes) -> None:
    """Write a file that a person named, replacing its content. Follows no link and waits for no reader.

    Refuses `not_writable` for anything but a regular file.
    """
    if exists(path) and not is_file(path):
        raise Refusal("not_writable", path=str(path))
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)
    with open(fd, "wb") as file:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise Refusal("not_writable", path=str(path))
        # Not `O_TRUNC`: the open file had to be looked at before anything is lost.
        file.truncate()
        file.write(content)


@_refusing_at_path
def claim(path: Path) -> int | None:
    """Open a private file for appending by one process; None if another process holds it."""
    fd = open_private(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        return None
    return fd


def sync(fd: int) -> None:
    """Force a file to the disk."""
    # On macOS `fsync` stops at the disk's own memory.
    if hasattr(fcntl, "F_FULLFSYNC"):
        with suppress(OSError):  # a network disk may not know it
            fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
            return
    os.fsync(fd)


def _new_file_mode(folder: Path) -> int:
    """Choose the mode of a new file as its folder demands; the umask narrows `USUAL_MODE`."""
    mode = os.stat(folder).st_mode
    # A folder of a group shares its files with every member, whatever their umask.
    if mode & _OF_GROUP:
        return SHARED_MODE
    return USUAL_MODE if mode & _TO_OTHERS else PRIVATE_MODE


@_refusing_at_path
def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and the missing ones above it, each durable if the folder above can be synced."""
    if is_folder(folder):
        return
    if folder != folder.parent:
        make_folder(folder.parent)
    folder.mkdir(mode=mode, exist_ok=True)
    with suppress(Refusal):
        sync_folder(folder.parent)


@contextmanager
def filling_folder(folder: Path) -> Iterator[Path]:
    """Give a folder to fill, which gets its name in the end; nothing stays of one that cannot be filled."""
    temporary = sibling_path(folder, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    make_folder(temporary)
    try:
        yield temporary
        rename(temporary, folder)
    except BaseException:
        from shutil import rmtree  # noqa: PLC0415 - slow to import, and hardly ever needed

        rmtree(temporary, ignore_errors=True)
        raise


@_refusing_at_path
def close_folder(folder: Path) -> None:
    """Make this user's folder private, unless it was opened to a group on purpose."""
    info = os.stat(folder)
    if info.st_uid == os.geteuid() and not info.st_mode & _OF_GROUP and info.st_mode & _TO_OTHERS:
        os.chmod(folder, PRIVATE)


@_refusing_at_path
def sync_folder(folder: Path) -> None:
    """Make new, renamed and removed names in a folder durable."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        sync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, content: bytes | memoryview) -> None:
    """Write all bytes, in as many calls as it takes."""
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(fd, rest) :]


def signature_of(info: os.stat_result) -> Signature:
    return info.st_ino, info.st_size, info.st_mtime_ns, info.st_ctime_ns


@_refusing_at_path
def replace(path: Path, *content: bytes, backup: bool) -> Signature:
    """Replace a file by `content`, so that a crash leaves either the old file or the new one.

    `backup` keeps the old file beside it as `.bak`. Returns the signature of the new file, even if another
    program has replaced that since.
    """
    temporary = sibling_path(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    try:
        # The content is on the disk before it gets the name, and the name before this returns.
        info = _write_temporary(temporary, *content, like=path)
        if backup:
            _back_up(path)
        os.replace(temporary, path)
        new_signature = _signature_after_rename(path, info)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):  # the next writer sweeps it away
            os.unlink(temporary)
        raise
    return new_signature


def _signature_after_rename(path: Path, info: os.stat_result) -> Signature:
    """Return the signature of the new file under its name: the rename has changed its time of change."""
    current = signature(path)
    own = signature_of(info)
    # Any other difference means that another program has replaced the file since.
    return current if current is not None and current[:-1] == own[:-1] else own


def keep(path: Path, content: bytes) -> str:
    """Keep the bytes of a damaged save beside it, and return the name of the copy."""
    copy = sibling_path(path, kept_suffix(content))
    if signature(copy) is None:
        replace(copy, content, backup=False)
    return copy.name


def kept_suffix(content: bytes, why: str = "corrupt") -> str:
    """Return the suffix of a copy that is put aside. Equal bytes have equal names, so they are kept once."""
    return f".{why}-{sha256(content).hexdigest()[:12]}"


def sweep(path: Path) -> None:
    """Remove the temporary files of crashed writers; the caller holds the save's lock."""
    for name in names_in(path.parent):
        if name.startswith(f"{path.name}.") and ".tmp-" in name:
            with suppress(Refusal):  # in a sticky folder, another user's file stays, and does no harm
                remove(path.parent / name)


def _write_temporary(temporary: Path, *content: bytes, like: Path) -> os.stat_result:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    old = status(like, follows=False)
    # The copy of an old file stays private until `_set_group_and_mode` has given it the old group.
    mode = PRIVATE_MODE if old else _new_file_mode(like.parent)
    fd = os.open(temporary, flags, mode)
    try:
        _set_group_and_mode(fd, old, mode)
        for piece in content:
            write_all(fd, piece)
        sync(fd)
        return os.fstat(fd)
    finally:
        os.close(fd)


def _set_group_and_mode(fd: int, old: os.stat_result | None, mode: int) -> None:
    """Give a temporary file the group and mode of the file it replaces, and a new file its `mode`."""
    if old is None:
        _open_to_group(fd, mode)
        return
    # The group comes first: the old mode must not open the file to another group.
    if old.st_gid != os.fstat(fd).st_gid:
        with suppress(PermissionError):  # this user is not in that group: the folder's group has to do
            os.fchown(fd, -1, old.st_gid)
    os.fchmod(fd, stat.S_IMODE(old.st_mode) & USUAL_MODE)


def _open_to_group(fd: int, mode: int) -> None:
    """Open a file of a shared folder to its group, whatever the umask has taken away."""
    if mode == SHARED_MODE:
        os.fchmod(fd, mode)


def _back_up(path: Path) -> None:
    if signature(path) is None:
        return
    temporary = sibling_path(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    # A link cannot replace `.bak`; a rename can.
    try:
        os.link(path, temporary)
    except OSError:  # no hard links on FAT and sshfs
        _write_temporary(temporary, read_regular(path)[0], like=path)
    os.replace(temporary, sibling_path(path, ".bak"))
    with suppress(FileNotFoundError):  # if a crash left `.bak` on this very file, the rename does nothing
        os.unlink(temporary)


def read_list(path: Path) -> list[str]:
    """Read the lines of a private file, without blank ones; none if there is no file.

    Raises the refusals of `read_regular`.
    """
    try:
        content, _signature = read_regular(path)
    except Missing:
        return []
    return [line for line in content.decode("utf-8", "replace").splitlines() if line.strip()]


def write_list(path: Path, lines: Iterable[str]) -> None:
    """Replace the lines of a private file, and make its folder if need be.

    Raises the refusals of `replace`.
    """
    make_folder(path.parent, PRIVATE)
    replace(path, *(f"{each}\n".encode() for each in lines), backup=False)


class Busy(Refusal):
    """Another process has held the lock for too long."""


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of a save.

    Refuses if the lock cannot be made, and `Busy` (`save_busy`) after `patience` seconds.
    """
    with refusing(path):
        mode = _new_file_mode(path.parent)
        # The lock is a file of its own, since the save itself is replaced.
        fd = open_private(sibling_path(path, ".lock"), os.O_RDWR | os.O_CREAT, mode)
    try:
        with refusing(path):
            with suppress(PermissionError):  # the user who made it has opened it to the group
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
