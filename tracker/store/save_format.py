"""The contents of a save and their bytes: a line of `meta`, one event per line in order, one closing line.

The bytes are ordinary TinyDB JSON that compares well in git. A torn copy gives back every whole line.
"""

import json
import os
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Self

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.event_line import (
    BETWEEN,
    ID_LENGTH,
    Entries,
    Entry,
    JsonObject,
    ReadAll,
    Unreadable,
    is_event_id,
    laid_out,
    number_of,
    read_json,
    read_line,
    read_lines,
)

CAMPAIGN_LENGTH = 64
TITLE_LENGTH = 200
_BEGINS = b'"campaign"'
"""Part of the line of every event that begins a campaign."""


class CampaignInfo(Struct, frozen=True):
    """The campaign of a save, as its first event describes it."""

    id: str
    """Its identity: equal in every copy of the campaign, and in no other campaign."""
    system: str
    title: str


class Body(Struct, frozen=True):
    """The lines of a save in order, as bytes, and their checksum.

    A save mostly grows at its end, so writing or reading it again need not copy all its bytes. They are in
    pieces, each at least twice as long as the next, so that an addition copies few of them.
    """

    pieces: tuple[bytes, ...]
    crc: int
    last: str
    """Id of its last event."""

    @property
    def length(self) -> int:
        """Their number of bytes."""
        return sum(map(len, self.pieces))

    @classmethod
    def from_entries(cls, entries: Entries) -> Self:
        """Return the body of a save of these events, at least one."""
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
        later = Body.from_entries(entries)
        grown = b"".join((BETWEEN, *later.pieces))
        crc, pieces = zlib.crc32(grown, self.crc), list(self.pieces)
        while pieces and len(pieces[-1]) < 2 * len(grown):
            grown = pieces.pop() + grown
        return Body((*pieces, grown), crc, later.last)

    def end_in(self, content: bytes, start: int) -> int:
        """Return where these lines end in a content that has them from `start` on.

        Raises `Unreadable` if the content has other bytes there.
        """
        for piece in self.pieces:
            if not content.startswith(piece, start):
                raise Unreadable("not that save")
            start += len(piece)
        return start


class Contents(Struct, frozen=True):
    """The contents of a save, and which events are new since the contents that it grew from."""

    campaign: CampaignInfo
    body: Body
    entries: dict[str, Entry]
    added: Entries

    @classmethod
    def from_entries(cls, entries: Entries, body: Body | None = None) -> Self:
        """Return the contents of a save of these events, whose body may be given.

        Raises `Unreadable` if none of them begins a campaign.
        """
        campaign = campaign_of(entries)
        if campaign is None:
            raise Unreadable("no event begins the campaign")
        own = dict(entries)
        return cls(campaign, body or Body.from_entries(own), own, own)

    def grows_by(self, added: Entries) -> bool:
        """Whether these events come at its end and leave its first line as it is, but for the checksum."""
        return self.body.ends_before(added) and not any(_BEGINS in entry.line for entry in added.values())

    def with_written(self, body: Body, added: Entries) -> "Contents":
        """Return the contents after events were written. The old contents must not be used any more.

        Mutates in place: copying 20,000 entries dominates a write.
        """
        self.entries.update(added)
        return Contents(self.campaign, body, self.entries, added)

    def followed_by(self, added: Entries) -> "Contents":
        """Return the contents with events added, all of them later than the last."""
        return Contents(self.campaign, self.body.followed_by(added), {**self.entries, **added}, added)


def identity_begun_by(event_id: str) -> str:
    """Return the identity of a new campaign: the id of its first event, and a part that no copy shares.

    A copy that becomes a campaign of its own has the same first event.
    """
    return f"{event_id}-{os.urandom(8).hex()}"


def campaign_of(entries: Entries) -> CampaignInfo | None:
    """Return the campaign of these events, whatever the order in which they came; None if none begins one.

    An identity names its first event, so no other event can begin that campaign. The identities of earlier
    versions and of libraries name none: there the earliest event decides. No program numbers an event 0.
    """
    if not entries:
        return None
    first = min(entries)
    begun = read_campaign(entries[first].document)
    if begun is not None and _may_begin(first, begun):
        return begun
    beginnings = {
        event_id: begun
        for event_id, entry in sorted(entries.items())
        if _BEGINS in entry.line and (begun := read_campaign(entry.document))
    }
    honest = (begun for event_id, begun in beginnings.items() if _may_begin(event_id, begun))
    return next(honest, next(iter(beginnings.values()), None))


def _may_begin(event_id: str, campaign: CampaignInfo) -> bool:
    """Whether a campaign can have begun with this event."""
    named = campaign.id[:ID_LENGTH]
    return named == event_id if is_event_id(named) else number_of(event_id) > 0


def begins_another(event_id: str, entry: Entry, campaign: CampaignInfo) -> bool:
    """Whether an event begins another campaign than this one, or this one a second time as something else.

    Two libraries of one folder may both have begun: equal beginnings do no harm.
    """
    begun = read_campaign(entry.document) if _BEGINS in entry.line else None
    if begun is None:
        return False
    named = campaign.id[:ID_LENGTH]
    return (begun.id, begun.system) != (campaign.id, campaign.system) or (
        is_event_id(named) and named != event_id
    )


def read_campaign(document: Mapping[str, object]) -> CampaignInfo | None:
    """Return the campaign that an event begins, or None."""
    campaign = document.get("campaign")
    return find_campaign_info(campaign, "id") if isinstance(campaign, dict) else None


def find_campaign_info(source: Mapping[str, object], id_key: str) -> CampaignInfo | None:
    """Return the campaign that an object describes, with its id under `id_key`, or None."""
    campaign, system, title = (source.get(key) for key in (id_key, "system", "title"))
    if not (isinstance(campaign, str) and isinstance(system, str) and isinstance(title, str)):
        return None
    if not 0 < len(campaign) <= CAMPAIGN_LENGTH or len(system) > CAMPAIGN_LENGTH or len(title) > TITLE_LENGTH:
        return None
    return CampaignInfo(campaign, system, title)


FORMAT = 1
HEAD_BYTES = 4096
"""More than the longest first line."""

EVENTS = "events"
"""The table of the events in a save."""
_OPENING = b',"events":{'
_CLOSING = b"\n}}\n"
_NOTHING: Entries = MappingProxyType({})


class Meta(Struct, frozen=True):
    """The first line of a save. All of it can be computed from the events."""

    campaign: CampaignInfo
    crc: int


def encode(contents: Contents) -> bytes:
    """Return the bytes of a save. They are equal for equal events, on every machine."""
    return b"".join(pieces(contents.campaign, contents.body))


def pieces(campaign: CampaignInfo, body: Body) -> tuple[bytes, ...]:
    """Return the bytes of a save in pieces, which are written without joining them."""
    return _head(campaign, body.crc), *body.pieces, _CLOSING


def decode(content: bytes, read: ReadAll = read_lines) -> Contents:
    """Return the contents of a save.

    A byte order mark, which some editors put at the beginning, is no damage.

    Raises `newer_format`, and `Unreadable` for bytes that no store has written, or that were changed since.
    """
    content = content.removeprefix(BOM_UTF8)
    try:
        meta, contents = _decode_lines(content, read)
    except Unreadable:
        meta, contents = _decode_whole(content)
    if (contents.campaign, contents.body.crc) != (meta.campaign, meta.crc):
        raise Unreadable("the first line is not of these events")
    return contents


def grown_from(held: Contents, content: bytes, read: ReadAll = read_lines) -> Contents | None:
    """Return the contents of a save that is `held` with events added at its end; None for any other save."""
    try:
        meta = read_head(content)
        contents = held.followed_by(_added(held.body, content, read))
    except Unreadable:
        return None
    return contents if (contents.campaign, contents.body.crc) == (meta.campaign, meta.crc) else None


def read_head(content: bytes) -> Meta:
    """Return the first line of a save without reading its events.

    Raises `newer_format`, and `Unreadable` if it is not the first line of a save.
    """
    head, _, _ = content.removeprefix(BOM_UTF8).partition(b"\n")
    if not head.endswith(_OPENING):
        raise Unreadable("not the first line of a save")
    return _meta(read_json(head + b"}}"))


def documents_in(tables: JsonObject) -> Iterable[tuple[str, object]]:
    """Return the events, by id, of a save that was read as one object.

    Raises `Unreadable` if it has no table of events.
    """
    events = tables.get(EVENTS)
    if not isinstance(events, dict):
        raise Unreadable("no table of events")
    return events.items()


def _added(held: Body, content: bytes, read: ReadAll) -> Entries:
    if not content.endswith(_CLOSING):
        raise Unreadable("not that save")
    rest = content[held.end_in(content, content.index(b"\n") + 1) : -len(_CLOSING)]
    if not rest:
        return _NOTHING
    entries = _in_order(rest.removeprefix(BETWEEN), read)
    if not rest.startswith(BETWEEN) or next(iter(entries)) <= held.last:
        raise Unreadable("not that save")
    return entries


def _decode_lines(content: bytes, read: ReadAll) -> tuple[Meta, Contents]:
    meta = read_head(content)
    if not content.endswith(_CLOSING):
        raise Unreadable("not as it was written")
    lines = content[content.index(b"\n") + 1 : -len(_CLOSING)]
    entries = _in_order(lines, read)
    if lines.find(b"\\u") >= 0:
        return meta, Contents.from_entries(entries)  # reading has written escapes out
    return meta, Contents.from_entries(entries, Body((lines,), zlib.crc32(lines), max(entries)))


def _in_order(lines: bytes, read: ReadAll) -> Entries:
    entries = dict(read(lines))
    if [*entries] != sorted(entries) or len(entries) <= lines.count(b"\n"):
        raise Unreadable("events out of order")
    return entries


def _decode_whole(content: bytes) -> tuple[Meta, Contents]:
    """Read a save that another program has laid out otherwise: equal events have an equal checksum."""
    tables = read_json(content)
    if tables.keys() != {"meta", EVENTS}:
        raise Unreadable("other tables")
    return _meta(tables), Contents.from_entries(_events(tables))


def _events(tables: JsonObject) -> dict[str, Entry]:
    return dict(read_line(laid_out(*each)) for each in documents_in(tables))


def _meta(tables: JsonObject) -> Meta:
    table = tables.get("meta")
    meta = table.get("1") if isinstance(table, dict) else None
    if not isinstance(meta, dict):
        raise Unreadable("no meta")
    _check_format(meta.get("format"))
    campaign, crc = find_campaign_info(meta, "campaign"), meta.get("crc")
    if campaign is None or not isinstance(crc, int):
        raise Unreadable("meta of another kind")
    return Meta(campaign, crc)


def _check_format(found: object) -> None:
    if not isinstance(found, int) or found < 1:
        raise Unreadable("no format")
    if found > FORMAT:
        raise Refusal("newer_format", found=found, known=FORMAT)


def _head(campaign: CampaignInfo, crc: int) -> bytes:
    meta = {
        "format": FORMAT,
        "campaign": campaign.id,
        "system": campaign.system,
        "title": campaign.title,
        "crc": crc,
    }
    table = json.dumps({"1": meta}, ensure_ascii=False, separators=(",", ":"))
    return b'{"meta":' + table.encode() + _OPENING + b"\n"
