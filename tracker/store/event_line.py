"""One event as one line of strict JSON, which begins with the id of the event.

A line is written once, read once, and has the same bytes in every copy. It ends with its own checksum: damage
that leaves a file readable still shows in the damaged line.
"""

import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from json import JSONDecoder, JSONEncoder
from typing import Any, TypeVar

from msgspec import Struct, json

from tracker.rules.refusal import Refusal
from tracker.session.event_id import HIGHEST, SHAPE, WRITERS, is_event_id

FREE, FOR_EACH = 1_000_000, 1_000
"""The highest number that an empty log explains, and how much each event of the log adds to it.

An honest number is the highest known one plus one. Refused actions and lost copies leave gaps.
"""

BEGINNING = rb'"(%s)":\{' % SHAPE.encode()
"""The pattern with which a line begins, its id as a group."""
_BEGINNING = re.compile(BEGINNING)


def new_writer() -> str:
    """Make up a random name for this process, so that two terminals never make the same id."""
    return f"{int.from_bytes(os.urandom(8)) % WRITERS:010d}"


def highest_explained(events: int) -> int:
    """Return the highest number that the next event of a log of this many events can honestly have.

    >>> highest_explained(41)
    1041000
    """
    # A log fills its file long before it explains the last number, so no event can use up the numbers.
    return min(HIGHEST, FREE + FOR_EACH * events)


JsonObject = dict[str, Any]
S = TypeVar("S", bound=Struct)

EVENT_BYTES = 256 * 1024
DEPTH = 32
"""Levels of nesting; an event of play needs five or six."""

_CHECKSUM = "crc"
_KEY = b'"%s":' % _CHECKSUM.encode()
_CHECK = b',%s"' % _KEY
_CHECK_STARTS = -len(_CHECK) - 8 - len(b'"}')
_SUM_STARTS = _CHECK_STARTS + len(_CHECK)
"""Where a line's checksum begins, with its key and without, counted from the end of the line."""


class Unreadable(Exception):  # noqa: N818 - describes bytes, as `Damaged` does
    """No store has written these bytes."""


class Entry(Struct, frozen=True):
    """An event as its line, from which its document is parsed on demand.

    A document takes four times the memory of its line, and few documents of a long campaign are read again.
    """

    line: bytes

    @property
    def document(self) -> JsonObject:
        document: JsonObject = json.decode(_content(self.line))
        return document

    def as_struct(self, kind: type[S]) -> S:
        """Parse the document into a struct; raises `ValidationError` if it does not fit."""
        return json.decode(_content(self.line), type=kind)


Entries = Mapping[str, Entry]
Read = Callable[[bytes], tuple[str, Entry]]
"""Parses a line into its id and entry; raises `Unreadable`."""
ReadAll = Callable[[bytes], Iterable[tuple[str, Entry]]]
"""Parses the lines of a save into ids and entries; raises `Unreadable`."""
BETWEEN = b",\n"
"""The separator between the lines of a save."""


class Documents(Mapping[str, JsonObject]):
    """The documents of events, each parsed on demand."""

    def __init__(self, entries: Entries) -> None:
        self.entries = entries

    def __getitem__(self, event_id: str) -> JsonObject:
        return self.entries[event_id].document

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, event_id: object) -> bool:
        return event_id in self.entries

    def __repr__(self) -> str:
        return repr(dict(self))


def write_line(event_id: str, document: object) -> Entry:
    """Return the entry of a new event, equal to what a restart would read.

    Raises `event_not_json` for values that strict JSON does not have, and `event_too_big` past `EVENT_BYTES`.
    """
    try:
        line = _with_checksum(_line(event_id, document))
        if len(line) > EVENT_BYTES:
            raise Refusal("event_too_big", size=len(line) >> 10, limit=EVENT_BYTES >> 10)
        return read_line(line)[1]
    except Unreadable as reason:
        raise Refusal("event_not_json", reason=str(reason)) from reason


def read_line(line: bytes) -> tuple[str, Entry]:
    """Parse a line without its comma into its id and entry; escaped letters are written out.

    Does not verify the checksum. Raises `Unreadable` for anything a store would not have written.
    """
    event_id = _id_of(line)
    if len(line) > EVENT_BYTES:
        raise Unreadable("longer than an event may be")
    document = read_json(_content(line))
    if b"\\" in line and b"\\u" in line:  # to look for one byte first is eight times as fast
        new_line = _line(event_id, document)
        if is_checked(line):
            # A wrong checksum stays wrong, so that the damage still shows.
            line = (
                _with_checksum(new_line) if is_intact(line) else new_line[: -len(b"}")] + line[_CHECK_STARTS:]
            )
        else:
            line = new_line
        if len(line) > EVENT_BYTES:
            raise Unreadable("longer than an event may be once it is laid out")
    return event_id, Entry(line)


def read_lines(lines: bytes) -> Iterable[tuple[str, Entry]]:
    """Parse the lines of a save into ids and entries; raises `Unreadable`."""
    return map(read_line, lines.split(BETWEEN))


def read_intact_line(line: bytes) -> tuple[str, Entry]:
    """Parse a line into its id and entry, and verify its checksum; raises `Unreadable`."""
    if not is_checked(line):
        # A line of an earlier version has no checksum, and passes. Where the checksum fits and only its key
        # is damaged, the line gets the key back.
        mended = _with_checksum(_without_checksum(line))
        line = mended if line[_SUM_STARTS:] == mended[_SUM_STARTS:] else line
    if not is_intact(line):
        raise Unreadable("changed since it was written")
    return read_line(line)


def cached_or_read(line: bytes, entries: Entries, read: Read) -> tuple[str, Entry]:
    """Return the id and entry in a line, parsed only if `entries` does not have the line.

    Raises `Unreadable`.
    """
    event_id = line[1 : line.find(b'"', 1)].decode("ascii", "replace")
    entry = entries.get(event_id)
    return (event_id, entry) if entry is not None and entry.line == line else read(line)


def is_checked(line: bytes) -> bool:
    """Whether a line has a checksum. Lines of earlier versions have none."""
    return line.startswith(_CHECK, len(line) + _CHECK_STARTS)


def is_intact(line: bytes) -> bool:
    """Whether the checksum of a line fits, or is missing. One of another length is damaged, and not missing.

    Raises `Unreadable` for an unchecked line that is no JSON.
    """
    if is_checked(line):
        return line == _with_checksum(_without_checksum(line))
    # In a file that TinyDB has laid out with sorted keys, the checksum is not the last.
    return _KEY not in line or next(reversed(read_json(_content(line))), "") != _CHECKSUM


def preferred_version(one: Entry, other: Entry) -> Entry:
    """Choose, of two versions of one event, the version that every copy keeps."""
    # Any order will do that depends on the bytes alone.
    return max(one, other, key=lambda entry: entry.line)


def read_json(content: bytes) -> JsonObject:
    """Parse the one JSON object in these bytes.

    Raises `Unreadable`, also for repeated keys, NaN and deep nesting.
    """
    try:
        value = json.decode(content)
        if json.encode(value) != content:  # in another layout: it may repeat a key, which msgspec accepts
            value = _STRICT.decode(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)[:80]) from error
    if not isinstance(value, dict):
        raise Unreadable("not an object")
    if content.count(b"{") + content.count(b"[") > DEPTH and _is_deeper(value, DEPTH):
        raise Unreadable(f"nested deeper than {DEPTH} levels")
    return value


def standard_line(event_id: str, document: object) -> bytes:
    """Return the line that this store would have written for a document in another layout.

    Raises `Unreadable` if it is no event.
    """
    if not is_event_id(event_id):
        raise Unreadable("not the id of an event")
    return _line(event_id, document)


def _id_of(line: bytes) -> str:
    match = _BEGINNING.match(line)
    if match is None:
        raise Unreadable("does not begin with the id of an event")
    return match[1].decode()


def document_in(line: bytes) -> bytes:
    """Return what stands behind the id of a line: its document with its checksum."""
    return line[_document_start(line) :]


def _document_start(line: bytes) -> int:
    return line.find(b":") + 1  # no id has a colon


def _without_checksum(line: bytes) -> bytes:
    return line[:_CHECK_STARTS] + b"}"


def _content(line: bytes) -> bytes:
    """Return the JSON of the document in a line, without the checksum."""
    start = _document_start(line)
    return line[start:_CHECK_STARTS] + b"}" if is_checked(line) else line[start:]


def _with_checksum(line: bytes) -> bytes:
    """Add the checksum of all bytes of a line; an empty document needs none."""
    content = line[:-1]
    return line if content.endswith(b"{") else b'%s%s%08x"}' % (content, _CHECK, zlib.crc32(content))


def _line(event_id: str, document: object) -> bytes:
    try:
        return f'"{event_id}":{_ENCODE(document)}'.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)[:80]) from error


def _is_deeper(value: object, levels: int) -> bool:
    if isinstance(value, dict):
        return levels == 0 or any(_is_deeper(inner, levels - 1) for inner in value.values())
    if isinstance(value, list):
        return levels == 0 or any(_is_deeper(inner, levels - 1) for inner in value)
    return False


def _object(pairs: list[tuple[str, Any]]) -> JsonObject:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key is repeated")
    return value


_STRICT = JSONDecoder(object_pairs_hook=_object)
"""Finds repeated keys, the one thing that msgspec accepts."""
_ENCODE = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
