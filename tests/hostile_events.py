"""Well-formed events that another program may put into a save, made from what the program declares.

A new field of a session, kind of fact or field of a throw is covered as soon as it is declared.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import Any

from msgspec.structs import fields

from tests.hostile import MIXED
from tracker.rules.dice import Die, Throw
from tracker.rules.fields import LARGEST
from tracker.session.change import How
from tracker.session.event import LATEST, MOST_CHANGES
from tracker.session.event_id import make_event_id, number_of
from tracker.session.schema import Keyed, Leaf, Listing, Record, Shape, encode
from tracker.session.state import Session, session_shape
from tracker.store.event_line import Entry, write_line
from tracker.store.save_format import Contents, decode
from tracker.store.save_format import encode as encode_save
from tracker.wording.fact_needs import needs_of
from tracker.wording.words import words_of

Document = dict[str, Any]

STRANGER = "0195939070"
NUMBERS = (0, -1, 1, 7, LARGEST, -LARGEST)
TEXTS = ("", "x", MIXED, "x" * 5_000, "zzz", "2d6", "1000d1000000", "horror")
OTHERS: tuple[Any, ...] = (True, None, [], {}, ["x"], {"x": 1}, 2**53, -(2**70))
PLAIN = {"gm": "eva", "at": 1_700_000_000, "clock": 0}


def hostile_documents(session: Session, ids: Mapping[str, str]) -> Iterator[Document]:
    """Yield documents against a campaign in this state; `ids` names events that a fact can name."""
    for change in _changes(session):
        yield PLAIN | {"changes": [change]}
    for fact in _facts(session.system, ids):
        yield PLAIN | {"facts": [fact]}
    for throw in _throws():
        yield PLAIN | {"throws": [throw]}
    yield from _whole_documents(session, ids)


def with_documents(content: bytes, documents: Iterable[Document]) -> bytes:
    """Return a save with more events, numbered after its own, and checksums that agree."""
    entries: dict[str, Entry] = dict(decode(content).entries)
    numbers = count(number_of(max(entries)) + 1)
    for document in documents:
        event_id = make_event_id(next(numbers), STRANGER)
        entries[event_id] = write_line(event_id, document)
    return encode_save(Contents.from_entries(entries))


def _changes(session: Session) -> Iterator[list[Any]]:
    """Yield changes of every field that the session declares, and of fields that it does not."""
    for path, shape in _places(session_shape(session.system), session, ()):
        name = "/".join(path)
        yield [name, str(How.GONE)]
        for how in (How.BY, How.TO, How.NEW):
            for value in _values(shape):
                yield [name, str(how), value]
    for odd in ("", "/", "zzz", "creatures", "creatures//name", "a/" * 20, MIXED):
        for how in How:
            yield [odd, str(how)] if how is How.GONE else [odd, str(how), 1]


def _places(shape: Shape, value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Shape]]:
    """Yield the path of every part: in a collection, of one element that is there and of new ones."""
    if path:
        yield path, shape
    match shape:
        case Record(fields=parts):
            for name, part in parts.items():
                yield from _places(part, getattr(value, name, None), (*path, name))
        case Keyed(element=element):
            held = value if isinstance(value, Mapping) else {}
            for key in list(held)[:1]:
                yield from _places(element, held[key], (*path, key))
            yield (*path, "stranger"), element
            yield (*path, MIXED), element


def _values(shape: Shape) -> Iterator[Any]:
    yield from OTHERS
    match shape:
        case Leaf(low=low, high=high):
            yield from (*NUMBERS, *TEXTS)
            yield from (bound for bound in (low, high) if isinstance(bound, int))
        case Listing(item=item):
            for part in _values(item):
                yield [part]
                yield [part] * 30
        case Keyed(element=element):
            for part in _values(element):
                yield {"stranger": part, "other": part}
        case Record(fields=parts, defaults=defaults):
            usual = {name: encode(value) for name, value in defaults.items()}
            needed: dict[str, Any] = {name: {} for name in parts.keys() - usual.keys()}
            yield {**usual, **needed}
            for name, part in parts.items():
                for value in _values(part) if isinstance(part, Leaf) else OTHERS:
                    yield {**needed, name: value}


def _facts(system: str, ids: Mapping[str, str]) -> Iterator[list[Any]]:
    """Yield facts of every kind: without data, with each datum missing, and with hostile data."""
    kinds = [*words_of(system).space("fact"), "zzz", MIXED]
    for kind in kinds:
        names = [name for name, _is_number in needs_of(system, kind, ())]
        yield [kind, {}]
        for value in (*NUMBERS[1:], *TEXTS[:3], True, None, *ids.values()):
            yield [kind, {**dict.fromkeys(names, value), "who": value, "name": value, "event": value}]
        for name in names:
            yield [kind, {each: 1 for each in names if each != name}]
            yield [kind, {each: 1 if each == name else MIXED for each in names}]


def _throws() -> Iterator[Document]:
    usual = {"purpose": "free", "dice": [{"sides": 6, "face": 3}], "total": 3}
    for field in fields(Throw):
        for value in (*NUMBERS, *TEXTS, *OTHERS):
            yield {**usual, field.encode_name: value}
    for field in fields(Die):
        for value in (*NUMBERS, 1_000_000, *TEXTS, *OTHERS):
            yield {**usual, "dice": [{"sides": 6, "face": 3, field.encode_name: value}]}
    for expression in TEXTS:
        yield {**usual, "expression": expression, "mode": "advantage"}


def _whole_documents(session: Session, ids: Mapping[str, str]) -> Iterator[Document]:
    """Yield documents that are hostile as wholes: their time, what they cancel, how much they hold."""
    for name in ("gm", "at", "clock", "cancels", "rewinds", "over", "settles", "drawn", "campaign"):
        for value in (*NUMBERS, LATEST, LATEST + 1, *TEXTS, *OTHERS, [*ids.values()]):
            yield PLAIN | {name: value}
    for event_id in ids.values():
        told = {"event": event_id, "who": "x"}
        yield PLAIN | {"cancels": event_id}
        yield PLAIN | {"rewinds": [event_id] * 500}
        yield PLAIN | {"over": {"title": [event_id]}, "changes": [["title", "=", "x"]]}
        yield PLAIN | {"settles": {"x": [1, event_id]}}
        for kind in ("undone", "redone", "turn_taken_back"):
            yield PLAIN | {"facts": [[kind, told]] * 2}
            yield PLAIN | {"facts": [[kind, told]] * 2_000}
    yield PLAIN | {"facts": [["note", {"text": "x"}]] * MOST_CHANGES}
    yield PLAIN | {"facts": [["rolled", {"total": ", ".join("3" * 60_000), "expression": "x"}]]}
    yield PLAIN | {
        "throws": [{"purpose": "free", "dice": [{"sides": 6, "face": 3, "typed": True}], "total": 3}] * 3_000
    }
    yield PLAIN | {
        "throws": [
            {"purpose": "free", "dice": [{"sides": n, "face": 1} for n in range(1, 9_000)], "total": 3}
        ]
    }
    yield PLAIN | {"changes": [["elapsed", "+", LARGEST]] * MOST_CHANGES}
    yield PLAIN | {"changes": [[f"creatures/x{n}", "gone"] for n in range(MOST_CHANGES)]}
