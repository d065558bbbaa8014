"""Deeds and events: what one move did, and the same once it is stamped and saved."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from tracker.rules.dice import Throw
from tracker.rules.fields import LARGEST, NAME_LENGTH
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, How
from tracker.session.schema import decode, encode, struct_of_value
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

    `cancels` makes it an undo or a redo, `rewinds` a way back over many events at once.
    """

    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    changes: tuple[Change, ...] = ()
    cancels: str = ""
    rewinds: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class Event:
    """A deed with its id, its GM, its moment in real time and on the campaign's clock."""

    id: str
    gm: str
    at: int
    clock: int
    changes: tuple[Change, ...]
    cancels: str
    document: Mapping[str, Any]
    rewinds: tuple[str, ...] = ()

    @property
    def takes_back(self) -> tuple[str, ...]:
        """The events that do not count while this one does."""
        return (*self.rewinds, self.cancels) if self.cancels else self.rewinds

    @property
    def over(self) -> Mapping[str, list[str]]:
        """The edits that this one replaces, for each text that it sets."""
        over: Mapping[str, list[str]] = self.document.get("over", {})
        return over

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


def read_event(event_id: str, document: Mapping[str, Any]) -> Event:
    """Return the event that a saved document stands for; `Refusal("bad_event")` when it is not one."""
    gm: Any = document.get("gm")
    at: Any = document.get("at")
    clock: Any = document.get("clock")
    cancels = document.get("cancels", "")
    rewinds = document.get("rewinds", [])
    changes = document.get("changes", [])
    if not (
        isinstance(gm, str)
        and _is_count(at)
        and _is_count(clock)
        and isinstance(cancels, str)
        and isinstance(changes, list)
        and len(changes) <= MOST_CHANGES
        and isinstance(rewinds, list)
        and (not rewinds or all(isinstance(each, str) for each in rewinds))
        and ("over" not in document or _is_over(document["over"]))
        and isinstance(document.get("facts", []), list)
        and isinstance(document.get("throws", []), list)
    ):
        raise Refusal("bad_event", event=event_id)
    return Event(
        event_id,
        clean(gm, NAME_LENGTH),
        at,
        clock,
        tuple(_decode_change(event_id, raw) for raw in changes),
        cancels,
        document,
        tuple(rewinds),
    )


def believe(event_id: str, document: Mapping[str, Any]) -> Event:
    """Return the event that a document stands for, its facts and dice too; refuses what is none."""
    event = read_event(event_id, document)
    event.facts, event.throws  # noqa: B018 - reading them is the check
    return event


def _is_over(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) > MOST_CHANGES:
        return False
    lists = value.values()
    return all(isinstance(ids, list) and all(isinstance(each, str) for each in ids) for ids in lists)


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
    path = tuple(raw[0].split("/", MOST_DEPTH))
    return Change(path, _HOW[raw[1]], raw[2] if len(raw) > 2 else None)


def _decode_fact(raw: Any) -> Fact:
    if not (isinstance(raw, list) and len(raw) == 2 and isinstance(raw[0], str) and isinstance(raw[1], dict)):
        raise Refusal("bad_event", event="")
    return Fact(raw[0], {name: _scalar(value) for name, value in raw[1].items()})


def _scalar(value: Any) -> str | int | bool | None:
    if isinstance(value, str):
        return clean(value, 4_000, lines=True)
    if value is None or isinstance(value, bool | int):
        return value
    raise Refusal("bad_event", event="")
