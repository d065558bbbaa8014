"""The other GMs who have a save open on this host: a small locked file for each, beside the save.

The kernel frees a lock however its holder ends, so a file that can be locked is left over and is removed.
"""

import fcntl
import json
import os
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.files import open_regular
from tracker.store.paths import GM_LENGTH

MOST = 16
"""Most files read, so that a folder full of them costs no wait."""
ROOM = 512
"""Size of a file. All bytes are written in one call, so that no reader sees half."""
TAB_LENGTH = 8


class Other(Struct, frozen=True):
    """Another terminal on the same save."""

    key: str
    gm: str
    tab: str


class Presence:
    """This terminal at a save, and the others there."""

    def __init__(self, save: Path, gm: str) -> None:
        self._save = save
        self._gm = gm
        self._tab = ""
        self._fd = -1
        self._name = f"{self._prefix}{os.urandom(4).hex()}"

    @property
    def _prefix(self) -> str:
        return f".{self._save.name}.here-"

    def show(self, tab: str) -> None:
        """Announce this terminal and the tab it shows. A file that cannot be written is no error."""
        self._tab = tab
        with suppress(OSError):
            if self._fd < 0 or os.fstat(self._fd).st_nlink == 0:
                self._enter()
            what = json.dumps({"gm": self._gm[:GM_LENGTH], "tab": tab}).encode()
            os.pwrite(self._fd, what.ljust(ROOM), 0)

    def leave(self) -> None:
        """Remove the announcement."""
        if self._fd >= 0:
            with suppress(OSError):
                os.unlink(self._save.with_name(self._name))
            os.close(self._fd)
            self._fd = -1

    def others(self) -> tuple[Other, ...]:
        """Return the other terminals, and remove the files of dead ones."""
        try:
            names = sorted(name for name in os.listdir(self._save.parent) if name.startswith(self._prefix))
        except OSError:
            return ()
        if self._name not in names and self._fd >= 0:
            self.show(self._tab)
        found = (self._look(name) for name in names[: MOST + 1] if name != self._name)
        return tuple(filter(None, found))

    def _enter(self) -> None:
        self.leave()
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        self._fd = os.open(self._save.with_name(self._name), flags, 0o664)
        fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _look(self, name: str) -> Other | None:
        path = self._save.with_name(name)
        with suppress(OSError, Refusal, ValueError, RecursionError), open(open_regular(path), "rb") as file:
            if _is_left_over(file.fileno()):
                os.unlink(path)
                return None
            announced = json.loads(file.read(ROOM))
            if isinstance(announced, dict):
                gm, tab = (str(announced.get(key, ""))[:ROOM] for key in ("gm", "tab"))
                return Other(name, clean(gm, GM_LENGTH), clean(tab, TAB_LENGTH))
        return None


def _is_left_over(fd: int) -> bool:
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
