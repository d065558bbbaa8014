"""The other GMs who have a save open: an announcement for each of their terminals, beside the save.

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
"""Most files read, so that a folder full of them costs no wait."""
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
        """Announce this terminal and the tab it shows. A file that cannot be written is no error."""
        self._tab = tab
        said: JsonObject = {"gm": self._gm[:GM_LENGTH], "tab": tab}
        if self._hops:
            said |= {"key": self._key, "hops": self._hops}
        self._announcement.say(said)

    def leave(self) -> None:
        """Remove the announcement."""
        self._tab = ""
        self._announcement.withdraw()

    def others(self) -> tuple[Other, ...]:
        """Return the other terminals, the nearest announcement of each, and remove the files of dead ones."""
        prefix = self._prefix
        try:
            names = [name for name in names_in(self._save.parent) if name.startswith(prefix)]
        except Refusal:
            return ()
        own = self._announcement.path.name
        if self._tab and own not in names:
            self.show(self._tab)
        found = (self._look(name) for name in names[: MOST + 1] if name != own)
        nearest: dict[str, Other] = {}
        for other in sorted(filter(None, found), key=lambda other: (other.hops, other.key)):
            nearest.setdefault(other.key, other)
        nearest.pop(own.removeprefix(prefix), None)
        return tuple(nearest.values())

    def _look(self, name: str) -> Other | None:
        said = read_announcement(self._save.with_name(name))
        if said is None:
            return None
        gm, tab, key = (str(said.get(each, ""))[:_TEXT] for each in ("gm", "tab", "key"))
        hops = said.get("hops")
        key = clean(key, KEY_LENGTH) if hops else name.removeprefix(self._prefix)[:KEY_LENGTH]
        return Other(key, clean(gm, GM_LENGTH), clean(tab, TAB_LENGTH), hops if isinstance(hops, int) else 0)
