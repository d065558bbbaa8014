"""The campaigns that a GM has put away: a private list, which changes no save and no other GM sees."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from tracker.store.campaigns import Listed
from tracker.store.files import read_regular, refusing, replace


class PutAway(Struct, frozen=True):
    """A file with one line for each campaign put away, the last one at the end."""

    path: Path

    @classmethod
    def beside(cls, journals: Path) -> "PutAway":
        """Return the list in the private folder that has the journals."""
        return cls(journals.with_name("put-away.txt"))

    def among(self, campaigns: Iterable[Listed]) -> tuple[Listed, ...]:
        """Return the campaigns put away among these, the last one at the end; refuses an unreadable file."""
        marked = {_mark_of(each): each for each in campaigns}
        return tuple(marked[mark] for mark in self._marks() if mark in marked)

    def _marks(self) -> tuple[str, ...]:
        with refusing(self.path):
            try:
                content, _signature = read_regular(self.path)
            except FileNotFoundError:
                return ()
        return tuple(content.decode("utf-8", "replace").split())

    def put(self, campaign: Listed, *, away: bool) -> None:
        """Put a campaign away, or bring it back; refuses if the list cannot be written."""
        mark = _mark_of(campaign)
        marks = [each for each in self._marks() if each != mark]
        if away:
            marks.append(mark)
        with refusing(self.path):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace(self.path, *(f"{each}\n".encode() for each in marks), backup=False)


def _mark_of(campaign: Listed) -> str:
    """Return the mark of a campaign's file: a hash, since a save from elsewhere may have any id."""
    return sha256(f"{campaign.path.absolute()}\n{campaign.campaign}".encode()).hexdigest()[:32]
