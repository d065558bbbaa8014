"""The other GMs who have a save open: each of their terminals has an announcement beside the save.

A link announces the terminals of other hosts in the same way.
"""

import os
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.announcement import Announcement, read_announcement
from tracker.store.event_line import JsonObject
from tracker.store.files import names_in
from tracker.store.paths import GM_LENGTH

MOST = 16
"""Number of files that are read, so that a folder full of them costs no wait."""
TAB_LENGTH = 8
KEY_LENGTH = 8
_TEXT = 512


class Other(Struct, frozen=True):
    """Another terminal on the same campaign, and how many links away it is."""

    key: str
    gm: str
    tab: str
    hops: int = 0


class Presence:
    """This terminal at a save, and the others there; or one of another host, which a link announces."""

    def __init__(self, save: Path, gm: str, *, key: str = "", hops: int = 0) -> None:
        self._save = save
        self._gm = gm
        self._tab = ""
        self._key, self._hops = key, hops
        self._announcement = Announcement(save.with_name(f"{self._prefix}{os.urandom(4).hex()}"))

    @property
    def _prefix(self) -> str:
        return f".{self._save.name}.here-"

    def show(self, tab: str) -> None:
        """Announce this terminal and its tab. A file that cannot be written is no error."""
        self._tab = tab
        announcement: JsonObject = {"gm": self._gm[:GM_LENGTH], "tab": tab}
        if self._hops:
            announcement |= {"key": self._key, "hops": self._hops}
        self._announcement.say(announcement)

    def leave(self) -> None:
        self._tab = ""
        self._announcement.withdraw()

    def others(self) -> tuple[Other, ...]:
        """List the other terminals, each by its nearest announcement; remove the files of dead ones."""
        prefix = self._prefix
        try:
            names = [name for name in names_in(self._save.parent) if name.startswith(prefix)]
        except Refusal:
            return ()
        own = self._announcement.path.name
        # Somebody has removed the file of this terminal.
        if self._tab and own not in names:
            self.show(self._tab)
        others = (self._look(name) for name in names[: MOST + 1] if name != own)
        nearest: dict[str, Other] = {}
        for other in sorted(filter(None, others), key=lambda other: (other.hops, other.key)):
            nearest.setdefault(other.key, other)
        # This terminal, as a link announces it back.
        nearest.pop(own.removeprefix(prefix), None)
        return tuple(nearest.values())

    def _look(self, name: str) -> Other | None:
        announcement = read_announcement(self._save.with_name(name))
        if announcement is None:
            return None
        gm, tab, key = (str(announcement.get(name, ""))[:_TEXT] for name in ("gm", "tab", "key"))
        hops = announcement.get("hops")
        # The name of the file says who wrote it, unless a link has written it for another terminal.
        key = clean(key, KEY_LENGTH) if hops else name.removeprefix(self._prefix)[:KEY_LENGTH]
        return Other(key, clean(gm, GM_LENGTH), clean(tab, TAB_LENGTH), hops if isinstance(hops, int) else 0)
