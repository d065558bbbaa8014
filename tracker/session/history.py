"""The events in order, which of them count, and the session that they fold into."""

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tracker.rules.fields import NAME_LENGTH, Scalar
from tracker.session.change import Change, How, Preview, apply
from tracker.session.event import Event
from tracker.session.precedence import Precedence
from tracker.session.state import Session, empty_session
from tracker.session.text import clean

CHECKPOINT = 256
"""Events between kept sessions, so that an undo folds again from the last one and not from the first."""

_Naming = tuple[str, str]
"""Id and name."""
_BEARERS = ("creatures", "supplies")
"""The collections of what has a name."""


class History:
    """Every event of a save, folded.

    An event counts unless an event that counts cancels it: an undo cancels what was done, a redo cancels the
    undo; or unless it settles what one before it had settled (`Precedence`). Ids order events alike in every
    copy, so that every copy folds into the same session.
    """

    def __init__(self, system: str, events: Iterable[Event] = ()) -> None:
        self._events: list[Event] = []
        self._by_id: dict[str, Event] = {}
        self.names: dict[str, str] = {}
        """Names of everybody and everything that has ever been in play, for the sentences of the log."""
        self.edits: dict[tuple[str, ...], list[str]] = {}
        """Ids of the events that set each text that people write."""
        self._namings: dict[str, tuple[_Naming, ...]] = {}
        self._precedence = Precedence()
        self._idle: frozenset[str] = frozenset()
        """What does not count: cancelled, or late."""
        self._checkpoints: list[Session] = [empty_session(system)]
        self.session: Session = self._checkpoints[0]
        self._foresight = Preview(self.session)
        self.add(events)

    @property
    def rewritten(self) -> list[tuple[str, ...]]:
        """The texts that several events set."""
        return [path for path, edits in self.edits.items() if len(edits) > 1]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    def __reversed__(self) -> Iterator[Event]:
        return reversed(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def __contains__(self, event_id: str) -> bool:
        return event_id in self._by_id

    def __getitem__(self, event_id: str) -> Event:
        return self._by_id[event_id]

    def add(self, events: Iterable[Event]) -> None:
        """Take in new events, wherever in the order they belong, and fold what they change.

        One that is known with another content takes the place of what was known, as it does in the save.
        """
        new = list({event.id: event for event in events if self._is_new(event)}.values())
        if not new:
            return
        if len(new) == 1 and self._is_usual(new[0]):
            self._append(new[0])
            return
        first = len(self._events)
        new.sort(key=_id_of)
        if not self._events or self._events[-1].id < new[0].id:
            for event in new:
                self._know(event)
            self._events += new
            new = []
        for event in new:
            if event.id in self._by_id:
                self._events.pop(self._position(event.id))
                self._forget(event.id)
            self._know(event)
            insort(self._events, event, key=_id_of)
            first = min(first, self._position(event.id))
        self._fold_changed(first)

    def drop(self, event_ids: Iterable[str]) -> None:
        """Let go of events of which no version is believed any more; what is not known is ignored."""
        gone = [event_id for event_id in event_ids if event_id in self._by_id]
        if not gone:
            return
        first = min(map(self._position, gone))
        for event_id in gone:
            self._events.pop(self._position(event_id))
            self._forget(event_id)
            del self._by_id[event_id]
        self._fold_changed(first)

    def _fold_changed(self, first: int) -> None:
        """Fold again from the first event that is another, or from the first that now counts or does not."""
        idle, precedence = self._standing()
        for event_id in idle ^ self._idle:
            first = min(first, self._position(event_id))
        self._idle, self._precedence = idle, precedence
        self._fold_from(first)
        self._name_all()

    def _is_new(self, event: Event) -> bool:
        known = self._by_id.get(event.id)
        return known is None or known.document != event.document

    def _is_usual(self, event: Event) -> bool:
        """Whether an event is the last one, no undo, and not late."""
        return (
            not event.takes_back
            and (not self._events or self._events[-1].id < event.id)
            and not (event.settles and self._precedence.before(event))
        )

    def _append(self, event: Event) -> None:
        """Fold the usual event."""
        self._know(event)
        if event.settles:
            self._precedence.take(event)
        self.names.update(self._namings.get(event.id, ()))
        self._events.append(event)
        self.session = self._foresight.apply(self.session, event.changes)
        if len(self._events) % CHECKPOINT == 0:
            self._checkpoints.append(self.session)

    @contextmanager
    def supposing(self, changes: tuple[Change, ...]) -> Iterator[None]:
        """Have the session be, for a while, what it will be if these changes come next."""
        before, self.session = self.session, self._foresight.apply(self.session, changes)
        try:
            yield
        finally:
            self.session = before

    def _know(self, event: Event) -> None:
        self._by_id[event.id] = event
        if not event.changes:
            return
        for change in event.changes if event.over else ():
            if change.how is How.TO and "/".join(change.path) in event.over:
                edits = self.edits.setdefault(change.path, [])
                if event.id not in edits:
                    edits.append(event.id)
        if namings := tuple(_namings(event)):
            self._namings[event.id] = namings

    def _forget(self, event_id: str) -> None:
        self._namings.pop(event_id, None)
        for edits in self.edits.values():
            if event_id in edits:
                edits.remove(event_id)

    def _name_all(self) -> None:
        """Name everything as the last event in force does: a name that was undone is not its name."""
        self.names.clear()
        for event_id in sorted(self._namings):
            for key, name in self._namings[event_id]:
                if self.counts(event_id) or key not in self.names:
                    self.names[key] = name

    def counts(self, event_id: str) -> bool:
        """Whether an event is in force: not undone, and not late."""
        return event_id not in self._idle

    @property
    def superseded(self) -> Mapping[str, str]:
        """The events that count for nothing because another had settled the same first, and that one."""
        return self._precedence.superseded

    def first_of(self, event_id: str) -> Event | None:
        """Return the event that had settled first what a late one settles; None for any other."""
        return self._by_id.get(self.superseded.get(event_id, ""))

    def counting_again(self, event_id: str) -> tuple[Event, ...]:
        """Return the late events that would count if this event did not."""
        idle = self._standing(event_id)[0]
        return tuple(self._by_id[each] for each in self.superseded if each not in idle)

    def settling(self, keys: Iterable[str]) -> dict[str, list[Any]]:
        """Return, for pending rolls to be resolved, for which time and who called for them."""
        return {key: [self._precedence.time_of(key), self._caller_of(key)] for key in keys}

    def _caller_of(self, key: str) -> str:
        path = ("pending", key)
        for event in reversed(self._events):
            if self.counts(event.id) and any(
                change.path == path and change.how is How.NEW for change in event.changes
            ):
                return event.id
        return ""

    @property
    def undoable(self) -> Event | None:
        """The last thing done that still counts; the campaign's creation stays."""
        for event in reversed(self._events[1:]):
            if not event.cancels and self.counts(event.id) and not event.stays:
                return event
        return None

    @property
    def redoable(self) -> Event | None:
        """The last undo that still counts, when nothing has been done since."""
        for event in reversed(self._events):
            if not self.counts(event.id):
                continue
            if not event.cancels:
                return None
            if self._is_undo(event):
                return event
        return None

    def last_telling(self, kind: str, **data: Scalar) -> Event | None:
        """Return the last event in force with a fact of this kind and these data, or None."""
        for event in reversed(self._events):
            if self.counts(event.id) and any(
                fact.kind == kind and data.items() <= fact.data.items() for fact in event.facts
            ):
                return event
        return None

    def without(self, event_id: str) -> Session:
        """Return the session as it would be if this event did not count: what an undo or redo would do."""
        idle = self._standing(event_id)[0]
        start = min((self._position(each) for each in idle ^ self._idle), default=len(self))
        return self._replay(start, idle)

    def _is_undo(self, event: Event) -> bool:
        target = self._by_id.get(event.cancels)
        return target is not None and not target.cancels

    def _standing(self, *also: str) -> tuple[frozenset[str], Precedence]:
        """Return what does not count: what an event in force cancels, `also` these, and what is late."""
        cancelled = set(also)
        for event in reversed(self._events):
            if event.takes_back and event.id not in cancelled:
                cancelled.update(each for each in event.takes_back if each < event.id)
        settling = [event for event in self._events if event.settles]
        precedence = Precedence(event for event in settling if event.id not in cancelled)
        return frozenset((cancelled & self._by_id.keys()) | precedence.superseded.keys()), precedence

    def _position(self, event_id: str) -> int:
        low, high = 0, len(self._events)
        while low < high:
            middle = (low + high) // 2
            if self._events[middle].id < event_id:
                low = middle + 1
            else:
                high = middle
        return low

    def _fold_from(self, first: int) -> None:
        del self._checkpoints[first // CHECKPOINT + 1 :]
        at = (len(self._checkpoints) - 1) * CHECKPOINT
        while at + CHECKPOINT <= len(self._events):
            self._checkpoints.append(
                apply(self._checkpoints[-1], self._batch(at, at + CHECKPOINT, self._idle))
            )
            at += CHECKPOINT
        self.session = apply(self._checkpoints[-1], self._batch(at, len(self._events), self._idle))

    def _replay(self, first: int, idle: frozenset[str]) -> Session:
        kept = first // CHECKPOINT
        return apply(self._checkpoints[kept], self._batch(kept * CHECKPOINT, len(self._events), idle))

    def _batch(self, start: int, stop: int, idle: frozenset[str]) -> Iterator[tuple[Change, ...]]:
        events = self._events[start:stop]
        return (event.changes for event in events if event.changes and event.id not in idle)


def _namings(event: Event) -> Iterator[_Naming]:
    """Yield the names that an event gives, and to whom or what."""
    for change in event.changes:
        if change.path[0] not in _BEARERS:
            continue
        match change:
            case Change((_, key), How.NEW, {"name": str(name)}):
                yield key, clean(name, NAME_LENGTH)
            case Change((_, key, "name"), How.TO, str(name)):
                yield key, clean(name, NAME_LENGTH)


def _id_of(event: Event) -> str:
    return event.id
