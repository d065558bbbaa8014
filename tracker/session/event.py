"""Drafts and events: what one move did, and the same once it is stamped and saved."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, Protocol, TypeVar

from msgspec import Meta, Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

from tracker.rules.dice import Throw
from tracker.rules.fields import LARGEST, NAME_LENGTH, NOTES_LENGTH, NOTHING, Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.supply_use import TOLD
from tracker.rules.system import Fact
from tracker.session.change import Change, How, Path
from tracker.session.schema import decode, encode, record_of_value
from tracker.session.text import NamesInText, clean

S = TypeVar("S", bound=Struct)
Fresh = Callable[[], str]
"""Gives new ids, unique even across the copies of other GMs."""

SECRET = "in_secret"  # noqa: S105 - the kind of fact that keeps an event from the players
MOST_CHANGES = 5_000
MOST_FACTS = 5_000
MOST_DEPTH = 8
LATEST = 253_370_764_800
"""The last real time of an event, in Unix seconds: the beginning of the year 9999, the last of `datetime`."""


class Asks(StrEnum):
    """The order of a draft to the store, because a move knows no secret."""

    NOTHING = ""
    SEAL = "seal"
    OPEN = "open"


STAYING = {"sealed": "seal_stays", "opened": "seal_stays", "chapter_begun": "chapter_stays"}
"""Facts that no undo takes back, with the refusal that says why."""


RULED = ("game_file_set", "house_rules_set")
"""The facts of another text by which a campaign is played."""


class AskedAct(Struct, frozen=True):
    """An act with one figure, as it was asked for: enough to play it again with another figure."""

    act: Annotated[str, Meta(max_length=NAME_LENGTH)]
    figure: Annotated[str, Meta(max_length=NAME_LENGTH)]
    """The parameter that holds the figure."""
    whom: Annotated[tuple[str, ...], Meta(max_length=MOST_CHANGES)] = ()
    args: Annotated[Mapping[str, Scalar | tuple[Scalar, ...]], Meta(max_length=100)] = NOTHING


class Draft(Struct, frozen=True):
    """The result of one move. It is undone as one.

    `cancels` makes the draft an undo or a redo; `rewinds` takes back many events at once; `settles` holds the
    keys of the pending rolls that the draft resolves; `over` holds the edits that the GM replaces by choice.
    `deeds` says what is done once, by kind and what it is done to; it follows the earlier ones. `asked` is
    the act of which the figure may be amended. `doubtful` says that the GM is asked before it counts.
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
        if self.asked:
            document["asked"] = to_builtins(self.asked)
        return document


class DocumentSource(Protocol):
    """Returns the saved document of an event."""

    @property
    def document(self) -> Mapping[str, Any]:
        """The saved document, which may be read again each time."""

    def as_struct(self, kind: type[S]) -> S:
        """Return the document as a struct; raises `ValidationError` if it does not fit."""


class InMemory(Struct, frozen=True):
    """A document kept in memory."""

    document: Mapping[str, Any]

    def as_struct(self, kind: type[S]) -> S:
        """Return the document as a struct; raises `ValidationError` if it does not fit."""
        return convert(self.document, kind)


class Event(Struct, frozen=True):
    """A draft with its id, its GM, its real time and its time on the campaign's clock.

    Holds what folding needs. Only sentences need the rest, which is read again from the document.
    """

    id: str
    source: DocumentSource
    at: int
    """Real time, in Unix seconds: the evenings of a long past are told apart by it, without its documents."""
    changes: tuple[Change, ...] = ()
    cancels: str = ""
    rewinds: tuple[str, ...] = ()
    over: Mapping[str, tuple[str, ...]] = NOTHING
    """For each text that this event sets, all goods that it takes and all that it does once, the ids of the
    events it follows."""
    settles: Mapping[str, tuple[int, str]] = NOTHING
    """For each pending roll that it resolves, by key: which time, and the event that called for the roll."""

    @property
    def document(self) -> Mapping[str, Any]:
        """The saved document."""
        return self.source.document

    @property
    def at_hand(self) -> "Event":
        """The same event with its document in memory, for who asks it several things."""
        return replace(self, source=InMemory(self.document))

    @property
    def gm(self) -> str:
        """The GM who did it, by their own claim."""
        return clean(self.document["gm"], NAME_LENGTH)

    @property
    def clock(self) -> int:
        """Time on the campaign's clock, in seconds."""
        clock: int = self.document["clock"]
        return clock

    @property
    def game_time(self) -> int:
        """Time on the campaign's clock at which it happened.

        It is the time after all that the event lets pass, or the moment at which the last of its late usage
        dice was due.
        """
        facts = self.document.get("facts", ())
        due = (data.get("at") for kind, data in facts if kind in TOLD.values())
        late = [at for at in due if isinstance(at, int)]
        if late and all(throw.purpose == "usage" for throw in self.throws):
            return max(late)
        passed: int = sum(each.value for each in self.changes if each.path == ("elapsed",))
        return self.clock + passed

    @property
    def takes_back(self) -> tuple[str, ...]:
        """The events that do not count while this one counts."""
        return (*self.rewinds, self.cancels) if self.cancels else self.rewinds

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts, as data for sentences."""
        return tuple(
            Fact(kind, {name: _clean(value) for name, value in data.items()})
            for kind, data in self.document.get("facts", ())
        )

    def names(self, wanted: NamesInText, ids: Collection[str]) -> bool:
        """Whether its facts hold one of these names, or one of these ids."""
        return any(
            isinstance(value, str) and (value in ids or wanted.named_in(value))
            for _kind, data in self.document.get("facts", ())
            for value in data.values()
        )

    @property
    def stays(self) -> str:
        """The code of the refusal to undo it; empty if it can be undone."""
        return next((STAYING[raw[0]] for raw in self.document.get("facts", ()) if raw[0] in STAYING), "")

    @property
    def asked(self) -> AskedAct | None:
        """The act with one figure that was asked for; None for any other event."""
        try:
            return convert(self.document.get("asked"), AskedAct | None)
        except ValidationError:
            return None

    @property
    def throws(self) -> tuple[Throw, ...]:
        """The dice that fell."""
        shape = record_of_value(Throw)
        return tuple(decode(shape, raw) for raw in self.document.get("throws", ()))


class _SavedChange(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A change as saved: slashes join the steps of its path."""

    path: str
    how: How
    value: Any = None


Count = Annotated[int, Meta(ge=0, le=LARGEST)]
SavedFacts = Annotated[tuple[tuple[str, dict[str, Scalar]], ...], Meta(max_length=MOST_FACTS)]
_Texts = tuple[str, ...]
_MANY = Meta(max_length=MOST_CHANGES)


def accept_facts(_facts: SavedFacts) -> None:
    """Accept all facts, as reading does without a validator."""


class _Document(Struct, frozen=True):
    """The data that a saved document must hold to be valid. Other names may come from a newer version."""

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
    """Return the event in a saved document.

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
    """Return the steps of a path. Cached: most changes repeat the paths of earlier ones."""
    return tuple(source.split("/", MOST_DEPTH))


def _clean(value: Scalar) -> Scalar:
    return clean(value, NOTES_LENGTH, lines=True) if isinstance(value, str) else value
