"""This host's copy of a campaign, as a link needs it: its save, or nothing yet while a clone is under way."""

from collections.abc import Mapping
from pathlib import Path

from tracker.features.towns.store.messages import LinkEnded
from tracker.features.towns.store.part import Part
from tracker.rules.refusal import Refusal
from tracker.store import files
from tracker.store.event_line import (
    Entries,
    Entry,
    Unreadable,
    highest_explained,
    is_intact,
    number_of,
    preferred_version,
    read_line,
)
from tracker.store.event_log import validator_for
from tracker.store.files import locked, refusing, signature
from tracker.store.save import Save
from tracker.store.save_format import CampaignInfo, Contents, campaign_of, encode
from tracker.store.sharing import obstacle

MOST_BYTES, MOST_CLONED = 16 << 20, files.SAVE_BYTES
"""Bytes of events that a copy takes in for as long as it is open, and in a clone."""
MOST_REJECTED = 1_000
"""Events of a batch that this program does not believe: a newer program has kinds of its own."""
MOST_RIVALS = 8
"""Most events of the first batch that come in another version than here; later ones come in none."""


class Copy:
    """Takes in whole batches: a batch with too much that is wrong leaves nothing behind."""

    def __init__(self, path: Path, journals: Path, *, writes: bool = True) -> None:
        self.path = path
        self._journals = journals
        self.save: Save | None = Save.open(path, journals) if signature(path) is not None else None
        self._offered: dict[str, Entry] = {}
        self._part: Part | None = None
        self._grown = 0
        """Bytes of the batches that the save has taken in."""
        self._settled = False
        """Whether the first batch has been taken in."""
        self.compared = (0, 0)
        """The checksums of this copy and of another one when they were last found to differ."""
        self.refusal: Refusal | None = obstacle(path) if self.save is not None else None
        """The reason why the save cannot be written, if so."""
        self.writes = writes and self.refusal is None

    @property
    def campaign(self) -> tuple[str, str, str]:
        """The id, title and system of the campaign; empty where there is no save."""
        if self.save is None:
            return "", "", ""
        campaign = self.save.campaign
        return campaign.id, campaign.title, campaign.system

    @property
    def events(self) -> int:
        """Number of events in the save."""
        return len(self.save.entries) if self.save is not None else 0

    @property
    def checksum(self) -> int:
        """The checksum of the save."""
        return self.save.checksum if self.save is not None else 0

    def begin(self, campaign: str) -> None:
        """Begin to take in events of a campaign, with those that came before the line was last cut."""
        self.end()
        self._settled = False
        self._part = Part(self._journals, self.path, campaign, self._batch_limit)

    def end(self) -> None:
        """Keep the batch under way for the next connection."""
        if self._part is not None:
            self._part.close()
            self._part = None

    def close(self) -> None:
        """Release the save."""
        self.end()
        if self.save is not None:
            self.save.close()

    @property
    def offered_entries(self) -> Mapping[str, Entry]:
        """The events of the save that another copy may take in.

        Left out are lines whose own checksum does not fit: the other side would end the link at them.
        """
        for event_id, entry in self.save.entries.items() if self.save is not None else ():
            if self._offered.get(event_id) is not entry and is_intact(entry.line):
                self._offered[event_id] = entry
        return self._offered

    @property
    def batch(self) -> Entries:
        """The events of the batch under way."""
        return self._part.entries if self._part is not None else {}

    def receive(self, line: bytes) -> tuple[str, Entry]:
        """Add the event in a line to the batch; ends the link for anything else than an event."""
        try:
            event_id, entry = read_line(line)
        except Unreadable as error:
            raise LinkEnded("link_garbage") from error
        if not is_intact(entry.line):
            raise LinkEnded("link_garbage")
        if self._part is None:
            raise LinkEnded("link_not_asked")
        held = self.save.entries.get(event_id) if self.save is not None else None
        if held != entry:
            self._part.add(event_id, entry)
            if self._part.size > self._batch_limit:
                self.spoil()
                raise LinkEnded("link_too_much")
        return event_id, held if held == entry and held is not None else entry

    def spoil(self) -> None:
        """Forget the batch under way: what has come is not to be taken in."""
        if self._part is not None:
            self._part.forget()

    @property
    def _batch_limit(self) -> int:
        return MOST_BYTES - self._grown if self.save is not None else MOST_CLONED

    def take_in(self, campaign: str) -> int:
        """Judge the batch and take it in whole; returns how many events are new.

        Ends the link at a batch with too much that is wrong, which leaves nothing behind. Raises the refusals
        of a save that cannot be made.
        """
        batch = dict(self.batch)
        if not batch:
            self._settled = True
            return 0
        try:
            self._judge(batch, campaign)
        except LinkEnded:
            self.spoil()
            raise
        before = self.events
        if self.save is None:
            self._clone(batch)
        else:
            self.save.take_in(batch)
            self._grown += sum(len(entry.line) for entry in batch.values())
        self._settled = True
        if self._part is not None:
            self._part.start_batch()
        return self.events - before

    def share(self) -> bool:
        """Write what was taken in; returns whether the save has every event."""
        if self.save is None:
            return True
        sharing = self.save.share()
        self.refusal = sharing.refusal
        if sharing.is_shared and self._settled and self._part is not None and not self._part.entries:
            self._part.forget()
        return sharing.is_shared

    def poll(self) -> bool:
        """Learn what others have written; returns whether there may be something new."""
        if self.save is None or not (self.save.stirs or self.save.is_share_due):
            return False
        self.save.poll()
        if self.save.is_share_due:
            self.share()
        return True

    def _clone(self, batch: dict[str, Entry]) -> None:
        """Write the save of a clone, which is whole, and open it."""
        try:
            self._create(batch)
        except Refusal as refusal:
            self.refusal = refusal
            raise
        self.save = Save.open(self.path, self._journals)

    def _create(self, batch: dict[str, Entry]) -> None:
        with refusing(self.path):
            files.make_folder(self.path.parent)
            with locked(self.path):
                if signature(self.path) is not None:
                    raise Refusal("save_exists", path=str(self.path))
                files.replace(self.path, encode(Contents.from_entries(batch)), backup=False)

    def _judge(self, batch: dict[str, Entry], campaign: str) -> None:
        """End the link at a batch that makes another campaign of this one, or has too much that is wrong.

        Another beginning is judged as the save judges it: it is kept, and does not count. An event that has
        come before, and that a full disk has kept out of the save, is no other version of itself.
        """
        held = self.save.entries if self.save is not None else {}
        union = {each: preferred_version(held.get(each, entry), entry) for each, entry in batch.items()}
        found = campaign_of({**held, **union})
        if found is None or (found.id != campaign if self.save is None else found != self.save.campaign):
            raise LinkEnded("link_forged")
        rivals = sum(1 for each, entry in batch.items() if held.get(each, entry) != entry)
        if rivals > (0 if self._settled else MOST_RIVALS):
            raise LinkEnded("link_forged")
        if _rejected_count(batch, found, len(held)) > MOST_REJECTED:
            raise LinkEnded("link_rejected")


def _rejected_count(batch: Entries, campaign: CampaignInfo, known: int) -> int:
    """Return how many events of a batch the table would not show."""
    validate, rejected = validator_for(campaign), 0
    for event_id in sorted(batch):
        if number_of(event_id) > highest_explained(known):
            rejected += 1
            continue
        known += 1
        try:
            validate(event_id, batch[event_id])
        except Refusal:
            rejected += 1
    return rejected
