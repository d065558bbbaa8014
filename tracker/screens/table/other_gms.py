"""The other GMs who have the save open, and the one whose tabs this screen follows."""

from functools import cached_property
from pathlib import Path

from tracker.store.presence import Other, Presence


class OtherGMs:
    """The other GMs who had the save open at the last look."""

    def __init__(self, save: Path, gm: str) -> None:
        self._save = save
        self._gm = gm
        self._followed = ""
        self.others: tuple[Other, ...] = ()

    @cached_property
    def _presence(self) -> Presence:
        """The file by which the other GMs see this terminal."""
        return Presence(self._save, self._gm)

    def show(self, tab: str) -> None:
        """Tell the other GMs which tab this screen shows."""
        self._presence.show(tab)

    def leave(self) -> None:
        """Tell the other GMs that this terminal has left."""
        self._presence.leave()

    def look(self) -> bool:
        """Look who has the save open; return whether a GM came, left or turned to another tab."""
        before, self.others = self.others, self._presence.others()
        return before != self.others

    @property
    def followed(self) -> Other | None:
        """The GM whose tabs this screen follows; None once that GM has left."""
        return next((other for other in self.others if other.key == self._followed), None)

    def follow_next(self) -> Other | None:
        """Follow the next GM; after the last one, follow nobody."""
        keys = [other.key for other in self.others]
        after = keys.index(self._followed) + 1 if self._followed in keys else 0
        self._followed = keys[after] if after < len(keys) else ""
        return self.followed

    def follow_nobody(self) -> None:
        """Follow no GM any more."""
        self._followed = ""
