"""What keeps a save from being written where it is, found before anybody relies on it."""

import os
import stat
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.files import beside, refusing


def obstacle(path: Path) -> Refusal | None:
    """Return why nothing can be shared in this save; None when nothing is in the way.

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
