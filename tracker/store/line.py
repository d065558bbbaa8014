"""One event as one line of strict JSON: written once, read once, and the same bytes in every copy."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tracker.rules.refusal import Refusal
from tracker.store import event_id as ids

JsonObject = dict[str, Any]

EVENT_BYTES = 256 * 1024
DEPTH = 32
"""Levels of nesting: an event of play needs five or six."""

DOCUMENT_STARTS = ids.LENGTH + len('"":')


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
        line = _line(event_id, document)
        if len(line) > EVENT_BYTES:
            raise Refusal("event_too_big", size=len(line) >> 10, limit=EVENT_BYTES >> 10)
        return read_line(line)[1]
    except Unreadable as reason:
        raise Refusal("event_not_json", reason=str(reason)) from reason


def read_line(line: bytes) -> tuple[str, Entry]:
    """Return the id and entry that a line without its comma holds.

    Raises `Unreadable` for anything a store would not have written.
    """
    event_id = id_of(line)
    if len(line) > EVENT_BYTES:
        raise Unreadable("longer than an event may be")
    document = read_json(line[DOCUMENT_STARTS:])
    if b"\\u" in line:
        return event_id, Entry(_line(event_id, document), document)
    return event_id, Entry(line, document)


def known_or_read(line: bytes, known: Entries) -> tuple[str, Entry]:
    """Return what a line holds, reading only what is not known yet.

    Raises `Unreadable`.
    """
    event_id = id_of(line)
    entry = known.get(event_id)
    return (event_id, entry) if entry is not None and entry.line == line else read_line(line)


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
        value = _DECODER.decode(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)[:80]) from error
    if not isinstance(value, dict):
        raise Unreadable("not an object")
    if content.count(b"{") + content.count(b"[") > DEPTH and _is_deeper(value, DEPTH):
        raise Unreadable(f"nested deeper than {DEPTH} levels")
    return value


def entries_of(documents: Iterable[tuple[str, object]]) -> dict[str, Entry]:
    """Return documents that came in some other layout as the lines this store would have written.

    Raises `Unreadable` at the first that is no event.
    """
    entries = {}
    for event_id, document in documents:
        if not ids.is_event_id(event_id):
            raise Unreadable("not the id of an event")
        entries[event_id] = read_line(_line(event_id, document))[1]
    return entries


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
    found = dict(pairs)
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
