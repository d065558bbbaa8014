"""Deeds and events: what one move did, and the same once it is stamped and saved."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Protocol

from tracker.rules.dice import Throw
from tracker.rules.fields import LARGEST, NAME_LENGTH
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, How
from tracker.session.schema import decode, encode, is_plain, struct_of_value
from tracker.session.text import clean

Fresh = Callable[[], str]
"""Where new ids come from: never twice the same, not even in another GM's copy."""

SECRET = "in_secret"  # noqa: S105 - the kind of fact that keeps an event from the players
MOST_CHANGES = 5_000
MOST_DEPTH = 8


class Asks(StrEnum):
    """What a deed asks of whoever plays it, because a move knows no secret."""

    NOTHING = ""
    SEAL = "seal"
    OPEN = "open"


STAYING = {"sealed": "seal_stays", "opened": "seal_stays", "chapter_begun": "chapter_stays"}
"""Facts that no undo takes back, and the refusal that says why."""


@dataclass(frozen=True, slots=True)
class Deed:
    """What one move did, however much happened: undone as one.

    `cancels` makes it an undo or a redo, `rewinds` a way back over many events at once; `settles` are the
    keys of the due rolls that it is the answer to.
    """

    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    changes: tuple[Change, ...] = ()
    cancels: str = ""
    rewinds: tuple[str, ...] = ()
    settles: tuple[str, ...] = ()
    asks: Asks = Asks.NOTHING

    def document(self, gm: str, at: int, clock: int) -> dict[str, Any]:
        """Return the JSON object that is saved. `at` is in Unix seconds, `clock` in campaign seconds."""
        document: dict[str, Any] = {"gm": gm, "at": at, "clock": clock}
        if self.facts:
            document["facts"] = [[fact.kind, dict(fact.data)] for fact in self.facts]
        if self.throws:
            document["throws"] = [encode(throw) for throw in self.throws]
        if self.changes:
            document["changes"] = [_encode_change(change) for change in self.changes]
        if self.cancels:
            document["cancels"] = self.cancels
        if self.rewinds:
            document["rewinds"] = list(self.rewinds)
        return document


class Written(Protocol):
    """Where the document of an event is."""

    @property
    def document(self) -> Mapping[str, Any]:
        """What was saved, which may be read anew each time."""


@dataclass(frozen=True, slots=True)
class AtHand:
    """A document that is kept as it is."""

    document: Mapping[str, Any]


_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Event:
    """A deed with its id, its GM, its moment in real time and on the campaign's clock.

    What folding needs is kept; the rest, which only a sentence tells, is where it was written.
    """

    id: str
    written: Written
    changes: tuple[Change, ...] = ()
    cancels: str = ""
    rewinds: tuple[str, ...] = ()
    over: Mapping[str, list[str]] = _NOTHING
    """The edits that this one replaces, for each text that it sets."""
    settles: Mapping[str, tuple[int, str]] = _NOTHING
    """For each due roll that it settles, by its key: for which time, and the event that called for it."""

    @property
    def document(self) -> Mapping[str, Any]:
        """What was saved."""
        return self.written.document

    @property
    def gm(self) -> str:
        """Who did it, as far as they say."""
        return clean(self.document["gm"], NAME_LENGTH)

    @property
    def at(self) -> int:
        """When it was done, in Unix seconds."""
        at: int = self.document["at"]
        return at

    @property
    def clock(self) -> int:
        """When it was done, in campaign seconds."""
        clock: int = self.document["clock"]
        return clock

    @property
    def takes_back(self) -> tuple[str, ...]:
        """The events that do not count while this one does."""
        return (*self.rewinds, self.cancels) if self.cancels else self.rewinds

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What happened, as data for sentences."""
        return tuple(_decode_fact(raw) for raw in self.document.get("facts", ()))

    @property
    def stays(self) -> str:
        """The refusal of undoing it; nothing when it can be undone."""
        return next((STAYING[raw[0]] for raw in self.document.get("facts", ()) if raw[0] in STAYING), "")

    @property
    def throws(self) -> tuple[Throw, ...]:
        """The dice that fell."""
        shape = struct_of_value(Throw)
        return tuple(decode(shape, raw) for raw in self.document.get("throws", ()))


def read_event(event_id: str, written: Written) -> Event:
    """Return the event that a saved document stands for; `Refusal("bad_event")` when it is not one."""
    document = written.document
    if not (
        isinstance(document.get("gm"), str)
        and _is_count(document.get("at"))
        and _is_count(document.get("clock"))
        and ("cancels" not in document or isinstance(document["cancels"], str))
        and ("changes" not in document or _is_listing(document["changes"], MOST_CHANGES))
        and ("rewinds" not in document or _are_texts(document["rewinds"]))
        and ("over" not in document or _is_over(document["over"]))
        and ("settles" not in document or _is_settling(document["settles"]))
        and ("facts" not in document or isinstance(document["facts"], list))
        and ("throws" not in document or isinstance(document["throws"], list))
    ):
        raise Refusal("bad_event", event=event_id)
    return Event(
        event_id,
        written,
        tuple([_decode_change(event_id, raw) for raw in document.get("changes", ())]),
        document.get("cancels", ""),
        tuple(document.get("rewinds", ())),
        document.get("over", _NOTHING),
        {key: (time, caller) for key, (time, caller) in document["settles"].items()}
        if "settles" in document
        else _NOTHING,
    )


def believe(event_id: str, written: Written) -> Event:
    """Return the event that a document stands for, its facts and dice too; refuses what is none."""
    event = read_event(event_id, written)
    document = written.document
    for raw in document.get("facts", ()):
        if not _is_plain_fact(raw):
            _decode_fact(raw)
    if throws := document.get("throws"):
        shape = struct_of_value(Throw)
        for raw in throws:
            if not is_plain(shape, raw):
                decode(shape, raw)
    return event


def _is_over(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= MOST_CHANGES and all(map(_are_texts, value.values()))


def _is_settling(value: Any) -> bool:
    return isinstance(value, dict) and len(value) <= MOST_CHANGES and all(map(_is_calling, value.values()))


def _is_calling(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_count(value[0]) and isinstance(value[1], str)


def _is_listing(value: Any, most: int) -> bool:
    return isinstance(value, list) and len(value) <= most


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST


def _encode_change(change: Change) -> list[Any]:
    path = "/".join(change.path)
    return [path, str(change.how)] if change.how is How.GONE else [path, str(change.how), change.value]


_HOW = {str(how): how for how in How}


def _decode_change(event_id: str, raw: Any) -> Change:
    if (
        not isinstance(raw, list)
        or not 2 <= len(raw) <= 3
        or not isinstance(raw[0], str)
        or not isinstance(raw[1], str)
        or raw[1] not in _HOW
    ):
        raise Refusal("bad_event", event=event_id)
    return Change(_path(raw[0]), _HOW[raw[1]], raw[2] if len(raw) > 2 else None)


@lru_cache(maxsize=64)
def _path(written: str) -> tuple[str, ...]:
    """Return the steps of a path: most changes go where others have gone before."""
    return tuple(written.split("/", MOST_DEPTH))


def _is_plain_fact(raw: Any) -> bool:
    """Whether a fact is plainly one, as nearly every one is: then there is nothing in it to refuse."""
    return (
        type(raw) is list
        and len(raw) == 2
        and type(raw[0]) is str
        and type(raw[1]) is dict
        and _SCALARS.issuperset(map(type, raw[1].values()))
    )


def _decode_fact(raw: Any) -> Fact:
    if not (isinstance(raw, list) and len(raw) == 2 and isinstance(raw[0], str) and isinstance(raw[1], dict)):
        raise Refusal("bad_event", event="")
    return Fact(raw[0], {name: _scalar(value) for name, value in raw[1].items()})


_SCALARS = frozenset({str, int, bool, type(None)})


def _scalar(value: Any) -> str | int | bool | None:
    if isinstance(value, str):
        return clean(value, 4_000, lines=True)
    if value is None or isinstance(value, bool | int):
        return value
    raise Refusal("bad_event", event="")
