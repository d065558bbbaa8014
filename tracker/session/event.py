"""Deeds and events: what one move did, and the same once it is stamped and saved."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Protocol

from msgspec import Meta, Struct, ValidationError, convert

from tracker.rules.dice import Throw
from tracker.rules.fields import LARGEST, NAME_LENGTH, NOTES_LENGTH, NOTHING, Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, How
from tracker.session.schema import decode, encode, record_of_value
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


class Draft(Struct, frozen=True):
    """What one move did, however much happened: undone as one.

    `cancels` makes it an undo or a redo, `rewinds` a way back over many events at once; `settles` are the
    keys of the pending rolls that it is the answer to.
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


class DocumentSource(Protocol):
    """Where the document of an event is."""

    @property
    def document(self) -> Mapping[str, Any]:
        """What was saved, which may be read anew each time."""


class InMemory(Struct, frozen=True):
    """A document that is kept as it is."""

    document: Mapping[str, Any]


class Event(Struct, frozen=True):
    """A deed with its id, its GM, its moment in real time and on the campaign's clock.

    What folding needs is kept; the rest, which only a sentence tells, is where it was written.
    """

    id: str
    source: DocumentSource
    changes: tuple[Change, ...] = ()
    cancels: str = ""
    rewinds: tuple[str, ...] = ()
    over: Mapping[str, tuple[str, ...]] = NOTHING
    """The edits that this one replaces, for each text that it sets."""
    settles: Mapping[str, tuple[int, str]] = NOTHING
    """For each pending roll that it settles, by its key: for which time, and the event that called for it."""

    @property
    def document(self) -> Mapping[str, Any]:
        """What was saved."""
        return self.source.document

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
        return tuple(
            Fact(kind, {name: _clean(value) for name, value in data.items()})
            for kind, data in self.document.get("facts", ())
        )

    @property
    def stays(self) -> str:
        """The refusal of undoing it; nothing when it can be undone."""
        return next((STAYING[raw[0]] for raw in self.document.get("facts", ()) if raw[0] in STAYING), "")

    @property
    def throws(self) -> tuple[Throw, ...]:
        """The dice that fell."""
        shape = record_of_value(Throw)
        return tuple(decode(shape, raw) for raw in self.document.get("throws", ()))


class _SavedChange(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A change as it is written: the steps of its path are joined by slashes."""

    path: str
    how: How
    value: Any = None


Count = Annotated[int, Meta(ge=0, le=LARGEST)]
_Texts = tuple[str, ...]
_MANY = Meta(max_length=MOST_CHANGES)


class _Document(Struct, frozen=True):
    """What a saved document has to hold for its event to be believed; other names are a newer version's."""

    gm: str
    at: Count
    clock: Count
    facts: tuple[tuple[str, dict[str, Scalar]], ...] = ()
    throws: tuple[Throw, ...] = ()
    changes: Annotated[tuple[_SavedChange, ...], _MANY] = ()
    cancels: str = ""
    rewinds: _Texts = ()
    over: Annotated[Mapping[str, _Texts], _MANY] = NOTHING
    settles: Annotated[Mapping[str, tuple[Count, str]], _MANY] = NOTHING


def read_event(event_id: str, source: DocumentSource) -> Event:
    """Return the event that a saved document stands for; `Refusal("bad_event")` when it is not one."""
    try:
        saved = convert(source.document, _Document)
    except (ValidationError, RecursionError) as error:
        raise Refusal("bad_event", event=event_id) from error
    return Event(
        event_id,
        source,
        tuple([Change(_path(each.path), each.how, each.value) for each in saved.changes]),
        saved.cancels,
        saved.rewinds,
        saved.over,
        saved.settles,
    )


def _encode_change(change: Change) -> list[Any]:
    path = "/".join(change.path)
    return [path, str(change.how)] if change.how is How.GONE else [path, str(change.how), change.value]


@lru_cache(maxsize=64)
def _path(source: str) -> tuple[str, ...]:
    """Return the steps of a path: most changes go where others have gone before."""
    return tuple(source.split("/", MOST_DEPTH))


def _clean(value: Scalar) -> Scalar:
    return clean(value, NOTES_LENGTH, lines=True) if isinstance(value, str) else value
