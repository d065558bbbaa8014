"""One event as one line of strict JSON: written once, read once, and the same bytes in every copy.

A line ends with its own checksum, so that damage to a file that leaves it readable is seen in the very line.
"""

import json
import zlib
from collections.abc import Callable, Mapping
from sys import intern
from typing import Any, NamedTuple

from tracker.rules.refusal import Refusal
from tracker.store import event_id as ids

JsonObject = dict[str, Any]

EVENT_BYTES = 256 * 1024
DEPTH = 32
"""Levels of nesting: an event of play needs five or six."""

DOCUMENT_STARTS = ids.LENGTH + len('"":')
_CHECK = b',"crc":"'
_CHECK_STARTS = -len(_CHECK) - 8 - len(b'"}')
"""Where the checksum of a line begins, from its end."""


class Unreadable(Exception):  # noqa: N818 - said of a text, like its siblings
    """These bytes are not what a store writes."""


class Entry(NamedTuple):
    """An event as it is known: its line, written once, and its document, read once."""

    line: bytes
    document: JsonObject


Entries = Mapping[str, Entry]


def write_line(event_id: str, document: object) -> Entry:
    """Return the entry of a new event, whose document is what a restart would read back.

    Raises `event_not_json` for what strict JSON cannot say and `event_too_big` past `EVENT_BYTES`.
    """
    try:
        line = _checked(_line(event_id, document))
        if len(line) > EVENT_BYTES:
            raise Refusal("event_too_big", size=len(line) >> 10, limit=EVENT_BYTES >> 10)
        return read_line(line)[1]
    except Unreadable as reason:
        raise Refusal("event_not_json", reason=str(reason)) from reason


def read_line(line: bytes) -> tuple[str, Entry]:
    """Return the id and entry that a line without its comma holds; its checksum is taken on trust.

    Raises `Unreadable` for anything a store would not have written.
    """
    event_id = id_of(line)
    if len(line) > EVENT_BYTES:
        raise Unreadable("longer than an event may be")
    bears_check = _bears_check(line)
    content = line[DOCUMENT_STARTS:_CHECK_STARTS] + b"}" if bears_check else line[DOCUMENT_STARTS:]
    document = read_json(content)
    if b"\\u" in line:
        again = _line(event_id, document)
        return event_id, Entry(_checked(again) if bears_check else again, document)
    return event_id, Entry(line, document)


def read_intact_line(line: bytes) -> tuple[str, Entry]:
    """Return what a line holds where no checksum of a whole file vouches for it.

    Lines from before they had a checksum are taken as they are. Raises `Unreadable`.
    """
    if _bears_check(line) and line != _checked(line[:_CHECK_STARTS] + b"}"):
        raise Unreadable("changed since it was written")
    return read_line(line)


def known_or_read(
    line: bytes, known: Entries, read: Callable[[bytes], tuple[str, Entry]]
) -> tuple[str, Entry]:
    """Return what a line holds, reading only what is not known yet.

    Raises `Unreadable`.
    """
    event_id = id_of(line)
    entry = known.get(event_id)
    return (event_id, entry) if entry is not None and entry.line == line else read(line)


def preferred(one: Entry, other: Entry) -> Entry:
    """Return the version that every copy keeps when one event comes in two."""
    return max(one, other, key=lambda entry: entry.line)


def id_of(line: bytes) -> str:
    """Return the id a line begins with, without reading the rest.

    Raises `Unreadable` when it begins with something else.
    """
    start = line[:DOCUMENT_STARTS].decode("ascii", "replace")
    event_id = start[1 : ids.LENGTH + 1]
    if start != f'"{event_id}":' or not ids.is_event_id(event_id):
        raise Unreadable("does not begin with the id of an event")
    return event_id


def read_json(content: bytes) -> JsonObject:
    """Return the one JSON object in these bytes: no repeated key, no NaN, no depth without end.

    Raises `Unreadable`.
    """
    try:
        text = content.decode("utf-8")
        value, end = _DECODER.raw_decode(text) if text.startswith("{") else (None, 0)
        if end != len(text):
            value = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)[:80]) from error
    if not isinstance(value, dict):
        raise Unreadable("not an object")
    if content.count(b"{") + content.count(b"[") > DEPTH and _is_deeper(value, DEPTH):
        raise Unreadable(f"nested deeper than {DEPTH} levels")
    return value


def laid_out(event_id: str, document: object) -> bytes:
    """Return a document that came in some other layout as the line this store would have written.

    Raises `Unreadable` for what is no event.
    """
    if not ids.is_event_id(event_id):
        raise Unreadable("not the id of an event")
    return _line(event_id, document)


def _checked(line: bytes) -> bytes:
    """Return a line with the checksum of all its bytes before; an empty document needs none."""
    content = line[:-1]
    return line if content.endswith(b"{") else b'%s%s%08x"}' % (content, _CHECK, zlib.crc32(content))


def _bears_check(line: bytes) -> bool:
    return line.startswith(_CHECK, len(line) + _CHECK_STARTS)


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
    found = {intern(name): value for name, value in pairs}  # every event has the same few names
    if len(found) != len(pairs):
        raise ValueError("a key is repeated")
    return found


def _finite(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise ValueError("a number too big to hold")
    return number


def _not_a_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_constant=_not_a_number)
_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
