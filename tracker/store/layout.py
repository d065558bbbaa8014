"""The bytes of a save: a line of `meta`, then one event per line in order, then one closing line.

It is ordinary TinyDB JSON that compares well in git, and a torn copy gives back every whole line.
"""

import json
import zlib
from collections.abc import Iterable
from itertools import pairwise
from types import MappingProxyType

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.contents import Body, Campaign, Contents, described
from tracker.store.line import (
    BETWEEN,
    Entries,
    Entry,
    JsonObject,
    ReadAll,
    Unreadable,
    laid_out,
    read_json,
    read_line,
    read_lines,
)

FORMAT = 1
HEAD_BYTES = 4096
"""More than the longest first line."""

_OPENING = b',"events":{'
_CLOSING = b"\n}}\n"
_NOTHING: Entries = MappingProxyType({})


class Meta(Struct, frozen=True):
    """The first line of a save; all of it follows from the events."""

    campaign: Campaign
    crc: int


def encode(contents: Contents) -> bytes:
    """Return the bytes of a save: the same for the same events, whoever writes them."""
    return b"".join(pieces(contents.campaign, contents.body))


def pieces(campaign: Campaign, body: Body) -> tuple[bytes, ...]:
    """Return the same bytes in pieces, so that nobody copies what is only written."""
    return _head(campaign, body.crc), *body.pieces, _CLOSING


def decode(content: bytes, read: ReadAll = read_lines) -> Contents:
    """Return what a save holds.

    Raises `newer_format`, and `Unreadable` for what no store has written or someone has changed since.
    """
    try:
        meta, contents = _decode_lines(content, read)
    except Unreadable:
        meta, contents = _decode_whole(content)
    if (contents.campaign, contents.body.crc) != (meta.campaign, meta.crc):
        raise Unreadable("the first line is not of these events")
    return contents


def grown_from(held: Contents, content: bytes, read: ReadAll = read_lines) -> Contents | None:
    """Return what a save holds if it is `held` with events added at its end; None if it is another."""
    try:
        meta = read_head(content)
        contents = held.followed_by(_added(held.body, content, read))
    except Unreadable:
        return None
    return contents if (contents.campaign, contents.body.crc) == (meta.campaign, meta.crc) else None


def read_head(content: bytes) -> Meta:
    """Return what the first line of a save says, without reading its events.

    Raises `newer_format`, and `Unreadable` when it is not the first line of a save.
    """
    head, _, _ = content.partition(b"\n")
    if not head.endswith(_OPENING):
        raise Unreadable("not the first line of a save")
    return _meta(read_json(head + b"}}"))


def documents_in(tables: JsonObject) -> Iterable[tuple[str, object]]:
    """Return the events of a save that was read as one object, by id.

    Raises `Unreadable` when it has none.
    """
    events = tables.get("events")
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
        return meta, Contents.of(entries)  # which may have laid out anew what came with an escape
    return meta, Contents.of(entries, Body((lines,), zlib.crc32(lines), max(entries)))


def _in_order(lines: bytes, read: ReadAll) -> Entries:
    entries = dict(read(lines))
    if any(earlier >= later for earlier, later in pairwise(entries)) or len(entries) <= lines.count(b"\n"):
        raise Unreadable("events out of order")
    return entries


def _decode_whole(content: bytes) -> tuple[Meta, Contents]:
    """Read a save that another program laid out anew: the same events, so the same checksum."""
    tables = read_json(content)
    if tables.keys() != {"meta", "events"}:
        raise Unreadable("other tables")
    return _meta(tables), Contents.of(_events(tables))


def _events(tables: JsonObject) -> dict[str, Entry]:
    return dict(read_line(laid_out(*each)) for each in documents_in(tables))


def _meta(tables: JsonObject) -> Meta:
    table = tables.get("meta")
    meta = table.get("1") if isinstance(table, dict) else None
    if not isinstance(meta, dict):
        raise Unreadable("no meta")
    _check_format(meta.get("format"))
    campaign, crc = described(meta, "campaign"), meta.get("crc")
    if campaign is None or not isinstance(crc, int):
        raise Unreadable("meta of another kind")
    return Meta(campaign, crc)


def _check_format(found: object) -> None:
    if not isinstance(found, int) or found < 1:
        raise Unreadable("no format")
    if found > FORMAT:
        raise Refusal("newer_format", found=found, known=FORMAT)


def _head(campaign: Campaign, crc: int) -> bytes:
    meta = {
        "format": FORMAT,
        "campaign": campaign.id,
        "system": campaign.system,
        "title": campaign.title,
        "crc": crc,
    }
    table = json.dumps({"1": meta}, ensure_ascii=False, separators=(",", ":"))
    return b'{"meta":' + table.encode() + _OPENING + b"\n"
