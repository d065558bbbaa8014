"""The log: the events in order, which of them count, and the session that they fold into."""

from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from msgspec import Struct

from tracker.rules.fields import NAME_LENGTH, RULES_LENGTH, Scalar
from tracker.rules.pending import OWN
from tracker.rules.refusal import Refusal
from tracker.rules.systems import RULED, register_rules, saved_name, system_of
from tracker.session.change import Change, Cuts, How, Path, Preview, apply, source_path, unread_in
from tracker.session.event import Event
from tracker.session.event_id import beginnings_with, number_of
from tracker.session.precedence import Precedence
from tracker.session.state import Session, empty_session, record_marks
from tracker.session.text import clean

CHECKPOINT = 256
"""Events between two kept sessions: an undo folds again from the nearest one, not from the first event."""

LAYERS = ("rules", "house")
"""The texts by which a campaign is played: the file of its game, then its house rules."""
DEED = "deed"
"""First step of the path of what may be done only once: a rest, an initiative, the end of a fight."""
_BEHIND = "~"
"""Sorts behind every id of an event."""
_Naming = tuple[str, str]
"""Id and name."""


class _Moment(Struct, frozen=True):
    """The session after some events, and which of these did not count then."""

    session: Session
    idle: frozenset[str]


class Outcomes(Struct, frozen=True):
    """What rolls that an event called for have come to, as ids of events in their order."""

    falling: tuple[str, ...]
    """Those that are taken back with the event."""
    staying: tuple[str, ...]
    """Those that resolved other rolls too, or one that another event called for or added turns to."""


class History:
    """Every event of a save, folded.

    An event counts unless another counting event cancels it: an undo cancels an action, a redo cancels the
    undo. Nor does it count if an earlier event resolved the same pending roll (`Precedence`). All copies
    order events by id, so all copies fold into the same session.
    """

    def __init__(self, system: str, events: Iterable[Event] = ()) -> None:
        self._events: list[Event] = []
        self._by_id: dict[str, Event] = {}
        self.names: dict[str, str] = {}
        """Names of everything that was ever in play, by id, for the sentences of the log."""
        self.edits: dict[Path, list[str]] = {}
        """Ids of the events that set a text of a person, by the path of the text."""
        self.takings: dict[Path, list[str]] = {}
        """Ids of the events that took coins or things, by the path of the count or thing."""
        self.deeds: dict[Path, list[str]] = {}
        """Ids of the events that did a deed, by its path; also of those that let it stand twice."""
        self.rounds: dict[Path, list[str]] = {}
        """Ids of the events that began a round, by the encounter's id and the round."""
        self.turns: dict[Path, list[str]] = {}
        """Ids of the events that began a turn, by the encounter's id and `ROUND.WHO`."""
        self.unturned: dict[str, tuple[str, ...]] = {}
        """Cache: the turns left when an event ended a round, by the event."""
        self.cuts: dict[str, Cuts] = {}
        """For each counting event, goods that it took and that another copy had already taken."""
        self._namings: dict[str, tuple[_Naming, ...]] = {}
        self._bearers = record_marks(system, "bears_name")
        """The collections whose elements have a name for sentences."""
        self._unread: dict[str, tuple[tuple[Path, str], ...]] = {}
        """Cache: for each event, the fields that it sets and this version does not know."""
        self._precedence = Precedence()
        self._idle: frozenset[str] = frozenset()
        """Ids of the events that do not count: cancelled or late."""
        self._system = system
        """The name of the game, before any text that an event sets."""
        self._texts: dict[str, dict[str, str]] = {layer: {} for layer in LAYERS}
        """The texts of the game and of its house rules, each by the event that set it."""
        self.unplayable: Event | None = None
        """The last counting event whose text of the game cannot be played, if any."""
        self._checkpoints: list[Session] = [empty_session(system)]
        self._rulings: list[Event] | None = None
        """Cache: the events that may keep others from counting."""
        self._cancelled: frozenset[str] = frozenset()
        """Ids of the events that a counting event cancels."""
        self.refolds = 0
        """Number of times that the past changed, beyond one more event at its end."""
        self._moments: dict[int, _Moment] = {}
        """Cache: moments at intervals, by the number of events before each."""
        self.session: Session = self._checkpoints[0]
        self._foresight = Preview(self.session)
        self.add(events)

    @property
    def rewritten(self) -> list[tuple[str, ...]]:
        """Paths of the texts that several events set."""
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

    # Events come and go. Folding starts again at the first change.
    def add(self, events: Iterable[Event]) -> None:
        """Add new events at their places in the order, and fold them.

        An event with a known id and other content replaces the known one, as in the save.
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
                self._index(event)
            self._events += new
            new = []
        for event in new:
            if event.id in self._by_id:
                self._events.pop(self._position(event.id))
                self._forget(event.id)
            self._index(event)
            insort(self._events, event, key=_id_of)
            first = min(first, self._position(event.id))
        self._fold_changed(first)

    def drop(self, event_ids: Iterable[str]) -> None:
        """Drop events whose files have no valid version any more; unknown ids are ignored."""
        known_ids = [event_id for event_id in event_ids if event_id in self._by_id]
        if not known_ids:
            return
        first = min(map(self._position, known_ids))
        for event_id in known_ids:
            self._events.pop(self._position(event_id))
            self._forget(event_id)
            del self._by_id[event_id]
        self._fold_changed(first)

    def _fold_changed(self, first: int) -> None:
        """Fold again from the first event that is new, or whose counting has changed."""
        self.refolds += 1
        idle, precedence = self._find_idle()
        self._cancelled = frozenset(self._find_cancelled())
        self._moments.clear()
        for event_id in idle ^ self._idle:
            first = min(first, self._position(event_id))
        self._idle, self._precedence = idle, precedence
        system = self._find_system()
        # Another text gives the sheets another shape, so everything is folded again.
        if system != self._checkpoints[0].system:
            self._checkpoints, first = [empty_session(system)], 0
            self._foresight = Preview(self._checkpoints[0])
            self._unread.clear()
        self._fold_from(first)
        self._name_all()

    def _find_system(self) -> str:
        """Find the game: the last counting texts that can be played."""
        system, self.unplayable = saved_name(self._system), None
        for layer in LAYERS:
            for event_id in self._counting_ids(layer):
                name = register_rules(system, self._texts[layer][event_id])
                try:
                    system_of(name)
                except Refusal:
                    self.unplayable = self.unplayable or self._by_id[event_id]
                else:
                    system = name
                    break
        return system if RULED in system else self._system

    def games_before(self) -> Iterator[str]:
        """Yield the games of all texts that can be played, the last one first."""
        bare = saved_name(self._system)
        for layer, base in zip(LAYERS, (bare, register_rules(bare, self.session.rules)), strict=True):
            for event_id in sorted(self._texts[layer], reverse=True):
                name = register_rules(base, self._texts[layer][event_id])
                with suppress(Refusal):
                    system_of(name)
                    yield name

    def _counting_ids(self, layer: str) -> Iterator[str]:
        """Yield the counting events that set a text of this layer, by ids, the last first."""
        return (each for each in sorted(self._texts[layer], reverse=True) if self.counts(each))

    @property
    def rules_changed_at(self) -> int:
        """Real time of the last counting event that sets the game's text or house rules; 0 without one."""
        event_ids = [next(self._counting_ids(layer), "") for layer in LAYERS]
        return max((self._by_id[each].at for each in event_ids if each), default=0)

    def _is_new(self, event: Event) -> bool:
        old_event = self._by_id.get(event.id)
        return old_event is None or old_event.document != event.document

    def _is_usual(self, event: Event) -> bool:
        """Whether an event comes last, cancels nothing, sets no text of the game and is not late."""
        return (
            not event.takes_back
            and not any(_texts_in(event))
            and (not self._events or self._events[-1].id < event.id)
            and not (event.settles and self._precedence.superseding_event(event))
            and not _resolves_roll_of(event, self._cancelled)
        )

    def _append(self, event: Event) -> None:
        """Fold an event that comes last. This is the usual case, so it is fast."""
        self._index(event)
        if event.settles:
            self._precedence.take(event)
        self.names.update(self._namings.get(event.id, ()))
        self._events.append(event)
        self.session = self._foresight.apply(self.session, event.changes)
        if self._foresight.cuts:
            self.cuts[event.id] = self._foresight.cuts
        if len(self._events) % CHECKPOINT == 0:
            self._checkpoints.append(self.session)

    @contextmanager
    def supposing(self, changes: tuple[Change, ...]) -> Iterator[None]:
        """Within the context, show the session as these changes would leave it."""
        session, self.session = self.session, self._foresight.apply(self.session, changes)
        try:
            yield
        finally:
            self.session = session

    def _index(self, event: Event) -> None:
        self._by_id[event.id] = event
        self._unread.pop(event.id, None)
        self._rulings = None
        self._index_deeds(event)
        if not event.changes:
            return
        self._index_turns(event)
        for change in event.changes if event.over else ():
            source = source_path(change)
            path = source or (change.path if change.how is How.TO else ())
            if path and "/".join(path) in event.over:
                edits = (self.takings if source else self.edits).setdefault(path, [])
                if event.id not in edits:
                    edits.append(event.id)
        if namings := tuple(self._namings_in(event)):
            self._namings[event.id] = namings
        for layer, text in _texts_in(event):
            self._texts[layer][event.id] = text

    def _namings_in(self, event: Event) -> Iterator[_Naming]:
        """Yield each name that an event gives, behind the id of its bearer."""
        for change in event.changes:
            if change.path[0] not in self._bearers:
                continue
            match change:
                case Change((_, key), How.NEW, {"name": str(name)}):
                    yield key, clean(name, NAME_LENGTH)
                case Change((_, key, "name"), How.TO, str(name)):
                    yield key, clean(name, NAME_LENGTH)

    def unread(self) -> tuple[str, ...]:
        """List the fields that counting events set and this version does not know: a newer one wrote them.

        Fields of an element that is gone by now do not matter.
        """
        for event in self._events:
            if event.id not in self._unread:
                self._unread[event.id] = tuple(
                    (change.path, part)
                    for change in event.changes
                    for part in unread_in(change, self.session.system)
                )
        counting = (parts for each, parts in self._unread.items() if parts and self.counts(each))
        fields = (part for parts in counting for path, part in parts if not self._is_gone(path))
        return tuple(dict.fromkeys(fields))

    def _is_gone(self, path: Path) -> bool:
        """Whether a path leads into an element that its collection does not have any more."""
        elements = getattr(self.session, path[0], None)
        return len(path) > 1 and isinstance(elements, Mapping) and path[1] not in elements

    def _index_turns(self, event: Event) -> None:
        for change in event.changes:
            match change:
                case Change(("encounters", key, "round"), How.TO, int(number)):
                    event_ids = self.rounds.setdefault((key, str(number)), [])
                case Change(("encounters", key, "began", mark), How.NEW):
                    event_ids = self.turns.setdefault((key, mark), [])
                case _:
                    continue
            if event.id not in event_ids:
                insort(event_ids, event.id)

    def newcomers(self) -> Iterator[Change]:
        """Yield the counting changes that brought creatures into play, the latest first."""
        for event_id in reversed(self._namings):
            if self.counts(event_id):
                for change in reversed(self._by_id[event_id].changes):
                    match change:
                        case Change(("creatures", _), How.NEW, {"name": _}):
                            yield change

    def _index_deeds(self, event: Event) -> None:
        for key in event.over:
            if key.startswith(f"{DEED}/"):
                event_ids = self.deeds.setdefault(tuple(key.split("/")), [])
                if event.id not in event_ids:
                    insort(event_ids, event.id)

    def _forget(self, event_id: str) -> None:
        self._namings.pop(event_id, None)
        self._unread.pop(event_id, None)
        self._rulings = None
        for texts in self._texts.values():
            texts.pop(event_id, None)
        for index in (self.edits, self.takings, self.deeds, self.rounds, self.turns):
            _remove_from_index(index, event_id)

    def _name_all(self) -> None:
        """Name everything as the last counting event does. An undone name serves if there is no other."""
        self.names.clear()
        for event_id in sorted(self._namings):
            for key, name in self._namings[event_id]:
                if self.counts(event_id) or key not in self.names:
                    self.names[key] = name

    # Which events count, and which of them resolved which rolls.
    def counts(self, event_id: str) -> bool:
        """Whether an event is neither undone nor late."""
        return event_id not in self._idle

    def heads(self, path: Path) -> list[str]:
        """List the counting events that set a text, took goods or did a deed and that none follows."""
        key = "/".join(path)
        edits = self.edits.get(path) or self.takings.get(path) or self.deeds.get(path) or []
        counting = [event_id for event_id in sorted(edits) if self.counts(event_id)]
        followed = {each for event_id in counting for each in self._by_id[event_id].over.get(key, ())}
        return [event_id for event_id in counting if event_id not in followed]

    @property
    def superseded_events(self) -> Mapping[str, str]:
        """The late events, each with the earlier event that resolved the same pending roll."""
        return self._precedence.superseded

    def first_of(self, event_id: str) -> Event | None:
        """Find the event that made a late one late; None for other events."""
        return self._by_id.get(self.superseded_events.get(event_id, ""))

    def outcomes_of(self, event_id: str) -> Outcomes:
        """Find the counting events that resolved rolls that an event called for, or that such a roll did."""
        falling, staying = {event_id: None}, list[str]()
        for event in self._rulings_before(_BEHIND):
            keys = {key for key, (_time, caller) in event.settles.items() if caller in falling}
            if not keys or not self.counts(event.id):
                continue
            is_alone = len(keys) == len(event.settles) and not self._is_shared(keys, falling, event)
            if is_alone or _resolves_roll_of(event, falling):
                falling[event.id] = None
            else:
                staying.append(event.id)
        return Outcomes(tuple(falling)[1:], tuple(staying))

    def _is_shared(self, keys: set[str], callers: Collection[str], resolving: Event) -> bool:
        """Whether another event before the one that resolves rolls has called for one too, or added to it."""
        return any(
            change.path[0] == "pending" and change.path[1] in keys
            for event in self._events[: self._position(resolving.id)]
            if event.id not in callers and self.counts(event.id)
            for change in event.changes
            if change.how is not How.GONE and not keys & event.settles.keys()
        )

    def counting_again(self, *event_ids: str) -> tuple[Event, ...]:
        """List the late events that would count if these events did not."""
        idle = self._find_idle(*event_ids)[0]
        return tuple(self._by_id[each] for each in self.superseded_events if each not in idle)

    def settling(self, keys: Iterable[str]) -> dict[str, list[Any]]:
        """Find, for the save, each roll's number under its key and the event that called for it."""
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
        """The last action that can be undone, if there is one."""
        return next(self.undoable_events(), None)

    def undoable_events(self) -> Iterator[Event]:
        """Yield the actions that still count, the last first, but for the event that created the campaign."""
        for event in reversed(self._events[1:]):
            if not event.cancels and self.counts(event.id) and not event.stays:
                yield event

    @property
    def redoable(self) -> Event | None:
        """The last undo that still counts, if no action followed it."""
        for event in reversed(self._events):
            if not self.counts(event.id):
                continue
            if not event.cancels:
                return None
            if self._is_undo(event):
                return event
        return None

    def undos_of(self, event_id: str) -> tuple[str, ...]:
        """List the counting undos of an event: each merged copy may have one of its own."""
        return tuple(each.id for each in self._events if each.cancels == event_id and self.counts(each.id))

    def last_telling(self, kind: str, **data: Scalar) -> Event | None:
        """Find the last counting event that has a fact of this kind with these data."""
        for event in reversed(self._events):
            if self.counts(event.id) and any(
                fact.kind == kind and data.items() <= fact.data.items() for fact in event.facts
            ):
                return event
        return None

    def as_played_by(self, system: str) -> Session:
        """Fold the session as if the game were another one."""
        return apply(empty_session(system), self._batch(0, len(self), self._idle))

    # The past: sessions and histories as they were, or as one GM saw them.
    def session_after(self, event_id: str) -> Session:
        return self._find_session_before(self._position(event_id) + 1)

    def session_before(self, event_id: str) -> Session:
        return self._find_session_before(self._position(event_id))

    def events_between(self, since: str, until: str) -> list[Event]:
        """List the events behind one and before another."""
        return self._events[self._position(since) + (since in self) : self._position(until)]

    def concurrent_events(self, event_id: str) -> tuple[Event, ...]:
        """List the events with the same number as this one, from other copies: none knew of the others."""
        return tuple(
            each
            for beginning in beginnings_with(number_of(event_id))
            for each in self._events[self._position(beginning) : self._position(beginning + _BEHIND)]
            if each.id != event_id
        )

    def sessions_around(self, event_id: str) -> tuple[Session, Session]:
        """Find the session before and after an event: `as_seen_by` and `session_then`."""
        event, session = self._by_id[event_id], self.as_seen_by(event_id)
        if event.takes_back or event.settles:
            return session, self.session_then(event_id)
        return session, apply(session, (event.changes,))

    def session_then(self, event_id: str) -> Session:
        """Fold up to and with this event, as events counted at that moment."""
        return self._fold_until(self._position(event_id) + 1)

    def as_seen_by(self, event_id: str) -> Session:
        """Fold up to this event, as events counted at that moment: what was undone later still counts."""
        return self._fold_until(self._position(event_id))

    def history_until(self, event_id: str) -> "History":
        """Make the history as it was once this event had happened."""
        return History(self.session.system, self._events[: self._position(event_id) + 1])

    def _fold_until(self, end: int) -> Session:
        """Fold the first `end` events, starting at the nearest kept session with the same counting events."""
        idle = self._idle_after(end)
        differing = idle ^ self._ids_before(end, self._idle)
        start = min(map(self._position, differing), default=end)
        done = start // CHECKPOINT * CHECKPOINT
        session = self._checkpoints[done // CHECKPOINT]
        for place in range(end // CHECKPOINT * CHECKPOINT, done, -CHECKPOINT):
            moment = self._moments.get(place)
            if moment and moment.idle == self._ids_before(place, idle):
                done, session = place, moment.session
                break
        while done + CHECKPOINT <= end:
            session = apply(session, self._batch(done, done + CHECKPOINT, idle))
            done += CHECKPOINT
            self._moments[done] = _Moment(session, self._ids_before(done, idle))
        return apply(session, self._batch(done, end, idle))

    def _idle_after(self, end: int) -> frozenset[str]:
        """Find the events that did not count after the first `end` events.

        If no event that resolves a roll counted otherwise than now, the late ones are the same as now.
        """
        bound = self._id_at(end)
        cancelled = self._find_cancelled(bound)
        differing = (each for each in cancelled ^ self._cancelled if each < bound)
        if any(self._by_id[each].settles for each in differing if each in self._by_id):
            return self._idle_with(cancelled, bound)[0]
        late = (each for each in self.superseded_events if each < bound)
        return frozenset((cancelled & self._by_id.keys()).union(late))

    def _ids_before(self, end: int, ids: frozenset[str]) -> frozenset[str]:
        """Keep the ids of the first `end` events."""
        bound = self._id_at(end)
        return frozenset(each for each in ids if each < bound)

    def _id_at(self, place: int) -> str:
        """Find the id of the event at a place; behind the last, an id behind all others."""
        return self._events[place].id if place < len(self) else _BEHIND

    def _find_session_before(self, end: int) -> Session:
        index = end // CHECKPOINT
        return apply(self._checkpoints[index], self._batch(index * CHECKPOINT, end, self._idle))

    def session_without(self, *event_ids: str) -> Session:
        """Fold without these events: the result of an undo or redo."""
        idle = self._find_idle(*event_ids)[0]
        start = min((self._position(each) for each in idle ^ self._idle), default=len(self))
        return self._replay(start, idle)

    # Cancelling, and folding without cancelled events.
    def _is_undo(self, event: Event) -> bool:
        target = self._by_id.get(event.cancels)
        return target is not None and not target.cancels

    def _find_idle(self, *also: str) -> tuple[frozenset[str], Precedence]:
        """Find the ids that do not count, cancelled or late, as if `also` were cancelled too."""
        return self._idle_with(self._find_cancelled(also=also))

    def _idle_with(self, cancelled: set[str], bound: str = _BEHIND) -> tuple[frozenset[str], Precedence]:
        settling = (event for event in self._rulings_before(bound) if event.settles)
        precedence = Precedence(event for event in settling if event.id not in cancelled)
        return frozenset((cancelled & self._by_id.keys()) | precedence.superseded.keys()), precedence

    def _find_cancelled(self, bound: str = _BEHIND, also: tuple[str, ...] = ()) -> set[str]:
        """Find the ids that a counting event before the bound cancels, as if `also` were cancelled too.

        The rolls of an act go with it, by any GM: the damage of a hit, and the armour against it.
        """
        cancelled = set(also)
        # From the last one back: only a later event can cancel an event that cancels.
        for event in reversed(self._rulings_before(bound)):
            if event.takes_back and event.id not in cancelled:
                cancelled.update(each for each in event.takes_back if each < event.id)
        # In order, so that what such a roll has called for goes too.
        for event in self._rulings_before(bound) if cancelled else ():
            if _resolves_roll_of(event, cancelled):
                cancelled.add(event.id)
        return cancelled

    def _rulings_before(self, bound: str) -> list[Event]:
        if self._rulings is None:
            self._rulings = [event for event in self._events if event.takes_back or event.settles]
        return self._rulings[: bisect_left(self._rulings, bound, key=_id_of)]

    def _position(self, event_id: str) -> int:
        return bisect_left(self._events, event_id, key=_id_of)

    def _fold_from(self, first: int) -> None:
        del self._checkpoints[first // CHECKPOINT + 1 :]
        done = (len(self._checkpoints) - 1) * CHECKPOINT
        for index in (self.cuts, self.unturned):
            for event_id in [each for each in index if self._position(each) >= done]:
                del index[event_id]
        while done + CHECKPOINT <= len(self._events):
            self._checkpoints.append(self._fold(done, done + CHECKPOINT))
            done += CHECKPOINT
        self.session = self._fold(done, len(self._events))

    def _fold(self, start: int, stop: int) -> Session:
        """Fold these events from the last kept session, and record what they took and was not there."""
        counting = [event for event in self._events[start:stop] if event.changes and self.counts(event.id)]
        cuts: dict[int, Cuts] = {}
        session = apply(self._checkpoints[-1], (event.changes for event in counting), cuts)
        self.cuts.update((counting[place].id, cut) for place, cut in cuts.items())
        return session

    def _replay(self, first: int, idle: frozenset[str]) -> Session:
        index = first // CHECKPOINT
        return apply(self._checkpoints[index], self._batch(index * CHECKPOINT, len(self._events), idle))

    def _batch(self, start: int, stop: int, idle: frozenset[str]) -> Iterator[tuple[Change, ...]]:
        events = self._events[start:stop]
        return (event.changes for event in events if event.changes and event.id not in idle)


def _remove_from_index(index: dict[Path, list[str]], event_id: str) -> None:
    for key in [key for key, event_ids in index.items() if event_id in event_ids]:
        index[key].remove(event_id)
        if not index[key]:
            del index[key]


def _texts_in(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the texts of the game or of its house rules that an event sets, each behind its layer."""
    for change in event.changes:
        match change:
            case Change((layer,), How.TO, str(text)) if layer in LAYERS:
                yield layer, clean(text, RULES_LENGTH, lines=True)


def _resolves_roll_of(event: Event, event_ids: Collection[str]) -> bool:
    """Whether an event resolves a roll that the act of one of these events called for as its own."""
    return any(caller in event_ids and OWN in key for key, (_time, caller) in event.settles.items())


def _id_of(event: Event) -> str:
    return event.id
