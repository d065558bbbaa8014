"""Drafts and events: the result of one move, and the same once it has an id and is saved."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Annotated, Any, Protocol, Self, TypeVar

from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

from tracker.rules.dice import Throw
from tracker.rules.fields import LARGEST, NAME_LENGTH, NOTES_LENGTH, NOTHING, Scalar
from tracker.rules.pending import is_unnamed
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import TOLD
from tracker.rules.system import Fact
from tracker.session.change import Change, How, Path
from tracker.session.schema import decode, encode, record_of_value
from tracker.session.text import NamesInText, clean

S = TypeVar("S", bound=Struct)
Fresh = Callable[[], str]
"""Makes new ids, unique among all copies of a save."""

SECRET = "in_secret"  # noqa: S105 - a kind of fact: the event is hidden from players
MOST_CHANGES = 5_000
MOST_FACTS = 5_000
MOST_DEPTH = 8
LATEST = 253_370_764_800
"""Greatest real time of an event, in Unix seconds: the year 9999, the last that `datetime` has."""


class Asks(StrEnum):
    """What the store must do about a seal: a move has no access to secrets."""

    NOTHING = ""
    SEAL = "seal"
    OPEN = "open"


STAYING = {"sealed": "seal_stays", "opened": "seal_stays", "chapter_begun": "chapter_stays"}
"""Facts that cannot be undone, with the code of the refusal."""


RULED = ("game_file_set", "house_rules_set")
"""Facts that set another text of the game or of its house rules."""


class AskedAct(Struct, frozen=True):
    """An act with one figure and its arguments: enough to play it again with another figure."""

    act: Annotated[str, Meta(max_length=NAME_LENGTH)]
    figure: Annotated[str, Meta(max_length=NAME_LENGTH)]
    """The parameter that holds the figure."""
    whom: Annotated[tuple[str, ...], Meta(max_length=MOST_CHANGES)] = ()
    args: Annotated[Mapping[str, Scalar | tuple[Scalar, ...]], Meta(max_length=100)] = NOTHING


class Draft(Struct, frozen=True):
    """The result of one move, undone as one.

    `cancels` makes it an undo or a redo. `rewinds` cancels many events at once. `settles` has the keys of the
    pending rolls that it resolves. `over` has the edits that the GM replaces on purpose. `deeds` are the
    paths of what may be done only once; each follows its earlier deeds. `asked` is the act whose figure may
    be amended. `doubtful` makes the program ask the GM for confirmation.
    """

    facts: tuple[Fact, ...] = ()
    throws: tuple[Throw, ...] = ()
    changes: tuple[Change, ...] = ()
    cancels: str = ""
    rewinds: tuple[str, ...] = ()
    settles: tuple[str, ...] = ()
    asks: Asks = Asks.NOTHING
    over: Mapping[str, tuple[str, ...]] = NOTHING
    deeds: tuple[Path, ...] = ()
    asked: AskedAct | None = None
    doubtful: bool = False

    def with_named_rolls(self, fresh: Fresh) -> Self:
        """Name the rolls that the act calls for as its own, so that no other act's have their keys.

        What a sheet keeps under the key of such a roll gets the same name.
        """
        rolls = {
            each.path[1]
            for each in self.changes
            if each.path[0] == "pending" and each.how is How.NEW and is_unnamed(each.path[1])
        }
        if not rolls:
            return self
        name = fresh()

        def named(path: Path) -> Path:
            if path[0] != "pending" and path[2:3] != ("sheet",):
                return path
            unnamed = {step for step in path if is_unnamed(step) and {step, f"{path[1]}.{step}"} & rolls}
            return tuple(f"{step}{name}" if step in unnamed else step for step in path)

        return replace(self, changes=tuple(replace(each, path=named(each.path)) for each in self.changes))

    def document(self, gm: str, at: int, clock: int) -> dict[str, Any]:
        """Make the JSON object for the save. `at` is in Unix seconds, `clock` in campaign seconds."""
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
        if self.asked:
            document["asked"] = to_builtins(self.asked)
        return document


class DocumentSource(Protocol):
    """Access to the saved document of an event."""

    @property
    def document(self) -> Mapping[str, Any]:
        """The saved document. It may be read from the disk each time."""

    def as_struct(self, kind: type[S]) -> S:
        """Decode the document; raises `ValidationError` if it does not fit."""


class InMemory(Struct, frozen=True, dict=True):
    """A document kept in memory, with its throws once they are asked for."""

    document: Mapping[str, Any]

    @cached_property
    def throws(self) -> tuple[Throw, ...]:
        return _throws_in(self.document)

    def as_struct(self, kind: type[S]) -> S:
        return convert(self.document, kind)


class Event(Struct, frozen=True):
    """A draft with its id, its GM, its real time and its campaign time.

    It has what folding needs. Facts, dice and the rest, which only sentences need, are read from the
    document.
    """

    id: str
    source: DocumentSource
    at: int
    """Real time, in Unix seconds. Kept here so that the evenings of a long log need no documents."""
    changes: tuple[Change, ...] = ()
    cancels: str = ""
    rewinds: tuple[str, ...] = ()
    over: Mapping[str, tuple[str, ...]] = NOTHING
    """For each text that it sets, goods that it takes and deed that it does: ids of the events it follows."""
    settles: Mapping[str, tuple[int, str]] = NOTHING
    """For each pending roll that it resolves, by key: its number there, and the event that called for it."""

    @property
    def document(self) -> Mapping[str, Any]:
        return self.source.document

    @property
    def at_hand(self) -> "Event":
        """The event with its document in memory, for several questions in a row."""
        return self if isinstance(self.source, InMemory) else replace(self, source=InMemory(self.document))

    @property
    def gm(self) -> str:
        """The GM who did it. Nothing proves this name."""
        return clean(self.document["gm"], NAME_LENGTH)

    @property
    def clock(self) -> int:
        """Campaign time before the event, in seconds."""
        clock: int = self.document["clock"]
        return clock

    @property
    def game_time(self) -> int:
        """Campaign time at which it happened, in seconds.

        This is the time after the event, or, if it only throws late usage dice, the moment when the last was
        due.
        """
        facts = self.document.get("facts", ())
        due = (data.get("at") for kind, data in facts if kind in TOLD.values())
        moments = [at for at in due if isinstance(at, int)]
        if moments and all(throw.purpose == "usage" for throw in self.throws):
            return max(moments)
        seconds: int = sum(each.value for each in self.changes if each.path == ("elapsed",))
        return self.clock + seconds

    @property
    def takes_back(self) -> tuple[str, ...]:
        """Ids of the events that do not count while this one counts."""
        return (*self.rewinds, self.cancels) if self.cancels else self.rewinds

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(
            Fact(kind, {name: _clean_value(value) for name, value in data.items()})
            for kind, data in self.document.get("facts", ())
        )

    def names(self, names: NamesInText, ids: Collection[str]) -> bool:
        """Whether the facts contain one of these names or ids."""
        return any(
            isinstance(value, str) and (value in ids or names.named_in(value))
            for _kind, data in self.document.get("facts", ())
            for value in data.values()
        )

    @property
    def stays(self) -> str:
        """The code of the refusal to undo it; empty if it can be undone."""
        return next((STAYING[raw[0]] for raw in self.document.get("facts", ()) if raw[0] in STAYING), "")

    @property
    def asked(self) -> AskedAct | None:
        """The act with one figure that was played; None for other events, and for one that does not fit."""
        try:
            return convert(self.document.get("asked"), AskedAct | None)
        except ValidationError:
            return None

    @property
    def throws(self) -> tuple[Throw, ...]:
        source = self.source
        return source.throws if isinstance(source, InMemory) else _throws_in(source.document)


def _throws_in(document: Mapping[str, Any]) -> tuple[Throw, ...]:
    shape = record_of_value(Throw)
    return tuple(decode(shape, raw) for raw in document.get("throws", ()))


class _SavedChange(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A change as saved: its path joined by slashes."""

    path: str
    how: How
    value: Any = None


Count = Annotated[int, Meta(ge=0, le=LARGEST)]
SavedFacts = Annotated[tuple[tuple[str, dict[str, Scalar]], ...], Meta(max_length=MOST_FACTS)]
_Texts = tuple[str, ...]
_MANY = Meta(max_length=MOST_CHANGES)


def accept_facts(_facts: SavedFacts) -> None:
    """Accept all facts: the default of `read_event`."""


class _Document(Struct, frozen=True):
    """The fields that a valid document has. Unknown fields may come from a newer version."""

    gm: str
    at: Annotated[int, Meta(ge=0, le=LATEST)]
    clock: Count
    facts: SavedFacts = ()
    throws: Annotated[tuple[Throw, ...], Meta(max_length=MOST_FACTS)] = ()
    changes: Annotated[tuple[_SavedChange, ...], _MANY] = ()
    cancels: str = ""
    rewinds: _Texts = ()
    over: Annotated[Mapping[str, _Texts], _MANY] = NOTHING
    settles: Annotated[Mapping[str, tuple[Count, str]], _MANY] = NOTHING


def read_event(
    event_id: str, source: DocumentSource, check_facts: Callable[[SavedFacts], None] = accept_facts
) -> Event:
    """Decode a saved document.

    Raises `Refusal("bad_event")` for an invalid document, and the refusals of `check_facts`.
    """
    try:
        saved = source.as_struct(_Document)
    except (ValidationError, RecursionError) as error:
        raise Refusal("bad_event", event=event_id) from error
    check_facts(saved.facts)
    return Event(
        event_id,
        source,
        saved.at,
        tuple([Change(_split_path(each.path), each.how, each.value) for each in saved.changes]),
        saved.cancels,
        saved.rewinds,
        saved.over,
        saved.settles,
    )


def _encode_change(change: Change) -> list[Any]:
    path = "/".join(change.path)
    return [path, str(change.how)] if change.how is How.GONE else [path, str(change.how), change.value]


# Most changes repeat the paths of earlier ones.
@lru_cache(maxsize=64)
def _split_path(source: str) -> tuple[str, ...]:
    return tuple(source.split("/", MOST_DEPTH))


def _clean_value(value: Scalar) -> Scalar:
    return clean(value, NOTES_LENGTH, lines=True) if isinstance(value, str) else value
