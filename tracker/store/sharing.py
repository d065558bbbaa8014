"""Reports of the store to the GM: how a share went, what came back after damage, what prevents sharing."""

import os
import stat
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.store.event_line import Documents
from tracker.store.files import beside, refusing


class Status(StrEnum):
    """Whether other GMs can see the actions of this GM."""

    SHARED = "shared"
    BUSY = "busy"
    """Another process is writing: the share is tried again."""
    FAILED = "failed"
    """The save cannot be written: the actions are safe in the journal."""


class Note(Struct, frozen=True):
    """A message about the save. Wording makes its sentence from code and data."""

    code: str
    data: Mapping[str, Scalar] = field(default_factory=dict)


class Sharing(Struct, frozen=True):
    """The outcome of a share, and the events of others since the last look."""

    status: Status
    documents: Documents
    """The events of others, by id and in order."""
    refusal: Refusal | None = None
    """The reason why the share failed."""
    notes: tuple[Note, ...] = ()

    @property
    def shared(self) -> bool:
        """Whether the save has every event of this process."""
        return self.status is Status.SHARED


def obstacle(path: Path) -> Refusal | None:
    """Return why this save cannot be written; None if it can.

    Raises the refusal of a folder that cannot be looked at.
    """
    folder = path.parent
    with refusing(folder):
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            return Refusal("read_only", path=str(path))
        found = os.stat(folder)
    lock = beside(path, ".lock")
    if not os.access(folder, os.W_OK | os.X_OK) or (lock.exists() and not os.access(lock, os.R_OK | os.W_OK)):
        return Refusal("read_only_folder", path=str(folder))
    if found.st_mode & stat.S_ISVTX and os.geteuid() not in (0, found.st_uid) and _is_anothers(path):
        return Refusal("sticky_folder", path=str(folder))
    return None


def _is_anothers(path: Path) -> bool:
    try:
        return os.stat(path, follow_symlinks=False).st_uid != os.geteuid()
    except FileNotFoundError:
        return False
