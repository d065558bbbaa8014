"""This host's copy of a campaign as a link needs it: its save, or nothing yet during a clone."""

from collections.abc import Mapping
from pathlib import Path

from tracker.features.towns.store.messages import LinkEnded
from tracker.features.towns.store.part import Part
from tracker.rules.refusal import Refusal
from tracker.session.event_id import in_order_of_numbers, number_of
from tracker.store import files
from tracker.store.event_line import (
    Entries,
    Entry,
    Unreadable,
    highest_explained,
    is_intact,
    preferred_version,
    read_line,
)
from tracker.store.event_log import validator_for
from tracker.store.files import locked, refusing, signature
from tracker.store.save import Save
from tracker.store.save_format import CampaignInfo, Contents, campaign_of, encode
from tracker.store.sharing import obstacle

MOST_BYTES, MOST_CLONED = 16 << 20, files.SAVE_BYTES
"""Bytes of events that a copy accepts while it is open, and in a clone."""
MOST_REJECTED = 1_000
"""Events of a batch that this program may reject: a newer program has kinds of its own."""
MOST_RIVALS = 8
"""Most events of the first batch that differ from the version here; later batches may have none."""


class Copy:
    """Accepts whole batches: a batch with too many faults leaves nothing behind."""

    def __init__(self, path: Path, journals: Path, *, writes: bool = True) -> None:
        self.path = path
        self._journals = journals
        self.save: Save | None = Save.open(path, journals) if signature(path) is not None else None
        self._offered: dict[str, Entry] = {}
        self._part: Part | None = None
        self._grown = 0
        """Bytes of the batches that went into the save."""
        self._settled = False
        """Whether the first batch was accepted."""
        self.compared = (0, 0)
        """Checksums of this copy and the other one when they last proved to differ."""
        self.refusal: Refusal | None = obstacle(path) if self.save is not None else None
        """Why the save cannot be written, if it cannot."""
        self.writes = writes and self.refusal is None

    @property
    def campaign(self) -> tuple[str, str, str]:
        """Id, title and system of the campaign; empty without a save."""
        if self.save is None:
            return "", "", ""
        campaign = self.save.campaign
        return campaign.id, campaign.title, campaign.system

    @property
    def events(self) -> int:
        return len(self.save.entries) if self.save is not None else 0

    @property
    def checksum(self) -> int:
        return self.save.checksum if self.save is not None else 0

    def begin(self, campaign: str) -> None:
        """Start accepting events of a campaign, with those received before the line was last cut."""
        self.end()
        self._settled = False
        self._part = Part(self._journals, self.path, campaign, self._batch_limit)

    def end(self) -> None:
        """Keep the running batch for the next connection."""
        if self._part is not None:
            self._part.close()
            self._part = None

    def close(self) -> None:
        self.end()
        if self.save is not None:
            self.save.close()

    @property
    def offered_entries(self) -> Mapping[str, Entry]:
        """The events of the save that the other copy may get.

        Lines whose own checksum does not fit are left out: the other side would end the link over them.
        """
        for event_id, entry in self.save.entries.items() if self.save is not None else ():
            if self._offered.get(event_id) is not entry and is_intact(entry.line):
                self._offered[event_id] = entry
        return self._offered

    @property
    def batch(self) -> Entries:
        """The events of the running batch."""
        return self._part.entries if self._part is not None else {}

    def receive(self, line: bytes) -> tuple[str, Entry]:
        """Add the event in a line to the batch; anything but an event ends the link."""
        try:
            event_id, entry = read_line(line)
        except Unreadable as error:
            raise LinkEnded("link_garbage") from error
        if not is_intact(entry.line):
            raise LinkEnded("link_garbage")
        if self._part is None:
            raise LinkEnded("link_not_asked")
        own_entry = self.save.entries.get(event_id) if self.save is not None else None
        if own_entry != entry:
            self._part.add(event_id, entry)
            if self._part.size > self._batch_limit:
                self.spoil()
                raise LinkEnded("link_too_much")
        return event_id, own_entry if own_entry == entry and own_entry is not None else entry

    def spoil(self) -> None:
        """Drop the running batch: nothing of it may reach the save."""
        if self._part is not None:
            self._part.forget()

    @property
    def _batch_limit(self) -> int:
        return MOST_BYTES - self._grown if self.save is not None else MOST_CLONED

    def take_in(self, campaign: str) -> int:
        """Judge the batch and accept it whole; returns the number of new events.

        A batch with too many faults ends the link and is dropped. Raises the refusals of a save that cannot
        be created.
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
        old_count = self.events
        if self.save is None:
            self._clone(batch)
        else:
            self.save.take_in(batch)
            self._grown += sum(len(entry.line) for entry in batch.values())
        self._settled = True
        if self._part is not None:
            self._part.start_batch()
        return self.events - old_count

    def share(self) -> bool:
        """Write the accepted events; returns whether the save has every event."""
        if self.save is None:
            return True
        sharing = self.save.share()
        self.refusal = sharing.refusal
        if sharing.is_shared and self._settled and self._part is not None and not self._part.entries:
            self._part.forget()
        return sharing.is_shared

    def poll(self) -> bool:
        """Read what other programs wrote; returns whether there may be something new."""
        if self.save is None or not (self.save.may_have_news or self.save.is_share_due):
            return False
        self.save.poll()
        if self.save.is_share_due:
            self.share()
        return True

    def _clone(self, batch: dict[str, Entry]) -> None:
        """Write the save of a clone in one go, and open it."""
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
        """End the link over a batch that would change the campaign's identity, or has too many faults."""
        own_entries = self.save.entries if self.save is not None else {}
        # Another version of the first event is judged as the save judges it: it is kept, and does not count.
        union = {
            each: preferred_version(own_entries.get(each, entry), entry) for each, entry in batch.items()
        }
        info = campaign_of({**own_entries, **union})
        if info is None or (info.id != campaign if self.save is None else info != self.save.campaign):
            raise LinkEnded("link_forged")
        # An event that a full disk kept out of the save may come again: it is no other version of itself.
        rivals = sum(1 for each, entry in batch.items() if own_entries.get(each, entry) != entry)
        if rivals > (0 if self._settled else MOST_RIVALS):
            raise LinkEnded("link_forged")
        if _rejected_count(batch, info, len(own_entries)) > MOST_REJECTED:
            raise LinkEnded("link_rejected")


def _rejected_count(batch: Entries, campaign: CampaignInfo, known_count: int) -> int:
    """Count the events of a batch that the table would not show."""
    validate, rejected = validator_for(campaign), 0
    for event_id in in_order_of_numbers(batch):
        if number_of(event_id) > highest_explained(known_count):
            rejected += 1
            continue
        known_count += 1
        try:
            validate(event_id, batch[event_id])
        except Refusal:
            rejected += 1
    return rejected
