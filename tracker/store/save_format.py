"""The contents of a save and their bytes: a line of `meta`, one event per line in order, one closing line.

The bytes are ordinary TinyDB JSON that git compares well. A torn copy still has every whole line. A save of
format 2 has events that only newer programs know; the first of them makes one of format 1 a save of format 2.
"""

import json
import os
import re
import zlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Self

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.session.event_id import event_named_by, is_of_format_1, number_of
from tracker.store.event_line import (
    BETWEEN,
    Entries,
    Entry,
    JsonObject,
    ReadAll,
    Unreadable,
    is_intact,
    read_json,
    read_line,
    read_lines,
    standard_line,
)

CAMPAIGN_LENGTH = 64
TITLE_LENGTH = 200
_BEGINS = b'"campaign"'
"""Part of the line of every event that begins a campaign."""


class CampaignInfo(Struct, frozen=True):
    """The campaign of a save, as its first event describes it."""

    id: str
    """The identity: equal in every copy of the campaign, different in any other campaign."""
    system: str
    title: str


class Body(Struct, frozen=True):
    """The lines of a save in order, as bytes, and their checksum.

    A save mostly grows at its end, so it is written and read again without copying all its bytes: they are in
    pieces, each at least twice as long as the next, so that an addition copies few of them.
    """

    pieces: tuple[bytes, ...]
    crc: int
    last: str
    """Id of its last event."""
    format: int
    """The oldest format that can hold them."""

    @property
    def length(self) -> int:
        return sum(map(len, self.pieces))

    @classmethod
    def from_entries(cls, entries: Entries) -> Self:
        """Join the lines of these events, of which there is at least one."""
        order = sorted(entries)
        content = BETWEEN.join([entries[event_id].line for event_id in order])
        return cls((content,), zlib.crc32(content), order[-1], _format_of(order))

    def ends_before(self, entries: Entries) -> bool:
        """Whether all of these events are later than the last one here."""
        return not entries or min(entries) > self.last

    def followed_by(self, entries: Entries) -> "Body":
        """Add events, all of them later than the last one here."""
        if not entries:
            return self
        addition = Body.from_entries(entries)
        tail = b"".join((BETWEEN, *addition.pieces))
        crc, pieces = zlib.crc32(tail, self.crc), list(self.pieces)
        # Merged with each piece shorter than twice its length, so that the pieces stay few.
        while pieces and len(pieces[-1]) < 2 * len(tail):
            tail = pieces.pop() + tail
        return Body((*pieces, tail), crc, addition.last, max(self.format, addition.format))

    def end_in(self, content: bytes, start: int) -> int:
        """Find where these lines end in a content that has them from `start` on.

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

    @property
    def meta(self) -> "Meta":
        """The first line that belongs to these events."""
        return Meta(self.campaign, self.body.crc, self.body.format)

    @classmethod
    def from_entries(cls, entries: Entries, body: Body | None = None) -> Self:
        """Lay out these events, whose body may be known already.

        Raises `Unreadable` if none of them begins a campaign.
        """
        campaign = campaign_of(entries)
        if campaign is None:
            raise Unreadable("no event begins the campaign")
        copy = dict(entries)
        return cls(campaign, body or Body.from_entries(copy), copy, copy)

    def grows_by(self, added: Entries) -> bool:
        """Whether these events belong at the end, and change nothing of the first line but its checksum."""
        return self.body.ends_before(added) and not any(_BEGINS in entry.line for entry in added.values())

    def with_written(self, body: Body, added: Entries) -> "Contents":
        """Return the contents after events were written. The old contents must not be used any more."""
        # In place: to copy 20,000 entries would take most of the time of a write.
        self.entries.update(added)
        return Contents(self.campaign, body, self.entries, added)

    def followed_by(self, added: Entries) -> "Contents":
        """Add events, all of them later than the last one."""
        return Contents(self.campaign, self.body.followed_by(added), {**self.entries, **added}, added)


def identity_begun_by(event_id: str) -> str:
    """Name a new campaign by its first event, with a part that no copy shares."""
    # A copy that becomes a campaign of its own has the same first event, so the random part tells them apart.
    return f"{event_id}-{os.urandom(8).hex()}"


def campaign_of(entries: Entries) -> CampaignInfo | None:
    """Find the campaign that these events begin, in whatever order they came; None if none begins one."""
    beginning = find_beginning(entries)
    return beginning[1] if beginning else None


def find_beginning(entries: Entries) -> tuple[str, CampaignInfo] | None:
    """Find the event that begins the campaign of these events, and that campaign."""
    if not entries:
        return None
    first = min(entries)
    campaign = read_campaign(entries[first].document)
    if campaign is not None and event_named_by(campaign.id) == first:
        return first, campaign
    beginnings = [
        (event_id, campaign)
        for event_id, entry in entries.items()
        if _BEGINS in entry.line and (campaign := read_campaign(entry.document))
    ]
    return min(beginnings, key=lambda each: _place_of_beginning(*each), default=None)


def _place_of_beginning(event_id: str, campaign: CampaignInfo) -> tuple[bool, int, bool, str]:
    """Order events that claim to begin a campaign; the first of them does.

    An identity names its first event, so no other event can begin that campaign. Identities of libraries and
    of earlier versions name none: there the number decides, since an event of format 1 may be forged into a
    newer campaign, before its first event. No program numbers an event 0.
    """
    first_id, number = event_named_by(campaign.id), number_of(event_id)
    may_begin = first_id == event_id if first_id else number > 0
    return not may_begin, number, not first_id, event_id


def begins_another(event_id: str, entry: Entry, campaign: CampaignInfo) -> bool:
    """Whether an event begins another campaign, or this one a second time in another way."""
    beginning = read_campaign(entry.document) if _BEGINS in entry.line else None
    if beginning is None:
        return False
    first_id = event_named_by(campaign.id)
    # An identity without an event id allows an equal second beginning: two GMs may each begin a library.
    return (beginning.id, beginning.system) != (campaign.id, campaign.system) or (
        first_id not in ("", event_id)
    )


def read_campaign(document: Mapping[str, object]) -> CampaignInfo | None:
    """Return the campaign that an event begins, if it does."""
    campaign = document.get("campaign")
    return find_campaign_info(campaign, "id") if isinstance(campaign, dict) else None


def find_campaign_info(source: Mapping[str, object], id_key: str) -> CampaignInfo | None:
    """Return the campaign that an object describes, with its id under `id_key`; None if it does not fit."""
    campaign, system, title = (source.get(key) for key in (id_key, "system", "title"))
    if not (isinstance(campaign, str) and isinstance(system, str) and isinstance(title, str)):
        return None
    if not 0 < len(campaign) <= CAMPAIGN_LENGTH or len(system) > CAMPAIGN_LENGTH or len(title) > TITLE_LENGTH:
        return None
    return CampaignInfo(campaign, system, title)


FORMAT = 2
HEAD_BYTES = 1 << 13
"""More than the longest first line, also with its letters escaped."""

EVENTS = "events"
"""The name of the table of events in a save."""
_OPENING = b',"events":{'
_CLOSING = b"\n}}\n"
_HEAD = re.compile(rb'\s*\{\s*"meta"\s*:\s*(\{.*?\})\s*,\s*"events"\s*:\s*\{', re.DOTALL)
"""The pattern with which a save begins, in whatever layout; a quoted text has no such bytes."""
_NOTHING: Entries = MappingProxyType({})


class Meta(Struct, frozen=True):
    """The first line of a save, all of which follows from the events."""

    campaign: CampaignInfo
    crc: int
    format: int


def encode(contents: Contents) -> bytes:
    """Encode a save. Equal events give equal bytes on every machine."""
    return b"".join(pieces(contents.campaign, contents.body))


def pieces(campaign: CampaignInfo, body: Body) -> tuple[bytes, ...]:
    """Encode a save in pieces, which are written without joining them."""
    return _encode_head(Meta(campaign, body.crc, body.format)), *body.pieces, _CLOSING


def decode(content: bytes, read: ReadAll = read_lines) -> Contents:
    """Read the contents of a save.

    Raises `newer_format`, and `Unreadable` for bytes that no store has written, or that were changed since.
    """
    content = content.removeprefix(BOM_UTF8)  # some editors put a byte order mark there: no damage
    try:
        meta, contents = _decode_lines(content, read)
    except Unreadable:
        meta, contents = _decode_whole(content)
    if _OPENING + b"\n" not in content[:HEAD_BYTES]:
        # TinyDB itself may have written it, and it makes no checksums: those of the lines must do.
        if not all(is_intact(entry.line) for entry in contents.entries.values()):
            raise Unreadable("an event was changed since it was written")
        meta = Meta(meta.campaign, contents.body.crc, contents.body.format)
    if contents.meta != meta:
        raise Unreadable("the first line is not of these events")
    return contents


def grown_from(old_contents: Contents, content: bytes, read: ReadAll = read_lines) -> Contents | None:
    """Read a save that is `old_contents` with events added at its end; None for any other save."""
    try:
        meta = read_head(content)
        contents = old_contents.followed_by(_added_entries(old_contents.body, content, read))
    except Unreadable:
        return None
    return contents if contents.meta == meta else None


def read_head(content: bytes) -> Meta:
    """Parse the first line of a save without reading its events.

    Raises `newer_format`, and `Unreadable` if no save begins so.
    """
    match = _HEAD.match(content[:HEAD_BYTES].removeprefix(BOM_UTF8))
    if match is None:
        raise Unreadable("not the first line of a save")
    return _parse_meta(read_json(match[1]))


def documents_in(tables: JsonObject) -> Iterable[tuple[str, object]]:
    """Return the events, by id, of a save that was read as one object.

    Raises `Unreadable` if it has no table of events.
    """
    events = tables.get(EVENTS)
    if not isinstance(events, dict):
        raise Unreadable("no table of events")
    return events.items()


def _added_entries(old_body: Body, content: bytes, read: ReadAll) -> Entries:
    if not content.endswith(_CLOSING):
        raise Unreadable("not that save")
    tail = content[old_body.end_in(content, content.index(b"\n") + 1) : -len(_CLOSING)]
    if not tail:
        return _NOTHING
    entries = _ordered_entries(tail.removeprefix(BETWEEN), read)
    if not tail.startswith(BETWEEN) or next(iter(entries)) <= old_body.last:
        raise Unreadable("not that save")
    return entries


def _decode_lines(content: bytes, read: ReadAll) -> tuple[Meta, Contents]:
    meta = read_head(content)
    if not content.endswith(_CLOSING):
        raise Unreadable("not as it was written")
    lines = content[content.index(b"\n") + 1 : -len(_CLOSING)]
    entries = _ordered_entries(lines, read)
    if lines.find(b"\\u") >= 0:
        return meta, Contents.from_entries(entries)  # the entries have their escapes written out
    body = Body((lines,), zlib.crc32(lines), max(entries), _format_of(entries))
    return meta, Contents.from_entries(entries, body)


def _ordered_entries(lines: bytes, read: ReadAll) -> Entries:
    entries = dict(read(lines))
    # Fewer ids than lines mean that an id is repeated.
    if [*entries] != sorted(entries) or len(entries) <= lines.count(b"\n"):
        raise Unreadable("events out of order")
    return entries


def _decode_whole(content: bytes) -> tuple[Meta, Contents]:
    """Read a save in whatever layout: equal events have an equal checksum."""
    tables = read_json(content)
    meta = _parse_meta(tables.get("meta"))
    if tables.keys() != {"meta", EVENTS}:
        raise Unreadable("other tables")
    return meta, Contents.from_entries(_events(tables))


def _events(tables: JsonObject) -> dict[str, Entry]:
    return dict(read_line(standard_line(*each)) for each in documents_in(tables))


def _format_of(event_ids: Iterable[str]) -> int:
    """Return the oldest format that has such ids."""
    return 1 if all(map(is_of_format_1, event_ids)) else 2


def _parse_meta(table: object) -> Meta:
    meta = table.get("1") if isinstance(table, dict) else None
    if not isinstance(meta, dict):
        raise Unreadable("no meta")
    version = _parse_format(meta.get("format"))
    campaign, crc = find_campaign_info(meta, "campaign"), meta.get("crc")
    if campaign is None or not isinstance(crc, int):
        raise Unreadable("meta of another kind")
    return Meta(campaign, crc, version)


def _parse_format(version: object) -> int:
    if not isinstance(version, int) or version < 1:
        raise Unreadable("no format")
    if version > FORMAT:
        raise Refusal("newer_format", found=version, known=FORMAT)
    return version


def _encode_head(meta: Meta) -> bytes:
    fields = {
        "format": meta.format,
        "campaign": meta.campaign.id,
        "system": meta.campaign.system,
        "title": meta.campaign.title,
        "crc": meta.crc,
    }
    table = json.dumps({"1": fields}, ensure_ascii=False, separators=(",", ":"))
    return b'{"meta":' + table.encode() + _OPENING + b"\n"
