"""Copies that Syncthing, Dropbox and browsers leave beside a save when two machines wrote it."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.files import Signature, beside, read_regular, signature, sync_folder
from tracker.store.line import Entries
from tracker.store.paths import SUFFIX
from tracker.store.replacing import kept_suffix
from tracker.store.rescue import read_copy

MOST = 50
"""Copies looked at when a save is opened; a flood of them is united in several turns."""

_MARK = (
    r"(?P<stem>.+?)"
    r"(?:\.sync-conflict-[0-9]{8}-[0-9]{6}(?:-[A-Z0-9]{1,16})?"  # Syncthing
    r"| \([0-9]{1,3}\)"  # browsers, Drive
    r"| \([^()]*(?:conflicted copy|copia en conflicto)[^()]*\)"  # Dropbox, Nextcloud
    r"|_conflict-[0-9]{8}-[0-9]{6})"  # ownCloud
)


class ConflictCopy(Struct, frozen=True):
    """Another copy of a campaign beside its save."""

    path: Path
    entries: Entries
    content: bytes
    signature: Signature


def original_of(path: Path) -> Path | None:
    """Return the save that a file is a conflict copy of, as its name says; None for a name of its own.

    >>> original_of(Path("torre.sync-conflict-20261122-003000-ABCDEFG.json"))
    PosixPath('torre.json')
    """
    found = re.fullmatch(_MARK, path.stem) if path.suffix == SUFFIX else None
    return path.with_name(found["stem"] + SUFFIX) if found else None


def conflict_copies(save: Path, campaign: str) -> tuple[ConflictCopy, ...]:
    """Return the conflict copies of a save that are of its campaign; what cannot be read is left alone."""
    return tuple(_of(save, campaign))


def _of(save: Path, campaign: str) -> Iterator[ConflictCopy]:
    try:
        names = sorted(os.listdir(save.parent))
    except OSError:
        return
    found = [path for name in names if original_of(path := save.with_name(name)) == save]
    for path in found[:MOST]:
        with suppress(OSError, Refusal):
            content, seen = read_regular(path)
            copy = read_copy(content)
            if copy.campaign == campaign:
                yield ConflictCopy(path, copy.entries, content, seen)


def move_aside(copy: ConflictCopy) -> None:
    """Take a copy that has been united out of the way, unless it has changed since it was read.

    Raises `OSError`.
    """
    if signature(copy.path) == copy.signature:
        os.replace(copy.path, beside(copy.path, kept_suffix(copy.content, "merged")))
        sync_folder(copy.path.parent)
