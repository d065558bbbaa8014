"""Fingerprints of ranges of events, by which two copies find what each lacks."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from itertools import groupby

from msgspec import Struct

from tracker.features.towns.store.messages import LinkEnded, chunks
from tracker.session.event_id import in_order_of_numbers, number_of
from tracker.store.event_line import Entries, Entry

SPAN = 256
"""Event numbers in a range."""
MOST_RANGES = 100_000
"""More than any save has: its size limit is reached first."""
MOST_LISTED = 8_000
"""Hashes in one message. Events of a fuller range go unlisted: they come once more, and are recognised."""
_IN_A_LINE = 200
_DIGITS = 16
_MOST_DIGITS = 12


class Range(Struct, frozen=True):
    """The number of events in a range, and the hash of their lines in order."""

    count: int
    hash: str


def range_of(event_id: str) -> int:
    return number_of(event_id) // SPAN


def fingerprints(entries: Entries) -> dict[int, Range]:
    """Summarise each range that has events, in order."""
    return {
        number: Range(len(event_ids), _hash(b"\n".join([entries[each].line for each in event_ids])))
        for number, event_ids in ids_by_range(entries).items()
    }


def ids_by_range(entries: Entries) -> dict[int, list[str]]:
    """Group event ids by range, in order."""
    return {number: list(event_ids) for number, event_ids in groupby(in_order_of_numbers(entries), range_of)}


def write_ranges(ranges: Mapping[int, Range]) -> Iterable[bytes]:
    """Encode ranges as payloads; the last payload is empty."""
    words = [f"{number}:{each.count}:{each.hash}" for number, each in ranges.items()]
    yield from (line.encode() for line in chunks(words, _IN_A_LINE))
    yield b""


def read_ranges(payload: bytes) -> Mapping[int, Range]:
    """Parse the ranges in a payload; anything else ends the link."""
    ranges: dict[int, Range] = {}
    for word in payload.split(b" "):
        match word.split(b":"):
            case [number, count, hash_] if _is_number(number) and _is_number(count) and _is_hash(hash_):
                ranges[int(number)] = Range(int(count), hash_.decode())
            case _:
                raise LinkEnded("link_garbage")
    return ranges


def hash_of(entry: Entry) -> str:
    return _hash(entry.line)


def write_listing(number: int, entries: Iterable[Entry]) -> bytes:
    """Encode the hashes of the events of a range."""
    hashes = [hash_of(each) for each in entries][:MOST_LISTED]
    return f"{number} {''.join(hashes)}".encode()


def read_listing(payload: bytes) -> tuple[int, frozenset[str]]:
    """Parse the range and the hashes in a payload; anything else ends the link."""
    number, _, joined = payload.partition(b" ")
    if not _is_number(number) or len(joined) % _DIGITS or len(joined) > MOST_LISTED * _DIGITS:
        raise LinkEnded("link_garbage")
    text = joined.decode("ascii", "replace")
    return int(number), frozenset(text[start : start + _DIGITS] for start in range(0, len(text), _DIGITS))


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=_DIGITS // 2).hexdigest()


def _is_number(word: bytes) -> bool:
    return word.isdigit() and len(word) <= _MOST_DIGITS


def _is_hash(word: bytes) -> bool:
    return len(word) == _DIGITS and not word.strip(b"0123456789abcdef")
