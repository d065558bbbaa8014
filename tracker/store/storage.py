"""The file of a save as a TinyDB storage: strict when it reads, atomic when it writes."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tracker.rules.refusal import Refusal
from tracker.store import replacing
from tracker.store.contents import Body, Campaign, Contents
from tracker.store.files import SAVE_BYTES, Signature, read_regular, signature
from tracker.store.layout import decode, grown_from, pieces
from tracker.store.line import (
    Documents,
    Entries,
    Entry,
    JsonObject,
    ReadAll,
    Unreadable,
    read_lines,
    write_line,
)

EVENTS = "events"
SETTLING = 0.1
"""Seconds given to whoever is writing a save in place, as git and cp do, before it is called damaged."""


class Damaged(Exception):  # noqa: N818 - what is found, not what went wrong here
    """The save is a regular file whose bytes no store has written."""

    def __init__(self, content: bytes) -> None:
        super().__init__(f"{len(content)} bytes")
        self.content = content


def settle() -> None:
    """Wait until whoever may be writing a save in place has done so."""
    time.sleep(SETTLING)


class SaveStorage:
    """The file of a save, read again only once it has changed; only writing it needs TinyDB.

    `known` holds lines already made, which are not serialised again; `read` reads those of the file.
    """

    def __init__(self, path: Path, known: Entries, read: ReadAll = read_lines) -> None:
        self._path = path
        self._log = known
        self._read_lines = read
        self._contents: Contents | None = None
        self._seen: Signature | None = None
        self.last: Signature | None = None
        """What the file was when it was last there."""
        self._damage: Damaged | None = None

    @property
    def entries(self) -> Entries:
        """The events of the file at the last look."""
        return self._contents.entries if self._contents else {}

    @property
    def added(self) -> Entries:
        """Those of them that were not there at the look before."""
        return self._contents.added if self._contents else {}

    @property
    def body(self) -> Body | None:
        """The lines of the file at the last look."""
        return self._contents.body if self._contents else None

    @property
    def campaign(self) -> Campaign | None:
        """The campaign of the file at the last look."""
        return self._contents.campaign if self._contents else None

    @property
    def missing(self) -> bool:
        """Whether there was no file at the last look."""
        return self._seen is None

    @property
    def changed(self) -> bool:
        """Whether the file is another one than at the last look."""
        return signature(self._path) != self._seen

    def look(self) -> bool:
        """Bring `entries` up to date with the file and return whether it was read; no file has none.

        Raises `OSError`, `Damaged`, and the refusals of `read_regular` and `decode`.
        """
        found = signature(self._path)
        changed = found != self._seen
        if changed:
            held, self.last = self._contents, self._seen or self.last
            self._contents, self._seen, self._damage = None, None, None
            if found is not None:
                self._load(held)
        if self._damage is not None and self._contents is None:
            raise self._damage
        return changed

    def read(self) -> dict[str, Any]:
        """Return the tables as they were at the last `look`, which whoever holds the lock has just taken."""
        return {EVENTS: Documents(self.entries)}

    def write(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """Replace the save by its events and those that `data` adds, for none is ever changed or removed.

        Raises `OSError`, and `save_too_big` for one that could not be opened again.
        """
        added = {
            event_id: self._entry(event_id, document)
            for event_id, document in data[EVENTS].items()
            if event_id not in self.entries
        }
        held = self._contents
        if held is not None and held.body.ends_before(added):
            body = held.body.followed_by(added)
        else:
            held = Contents.of({**self.entries, **added})
            body = held.body
        content = pieces(held.campaign, body)
        size = sum(map(len, content))
        if size > SAVE_BYTES:
            raise Refusal("save_too_big", path=str(self._path), size=size >> 20, limit=SAVE_BYTES >> 20)
        seen = replacing.replace(self._path, *content, backup=self._damage is None)
        self._contents, self._seen, self._damage = held.written(body, added), seen, None

    def forget(self) -> None:
        """Go on as if the file were empty, so that it is written anew; keep its bytes first."""
        self._contents = None

    def _load(self, held: Contents | None) -> None:
        content, seen = read_regular(self._path)
        contents = grown_from(held, content, self._read_lines) if held is not None else None
        try:
            self._contents = contents or decode(content, self._read_lines)
        except Unreadable:
            self._damage = Damaged(content)
        self._seen = seen

    def _entry(self, event_id: str, document: JsonObject) -> Entry:
        return self._log.get(event_id) or write_line(event_id, document)
