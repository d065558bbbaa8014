"""A small file in which a running process says what it is, and which it holds locked as long as it runs.

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
"""Size of a file. All bytes are written in one call, so that no reader sees half."""
_TRIES = 10


class Announcement:
    """A file that this process holds."""

    def __init__(self, path: Path, mode: int = 0o664) -> None:
        self.path = path
        self._mode = mode
        self._fd = -1

    @property
    def stands(self) -> bool:
        """Whether this process holds the file under its name."""
        return self._fd >= 0 and os.fstat(self._fd).st_nlink > 0

    def hold(self) -> bool:
        """Make the file and lock it; return whether no other process holds it."""
        for _ in range(_TRIES):
            self.withdraw()
            self._fd = open_private(self.path, os.O_RDWR | os.O_CREAT, self._mode)
            try:
                fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:  # held, or looked at: a look takes no time
                os.close(self._fd)
                self._fd = -1
                time.sleep(PAUSE)
                continue
            if self.stands:
                return True
        return False

    def say(self, what: Mapping[str, object]) -> None:
        """Write what is announced. A file that cannot be written is no error."""
        with suppress(OSError, Refusal):
            if self.stands or self.hold():
                os.pwrite(self._fd, json.dumps(what).encode()[:ROOM].ljust(ROOM), 0)

    def withdraw(self) -> None:
        """Remove the file."""
        if self._fd >= 0:
            with suppress(Refusal):
                if self.stands:
                    remove(self.path)
            os.close(self._fd)
            self._fd = -1


def read_announcement(path: Path) -> JsonObject | None:
    """Return what a running process says in a file; None, and the file is removed, if it runs no more."""
    with suppress(Refusal, ValueError, RecursionError), opened(path) as file:
        if _is_left_over(file.fileno()):
            remove(path)
            return None
        announced = json.loads(file.read(ROOM))
        if isinstance(announced, dict):
            return announced
    return None


def _is_left_over(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
