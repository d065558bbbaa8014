"""One writer at a time: a lock beside the save, freed by the kernel however its holder ends."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.files import NEW_FILE_MODE, beside

PATIENCE = 0.5
"""Seconds to wait: holders need milliseconds, so a longer wait means a stopped process."""
PAUSE = 0.004


class Busy(Refusal):
    """Another process holds the lock for too long."""


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the lock of a save: a file of its own, since the save is replaced.

    Raises `OSError` if the lock cannot be made, and `Busy` (`save_busy`) after `patience` seconds.
    """
    fd = os.open(
        beside(path, ".lock"),
        os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK,
        NEW_FILE_MODE,
    )
    try:
        with suppress(PermissionError):  # its maker has already opened it to the group
            os.fchmod(fd, NEW_FILE_MODE)
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
