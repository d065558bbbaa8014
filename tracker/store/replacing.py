"""Files that are replaced whole or not at all, by a temporary file beside them that takes their place."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from tracker.store.digest import hexadecimal
from tracker.store.files import (
    NEW_FILE_MODE,
    Signature,
    beside,
    read_regular,
    signature,
    signature_of,
    sync_folder,
    write_all,
)


def replace(path: Path, *content: bytes, backup: bool) -> Signature:
    """Put `content` in the place of a file, so that a crash leaves the old one or the new one.

    `backup` keeps the old one beside it as `.bak`. Returns the signature of what was put there, also where
    somebody has written over it since: then it is not that of the file.
    """
    temporary = beside(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    try:
        written = _write_temporary(temporary, *content, like=path)
        if backup:
            _back_up(path)
        os.replace(temporary, path)
        put = _as_it_stands(path, written)
        sync_folder(path.parent)
    except BaseException:
        with suppress(OSError):  # whoever writes next sweeps it away
            os.unlink(temporary)
        raise
    return put


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


def _write_temporary(temporary: Path, *content: bytes, like: Path) -> os.stat_result:
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        _dress(fd, like)
        for piece in content:
            write_all(fd, piece)
        os.fsync(fd)
        return os.fstat(fd)
    finally:
        os.close(fd)


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
    temporary = beside(path, f".tmp-{os.getpid()}-{os.urandom(3).hex()}")
    try:
        os.link(path, temporary)
    except OSError:  # FAT, sshfs: no hard links there
        _write_temporary(temporary, read_regular(path)[0], like=path)
    os.replace(temporary, beside(path, ".bak"))
    with suppress(
        FileNotFoundError
    ):  # after a crash the backup may be this very file: then nothing was renamed
        os.unlink(temporary)
