"""Received events that are not judged yet: a private file, so that each connection makes progress."""

import os
from contextlib import suppress
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.event_line import Entry, Unreadable, read_intact_line
from tracker.store.files import PRIVATE, claim, make_folder, opened, remove, write_all
from tracker.store.journal import Owner

SUFFIX = ".part"


def links_folder(journals: Path) -> Path:
    """Find the private folder of the links, beside the journals."""
    return journals.with_name("links")


class Part:
    """The events of a running batch, in memory and on disk.

    Only one link of a host keeps its batch on disk. A link without the file, or with a full disk, starts its
    batch again after a cut.
    """

    def __init__(self, journals: Path, path: Path, campaign: str, byte_limit: int) -> None:
        self.entries: dict[str, Entry] = {}
        self.size = 0
        """Total bytes of their lines."""
        self._path = links_folder(journals) / f"{Owner(path, campaign).name}{SUFFIX}"
        self._fd = self._claim()
        if self._fd is not None:
            self._read(byte_limit)

    def add(self, event_id: str, entry: Entry) -> None:
        self.entries[event_id] = entry
        self.size += len(entry.line)
        if self._fd is not None:
            try:
                write_all(self._fd, entry.line + b"\n")
            except OSError:
                self.close()

    def start_batch(self) -> None:
        """Begin an empty batch in memory; the file stays until the save has the events of the last one."""
        self.entries, self.size = {}, 0

    def forget(self) -> None:
        """Begin an empty batch, in memory and on disk. Later batches are small, and only in memory."""
        self.start_batch()
        if self._fd is not None:
            with suppress(OSError):
                os.ftruncate(self._fd, 0)
            self.close()

    def close(self) -> None:
        """Release the file; an empty one is removed."""
        if self._fd is None:
            return
        with suppress(OSError, Refusal):
            if os.fstat(self._fd).st_size == 0:
                remove(self._path)
        os.close(self._fd)
        self._fd = None

    def _claim(self) -> int | None:
        with suppress(Refusal):
            make_folder(self._path.parent, PRIVATE)
            return claim(self._path)
        return None

    def _read(self, byte_limit: int) -> None:
        """Read the events that came before the line was cut; a torn last line is ignored."""
        with suppress(Refusal), opened(self._path) as file:
            content = file.read(byte_limit)
            for line in content.split(b"\n")[:-1]:
                with suppress(Unreadable):
                    event_id, entry = read_intact_line(line)
                    self.entries[event_id] = entry
                    self.size += len(line)
            if content and not content.endswith(b"\n") and self._fd is not None:
                write_all(self._fd, b"\n")  # the next event must not continue the torn line
