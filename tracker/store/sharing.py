"""Messages of the store to the GM: how a share went, what came back after damage, what prevents sharing."""

import os
import stat
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

from msgspec import Struct, field

from tracker.rules.fields import Scalar
from tracker.rules.refusal import Refusal
from tracker.store.event_line import Documents
from tracker.store.files import exists, is_file, is_on_read_only_disk, is_ours, may, sibling_path, status


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
    def is_shared(self) -> bool:
        """Whether the save has every event of this process."""
        return self.status is Status.SHARED


def obstacle(path: Path) -> Refusal | None:
    """Find the reason why this save cannot be written; None if it can.

    Raises the refusal of a folder that cannot be looked at.
    """
    folder = path.parent
    if is_on_read_only_disk(folder):
        return Refusal("read_only", path=str(path))
    info = status(folder)
    lock = sibling_path(path, ".lock")
    if not may(folder, os.W_OK | os.X_OK):
        return Refusal("read_only_folder", path=str(folder))
    for each in (lock, sibling_path(path, ".bak")):
        if exists(each) and not is_file(each):
            return Refusal("not_a_file", path=str(each))
    if exists(lock) and not may(lock, os.R_OK | os.W_OK):
        return Refusal("no_permission", path=str(lock))
    # In a sticky folder only the owner of a file may replace it.
    is_sticky = info is not None and info.st_mode & stat.S_ISVTX
    if is_sticky and os.geteuid() != 0 and not is_ours(folder) and exists(path) and not is_ours(path):
        return Refusal("sticky_folder", path=str(folder))
    return None
