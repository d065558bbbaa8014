"""What a save holds: its campaign and its events, in order and as the lines that they are written in."""

import zlib
from collections.abc import Mapping
from typing import Self

from msgspec import Struct

from tracker.store.line import BETWEEN, Entries, Entry, Unreadable

CAMPAIGN_LENGTH = 64
TITLE_LENGTH = 200


class Campaign(Struct, frozen=True):
    """What a save is about, as its first event tells it."""

    id: str
    system: str
    title: str


class Body(Struct, frozen=True):
    """The lines of a save in order, as bytes, and their checksum.

    A save mostly grows at its end, so that writing it or reading it again need not go over what it held: its
    bytes are in pieces, each at least twice as long as the next, and what comes moves few of them.
    """

    pieces: tuple[bytes, ...]
    crc: int
    last: str
    """Id of its last event."""

    @property
    def length(self) -> int:
        """How many bytes they are."""
        return sum(map(len, self.pieces))

    @classmethod
    def of(cls, entries: Entries) -> Self:
        """Return the body of a save of these events, of which there is at least one."""
        order = sorted(entries)
        content = BETWEEN.join([entries[event_id].line for event_id in order])
        return cls((content,), zlib.crc32(content), order[-1])

    def ends_before(self, entries: Entries) -> bool:
        """Whether all of these events are later than its last."""
        return not entries or min(entries) > self.last

    def followed_by(self, entries: Entries) -> "Body":
        """Return the body with events added, all of them later than its last."""
        if not entries:
            return self
        later = Body.of(entries)
        grown = b"".join((BETWEEN, *later.pieces))
        crc, pieces = zlib.crc32(grown, self.crc), list(self.pieces)
        while pieces and len(pieces[-1]) < 2 * len(grown):
            grown = pieces.pop() + grown
        return Body((*pieces, grown), crc, later.last)

    def end_in(self, content: bytes, start: int) -> int:
        """Return where these lines end in a content in which they stand from `start` on.

        Raises `Unreadable` when other bytes stand there.
        """
        for piece in self.pieces:
            if not content.startswith(piece, start):
                raise Unreadable("not that save")
            start += len(piece)
        return start


class Contents(Struct, frozen=True):
    """What a save holds, and which of it was not in the contents it grew from."""

    campaign: Campaign
    body: Body
    entries: dict[str, Entry]
    added: Entries

    @classmethod
    def of(cls, entries: Entries, body: Body | None = None) -> Self:
        """Return the contents of a save of these events, whose body may be at hand.

        Raises `Unreadable` when none of them begins a campaign.
        """
        campaign = campaign_of(entries)
        if campaign is None:
            raise Unreadable("no event begins the campaign")
        own = dict(entries)
        return cls(campaign, body or Body.of(own), own, own)

    def written(self, body: Body, added: Entries) -> "Contents":
        """Return what the save holds once events were written; these contents are not to be used any more.

        Of twenty thousand events, to copy them would be most of what writing one more takes here.
        """
        self.entries.update(added)
        return Contents(self.campaign, body, self.entries, added)

    def followed_by(self, added: Entries) -> "Contents":
        """Return the contents with events added, all of them later than the last."""
        return Contents(self.campaign, self.body.followed_by(added), {**self.entries, **added}, added)


def campaign_of(entries: Entries) -> Campaign | None:
    """Return the campaign these events belong to; None when the event that began it is not among them."""
    if not entries:
        return None
    begun = read_campaign(entries[min(entries)].document)
    if begun is not None:
        return begun
    campaigns = (read_campaign(entries[event_id].document) for event_id in sorted(entries))
    return next(filter(None, campaigns), None)


def read_campaign(document: Mapping[str, object]) -> Campaign | None:
    """Return the campaign a first event begins; None when it begins none."""
    campaign = document.get("campaign")
    return described(campaign, "id") if isinstance(campaign, dict) else None


def described(source: Mapping[str, object], id_key: str) -> Campaign | None:
    """Return the campaign that an object describes, under `id_key` its id; None when it describes none."""
    campaign, system, title = (source.get(key) for key in (id_key, "system", "title"))
    if not (isinstance(campaign, str) and isinstance(system, str) and isinstance(title, str)):
        return None
    if not 0 < len(campaign) <= CAMPAIGN_LENGTH or len(system) > CAMPAIGN_LENGTH or len(title) > TITLE_LENGTH:
        return None
    return Campaign(campaign, system, title)
