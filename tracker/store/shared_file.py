"""The file of a save as this process last saw it: what others put there, and what is done if it is amiss."""

from collections.abc import Set
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store import replacing
from tracker.store.contents import Campaign
from tracker.store.event_log import EventLog
from tracker.store.files import read_regular
from tracker.store.finding import Found
from tracker.store.renamed import renamed
from tracker.store.rescue import beyond, damage_note, rescue
from tracker.store.sharing import Note
from tracker.store.storage import Damaged, SaveStorage, settle


class SharedFile:
    """Learns what the file holds, mends it, and writes into it what it lacks: the last two under its lock."""

    def __init__(self, path: Path, known: EventLog, storage: SaveStorage) -> None:
        self.path = path
        self.campaign: Campaign
        self._outvoted: set[str] = set()
        """Events of the file of which another version, known here, is to prevail."""
        self._mended: bytes | None = None
        """The damaged bytes that the GM has been told of."""
        self.untold: list[Note] = []
        """What the GM should know of it, until it is told."""
        self._log = known
        self._storage = storage
        self._counted = True

    def found(self, found: Found) -> None:
        """Go on from how it was found."""
        self.campaign, self._outvoted, self._mended = found.campaign, found.outvoted, found.damage
        self.untold.extend(found.notes)
        if self._outvoted:
            self._log.seen_on_disk(set())

    def take_untold(self) -> tuple[Note, ...]:
        """Return, only once, what the GM should know."""
        notes, self.untold = tuple(self.untold), []
        return notes

    def weigh(self, event_ids: Set[str]) -> None:
        """Find which of these events the file has in a version that is not to prevail."""
        self._outvoted |= self._outvoted_among(event_ids)
        self._log.seen_on_disk(set() if self._outvoted else self._storage.entries.keys())

    def take_in(self) -> None:
        """Learn what others wrote; a file that will not do shares nothing."""
        try:
            self._learn()
        except (Damaged, Refusal, OSError):
            self._log.seen_on_disk(set())
            self._counted = False
            raise

    def _learn(self) -> None:
        """Learn what is new there, and which of its events have a version here that is to prevail."""
        self._log.catch_up()
        read = self._storage.look()
        found = self._storage.campaign
        if found is not None and found.id != self.campaign.id:
            raise Refusal("other_campaign", path=str(self.path), title=self.campaign.title)
        if self._counted and not read:
            return
        self._counted = True
        self._outvoted = self._outvoted_among(self._outvoted | self._log.learn(self._storage.added))
        vanished = self._log.seen_on_disk(self._storage.entries.keys())
        if self._outvoted:
            self._log.seen_on_disk(set())
        if vanished:
            self.untold.append(self._note_of_vanished(vanished))

    def _note_of_vanished(self, events: int) -> Note:
        """Return what to say of events that the save no longer holds, which a share brings back into it."""
        if not self._storage.missing:
            return Note("put_back", {"events": events})
        was = self._storage.last
        other = renamed(self.path, was, self.campaign.id) if was else None
        if other is None:
            return Note("written_again", {"name": self.path.stem})
        return Note("renamed", {"name": self.path.stem, "other": other.stem})

    def _outvoted_among(self, event_ids: Set[str]) -> set[str]:
        """Return those of these events of which the save has a version that does not prevail."""
        on_disk, known = self._storage.entries, self._log.entries
        return {each for each in event_ids & on_disk.keys() if on_disk[each] != known[each]}

    def read(self) -> None:
        """Bring this process up to date with the file, mending it or putting it aside where it has to be."""
        try:
            self.take_in()
        except Damaged:
            settle()
            try:
                self.take_in()
            except Damaged as damage:
                self._mend(damage.content)
        if self._storage.missing:
            self._bring_back()
        if self._outvoted:
            self._set_aside()

    def _mend(self, content: bytes) -> None:
        """Keep the damaged bytes, then go on as if the file were empty, since all it held is known."""
        rescued = rescue(self.path, content)
        if rescued.campaign not in ("", self.campaign.id):
            raise Refusal("other_campaign", path=str(self.path), title=self.campaign.title)
        if content:
            replacing.keep(self.path, content)
        self._log.learn(beyond(self._log.entries, rescued.entries))
        self._log.seen_on_disk(self._storage.entries.keys())
        self._outvoted = set()
        if content != self._mended:
            self._mended = content
            self.untold.append(damage_note(self.path, content, len(self._log.entries)))

    def _bring_back(self) -> None:
        """Learn what the backup of a save that is gone holds: the next but one write replaces it."""
        rescued = rescue(self.path, b"")
        if rescued.campaign == self.campaign.id:
            self._log.learn(beyond(self._log.entries, rescued.entries))
            self._log.seen_on_disk(set())

    def _set_aside(self) -> None:
        """Keep the save whose version of an event lost, then let ours take its place."""
        kept = replacing.keep(self.path, read_regular(self.path)[0])
        self.untold.append(Note("two_versions", {"events": len(self._outvoted), "kept": kept}))
        self._storage.forget()
        self._outvoted = set()

    def write(self) -> None:
        """Put into the file what it lacks."""
        from tracker.store.database import EventDatabase  # noqa: PLC0415 - TinyDB is needed to write, not to look

        missing = self._log.unshared_entries()
        if missing:
            EventDatabase(self._storage).insert_events(missing)
        self._log.shared(missing.keys())
