"""A small file by which a running process announces itself, and which it holds locked as long as it runs.

The kernel frees a lock however its holder ends, so a file that can be locked is left over and is removed.
"""

import fcntl
import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.event_line import JsonObject
from tracker.store.files import PAUSE, open_private, opened, remove

ROOM = 1024
"""Size of a file in bytes. All are written in one call, so that no reader sees half of them."""
_TRIES = 10


class Announcement:
    """A file that this process holds."""

    def __init__(self, path: Path, mode: int = 0o664) -> None:
        self.path = path
        self._mode = mode
        self._fd = -1

    @property
    def stands(self) -> bool:
        """Whether this process holds the file, and the file still has its name."""
        return self._fd >= 0 and os.fstat(self._fd).st_nlink > 0

    def hold(self) -> bool:
        """Make the file and lock it; return False if another process keeps it locked."""
        for _ in range(_TRIES):
            self.withdraw()
            self._fd = open_private(self.path, os.O_RDWR | os.O_CREAT, self._mode)
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:  # held, or a reader is trying the lock, which takes no time
                os.close(self._fd)
                self._fd = -1
                time.sleep(PAUSE)
                continue
            # A reader may have taken the new file for a left-over one, and removed it before it was locked.
            if self.stands:
                return True
        return False

    def say(self, announcement: Mapping[str, object]) -> None:
        """Write an announcement, cut at `ROOM` bytes. A file that cannot be written is no error."""
        with suppress(OSError, Refusal):
            if self.stands or self.hold():
                os.pwrite(self._fd, json.dumps(announcement).encode()[:ROOM].ljust(ROOM), 0)

    def withdraw(self) -> None:
        if self._fd >= 0:
            with suppress(Refusal):
                if self.stands:
                    remove(self.path)
            os.close(self._fd)
            self._fd = -1


def read_announcement(path: Path) -> JsonObject | None:
    """Read the announcement of a running process; if it no longer runs, remove the file and return None."""
    with suppress(Refusal, ValueError, RecursionError), opened(path) as file:
        if _is_left_over(file.fileno()):
            remove(path)
            return None
        announcement = json.loads(file.read(ROOM))
        if isinstance(announcement, dict):
            return announcement
    return None


def _is_left_over(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
