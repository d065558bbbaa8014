"""A save that somebody has given another name while it is open: which file of its folder it is now."""

import os
from contextlib import suppress
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.files import Signature, open_regular, signature
from tracker.store.layout import HEAD_BYTES, read_head
from tracker.store.line import Unreadable
from tracker.store.paths import SUFFIX


def renamed(save: Path, was: Signature, campaign: str) -> Path | None:
    """Return the save in the folder that is the very file which a save was, if there is one."""
    try:
        names = sorted(os.listdir(save.parent))
    except OSError:
        return None
    found = (path for path in map(save.with_name, names) if path.suffix == SUFFIX)
    return next((path for path in found if _is(path, was) and _is_of(path, campaign)), None)


def _is(path: Path, was: Signature) -> bool:
    """Whether it is the same file, for a new name changes neither its inode nor what it holds."""
    with suppress(OSError):
        now = signature(path)
        return now is not None and now[0] == was[0]
    return False


def _is_of(path: Path, campaign: str) -> bool:
    with suppress(OSError, Refusal, Unreadable), open(open_regular(path), "rb") as file:
        return read_head(file.read(HEAD_BYTES)).campaign.id == campaign
    return False
