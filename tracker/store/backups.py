"""Backups of a campaign: before its last write, and before the first action of each of the last days played.

The backups of the days lie beside the journals, private to each GM: damage to the saves folder does not reach
them, and git or Syncthing do not carry seven copies around.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.event_line import Entries
from tracker.store.files import (
    PRIVATE,
    make_folder,
    names_in,
    read_regular,
    remove,
    replace,
    sibling_path,
    signature,
)
from tracker.store.paths import SUFFIX
from tracker.store.repair import Copy, read_copy
from tracker.store.save_format import Contents, encode

DAYS = 7
LAST = "bak"
"""The name of the backup that every write of the save leaves."""

_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"


class Backup(Struct, frozen=True):
    """A campaign as it was before a day, or before its last write."""

    name: str
    """A day, or `LAST`."""
    path: Path
    entries: Entries

    @property
    def day(self) -> str:
        """The day; empty for the backup before the last write."""
        return "" if self.name == LAST else self.name


class Backups(Struct, frozen=True):
    """The backups of one campaign."""

    journals: Path
    save: Path
    campaign: str

    @property
    def folder(self) -> Path:
        # Hashed, since the id in a save from elsewhere may be any text.
        name = sha256(os.fsencode(self.campaign)).hexdigest()[:16]
        return self.journals / "backups" / name

    def keep(self, day: str, entries: Entries) -> None:
        """Back up a campaign before the first action of a day, unless the day has its backup."""
        path = self.folder / (day + SUFFIX)
        with suppress(Refusal):  # the journal reports a disk that cannot be written
            if signature(path) is None:
                make_folder(self.folder, PRIVATE)
                replace(path, encode(Contents.from_entries(entries)), backup=False)
                self._drop_old(day)

    def _drop_old(self, today: str) -> None:
        """Remove all backups but those of the last seven days played."""
        # Days after today come from a wrong clock. Counted apart, they push out no real day.
        past = [path for path in self._days() if path.stem <= today]
        future = [path for path in self._days() if path.stem > today]
        for path in (*past[DAYS:], *future[DAYS:]):
            remove(path)

    def __iter__(self) -> Iterator[Backup]:
        """Yield the readable backups, the latest first."""
        for path in (sibling_path(self.save, f".{LAST}"), *self._days()):
            with suppress(Refusal):
                copy = self._read(path)
                if copy.whole and copy.campaign == self.campaign:
                    yield Backup(LAST if path.suffix != SUFFIX else path.stem, path, copy.entries)

    def __getitem__(self, name: str) -> Backup:
        """Find a backup by its name; refuses `no_backup`."""
        backups = {backup.name: backup for backup in self}
        if name not in backups:
            raise Refusal("no_backup", name=name, known=", ".join(backups) or "-")
        return backups[name]

    def _days(self) -> list[Path]:
        try:
            names = names_in(self.folder)
        except Refusal:  # no folder yet, or not readable
            return []
        paths = (self.folder / name for name in names)
        days = (path for path in paths if path.suffix == SUFFIX and re.fullmatch(_DAY, path.stem))
        return sorted(days, reverse=True)

    def _read(self, path: Path) -> Copy:
        return read_copy(read_regular(path)[0])
