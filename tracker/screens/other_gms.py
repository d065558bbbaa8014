"""The other GMs at this table: who they are, and whose tab this screen turns to."""

from functools import cached_property
from pathlib import Path

from tracker.store.presence import Other, Presence


class OtherGMs:
    """Who else has the save open, as of the last look."""

    def __init__(self, save: Path, gm: str) -> None:
        self._save = save
        self._gm = gm
        self._followed = ""
        self.others: tuple[Other, ...] = ()

    @cached_property
    def _presence(self) -> Presence:
        """This terminal among them."""
        return Presence(self._save, self._gm)

    def show(self, tab: str) -> None:
        """Let the others know which tab this screen shows."""
        self._presence.show(tab)

    def leave(self) -> None:
        """Be at the table no more."""
        self._presence.leave()

    def look(self) -> bool:
        """See who is here; returns whether anybody came, went or turned to another tab."""
        before, self.others = self.others, self._presence.others()
        return before != self.others

    @property
    def followed(self) -> Other | None:
        """Whose tab this screen turns to; nobody once they have left."""
        return next((other for other in self.others if other.key == self._followed), None)

    def follow_next(self) -> Other | None:
        """Follow the next of the others, and after the last one nobody."""
        keys = [other.key for other in self.others]
        after = keys.index(self._followed) + 1 if self._followed in keys else 0
        self._followed = keys[after] if after < len(keys) else ""
        return self.followed

    def follow_nobody(self) -> None:
        """Turn the tabs oneself again."""
        self._followed = ""
