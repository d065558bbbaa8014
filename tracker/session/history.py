"""The events in order, which of them count, and the session that they fold into."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct

from tracker.rules.fields import NAME_LENGTH, RULES_LENGTH, Scalar
from tracker.rules.refusal import Refusal
from tracker.rules.systems import RULED, register_rules, saved_name, system_of
from tracker.session.change import Change, Cuts, How, Path, Preview, apply, source_path, unread_in
from tracker.session.event import Event
from tracker.session.precedence import Precedence
from tracker.session.state import Session, empty_session, record_marks
from tracker.session.text import clean

CHECKPOINT = 256
"""Events between two kept sessions: an undo folds again from the nearest one, not from the first event."""

LAYERS = ("rules", "house")
"""The texts by which a campaign is played: the file of its game, then its house rules."""
DEED = "deed"
"""First step of the path of what is done once: a rest, an initiative, the end of a fight."""
_BEHIND = "~"
"""Behind every id in the order of events."""
_Naming = tuple[str, str]
"""Id and name."""


class _Moment(Struct, frozen=True):
    """The session as it was once, and the events before it that did not count at that time."""

    session: Session
    idle: frozenset[str]


class History:
    """Every event of a save, folded.

    An event counts unless another event that counts cancels it: an undo cancels an action, a redo cancels the
    undo. It does not count either if an earlier event resolved the same pending roll (`Precedence`). All
    copies order events by id, so all copies fold into the same session.
    """

    def __init__(self, system: str, events: Iterable[Event] = ()) -> None:
        self._events: list[Event] = []
        self._by_id: dict[str, Event] = {}
        self.names: dict[str, str] = {}
        """Names of everything that has ever been in play, for the sentences of the log."""
        self.edits: dict[Path, list[str]] = {}
        """Ids of the events that set each text written by a person."""
        self.takings: dict[Path, list[str]] = {}
        """Ids of the events that took from each coin's count and from each thing."""
        self.deeds: dict[Path, list[str]] = {}
        """Ids of the events that did what is done once, by its path; those that leave it done twice too."""
        self.rounds: dict[Path, list[str]] = {}
        """Ids of the events that began each round of an encounter, by the encounter's id and the round."""
        self.turns: dict[Path, list[str]] = {}
        """Ids of the events that began each turn, by the encounter's id and `ROUND.WHO`."""
        self.unturned: dict[str, tuple[str, ...]] = {}
        """Who had yet to act as an event ended a round, by the event, once somebody has asked."""
        self.cuts: dict[str, Cuts] = {}
        """For each counting event, what it took and was no longer there: others had taken it unseen."""
        self._namings: dict[str, tuple[_Naming, ...]] = {}
        self._bearers = record_marks(system, "bears_name")
        """The collections whose elements have a name."""
        self._unread: dict[str, tuple[tuple[Path, str], ...]] = {}
        """For each event, what it sets and this version does not know, once somebody has asked."""
        self._precedence = Precedence()
        self._idle: frozenset[str] = frozenset()
        """Ids of the events that do not count: cancelled, or late."""
        self._system = system
        """The game while no event sets a text by which it is played."""
        self._texts: dict[str, dict[str, str]] = {layer: {} for layer in LAYERS}
        """The texts of the game and of its house rules that events set, by the ids of the events."""
        self.unplayable: Event | None = None
        """The last event that counts and sets a text that cannot be played; None without such a text."""
        self._checkpoints: list[Session] = [empty_session(system)]
        self._rulings: list[Event] | None = None
        """The events that may keep others from counting, once somebody has asked."""
        self._cancelled: frozenset[str] = frozenset()
        """Ids of the events that an event that counts takes back."""
        self.refolds = 0
        """How often the past became another one, and not only longer by an event at its end."""
        self._moments: dict[int, _Moment] = {}
        """Moments kept at intervals, by how many events lie before each; `then` folds from the nearest."""
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

    # Events come and go; the fold follows from the first place that changes.
    def add(self, events: Iterable[Event]) -> None:
        """Add new events at their places in the order, and fold their changes.

        An event with a known id and another content replaces the known one, as it does in the save.
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
        """Drop events that have no valid version any more; unknown ids are ignored."""
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
        """Fold again from the first event that is new or whose counting has changed."""
        self.refolds += 1
        idle, precedence = self._standing()
        self._cancelled = frozenset(self._taken_back())
        self._moments.clear()
        for event_id in idle ^ self._idle:
            first = min(first, self._position(event_id))
        self._idle, self._precedence = idle, precedence
        system = self._ruled()
        if system != self._checkpoints[0].system:  # another text gives the sheets another shape
            self._checkpoints, first = [empty_session(system)], 0
            self._foresight = Preview(self._checkpoints[0])
            self._unread.clear()
        self._fold_from(first)
        self._name_all()

    def _ruled(self) -> str:
        """Return the name of the game by the last texts that count and can be played."""
        system, self.unplayable = saved_name(self._system), None
        for layer in LAYERS:
            for event_id in self._counting(layer):
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
        """Yield the names of the games by whose texts it was played and can be, the last one first."""
        bare = saved_name(self._system)
        for layer, base in zip(LAYERS, (bare, register_rules(bare, self.session.rules)), strict=True):
            for event_id in sorted(self._texts[layer], reverse=True):
                name = register_rules(base, self._texts[layer][event_id])
                with suppress(Refusal):
                    system_of(name)
                    yield name

    def _counting(self, layer: str) -> Iterator[str]:
        """Yield the ids of the events that count and set a text, the last one first."""
        return (each for each in sorted(self._texts[layer], reverse=True) if self.counts(each))

    @property
    def rules_changed_at(self) -> int:
        """Real time of the last event that counts and sets a text of the game; 0 without one."""
        last = [next(self._counting(layer), "") for layer in LAYERS]
        return max((self._by_id[each].at for each in last if each), default=0)

    def _is_new(self, event: Event) -> bool:
        known = self._by_id.get(event.id)
        return known is None or known.document != event.document

    def _is_usual(self, event: Event) -> bool:
        """Whether an event comes last, cancels nothing and is not late."""
        return (
            not event.takes_back
            and not any(_texts_in(event))
            and (not self._events or self._events[-1].id < event.id)
            and not (event.settles and self._precedence.superseding_event(event))
        )

    def _append(self, event: Event) -> None:
        """Fold an event that comes last: the usual case."""
        self._know(event)
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
        """While the context lasts, show the session as these changes would leave it."""
        before, self.session = self.session, self._foresight.apply(self.session, changes)
        try:
            yield
        finally:
            self.session = before

    def _know(self, event: Event) -> None:
        self._by_id[event.id] = event
        self._unread.pop(event.id, None)
        self._rulings = None
        self._know_deeds(event)
        if not event.changes:
            return
        self._know_turns(event)
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
        """Yield each name that an event gives, with the id of its bearer."""
        for change in event.changes:
            if change.path[0] not in self._bearers:
                continue
            match change:
                case Change((_, key), How.NEW, {"name": str(name)}):
                    yield key, clean(name, NAME_LENGTH)
                case Change((_, key, "name"), How.TO, str(name)):
                    yield key, clean(name, NAME_LENGTH)

    def unread(self) -> tuple[str, ...]:
        """Return what events that count set and this version does not know: another version has made them.

        What they set in an element that is gone by now is of no account.
        """
        for event in self._events:
            if event.id not in self._unread:
                self._unread[event.id] = tuple(
                    (change.path, part)
                    for change in event.changes
                    for part in unread_in(change, self.session.system)
                )
        counting = (parts for each, parts in self._unread.items() if parts and self.counts(each))
        found = (part for parts in counting for path, part in parts if not self._is_gone(path))
        return tuple(dict.fromkeys(found))

    def _is_gone(self, path: Path) -> bool:
        """Whether a path leads into an element that is no longer there, of a collection that is known."""
        elements = getattr(self.session, path[0], None)
        return len(path) > 1 and isinstance(elements, Mapping) and path[1] not in elements

    def _know_turns(self, event: Event) -> None:
        for change in event.changes:
            match change:
                case Change(("encounters", key, "round"), How.TO, int(number)):
                    began = self.rounds.setdefault((key, str(number)), [])
                case Change(("encounters", key, "began", mark), How.NEW):
                    began = self.turns.setdefault((key, mark), [])
                case _:
                    continue
            if event.id not in began:
                insort(began, event.id)

    def newcomers(self) -> Iterator[Change]:
        """Yield the changes that brought creatures into play, the latest first, without those taken back."""
        for event_id in reversed(self._namings):
            if self.counts(event_id):
                for change in reversed(self._by_id[event_id].changes):
                    match change:
                        case Change(("creatures", _), How.NEW, {"name": _}):
                            yield change

    def _know_deeds(self, event: Event) -> None:
        for key in event.over:
            if key.startswith(f"{DEED}/"):
                done = self.deeds.setdefault(tuple(key.split("/")), [])
                if event.id not in done:
                    insort(done, event.id)

    def _forget(self, event_id: str) -> None:
        self._namings.pop(event_id, None)
        self._unread.pop(event_id, None)
        self._rulings = None
        for texts in self._texts.values():
            texts.pop(event_id, None)
        for index in (self.edits, self.takings, self.deeds, self.rounds, self.turns):
            _remove(index, event_id)

    def _name_all(self) -> None:
        """Name everything as the last event that counts does: an undone name is no name."""
        self.names.clear()
        for event_id in sorted(self._namings):
            for key, name in self._namings[event_id]:
                if self.counts(event_id) or key not in self.names:
                    self.names[key] = name

    # Which events count, and which of them settled what.
    def counts(self, event_id: str) -> bool:
        """Whether an event counts: neither undone nor late."""
        return event_id not in self._idle

    def heads(self, path: Path) -> list[str]:
        """Return the counting events that set a text, took goods or did a deed, and that none follows."""
        key = "/".join(path)
        edits = self.edits.get(path) or self.takings.get(path) or self.deeds.get(path) or []
        counting = [event_id for event_id in sorted(edits) if self.counts(event_id)]
        old = {each for event_id in counting for each in self._by_id[event_id].over.get(key, ())}
        return [event_id for event_id in counting if event_id not in old]

    @property
    def superseded_events(self) -> Mapping[str, str]:
        """The late events, each with the earlier event that resolved the same pending roll."""
        return self._precedence.superseded

    def first_of(self, event_id: str) -> Event | None:
        """Return the event that made a late one late; None for any other event."""
        return self._by_id.get(self.superseded_events.get(event_id, ""))

    def counting_again(self, event_id: str) -> tuple[Event, ...]:
        """Return the late events that would count if this event did not."""
        idle = self._standing(event_id)[0]
        return tuple(self._by_id[each] for each in self.superseded_events if each not in idle)

    def settling(self, keys: Iterable[str]) -> dict[str, list[Any]]:
        """Return what to save about the pending rolls that a draft resolves: which time, and who called."""
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
        """The last action that still counts; the creation of the campaign cannot be undone."""
        for event in reversed(self._events[1:]):
            if not event.cancels and self.counts(event.id) and not event.stays:
                return event
        return None

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
        """Return the undos of an event that count: of copies that went apart, each may have its own."""
        return tuple(each.id for each in self._events if each.cancels == event_id and self.counts(each.id))

    def last_telling(self, kind: str, **data: Scalar) -> Event | None:
        """Return the last event that counts and has a fact of this kind with these data, or None."""
        for event in reversed(self._events):
            if self.counts(event.id) and any(
                fact.kind == kind and data.items() <= fact.data.items() for fact in event.facts
            ):
                return event
        return None

    def as_played_by(self, system: str) -> Session:
        """Return the session as it would be if another text had given the sheets their shape."""
        return apply(empty_session(system), self._batch(0, len(self), self._idle))

    # The past: sessions and histories as they were, or as one GM saw them.
    def session_after(self, event_id: str) -> Session:
        """Return the session as it was after this event."""
        return self._find_session_before(self._position(event_id) + 1)

    def session_before(self, event_id: str) -> Session:
        """Return the session as it was before this event."""
        return self._find_session_before(self._position(event_id))

    def events_between(self, since: str, until: str) -> list[Event]:
        """Return the events behind one and before another."""
        return self._events[self._position(since) + (since in self) : self._position(until)]

    def concurrent_events(self, event_id: str) -> tuple[Event, ...]:
        """Return the events that other copies have at the same place as this one: none knew of another."""
        at = self._position(event_id)
        number = _number_of(event_id)
        back = takewhile(
            lambda each: _number_of(each.id) == number, islice(reversed(self._events), len(self) - at, None)
        )
        on = takewhile(lambda each: _number_of(each.id) == number, islice(self._events, at + 1, None))
        return (*back, *on)

    def sessions_around(self, event_id: str) -> tuple[Session, Session]:
        """Return `as_seen_by` and `then` of an event."""
        event, before = self._by_id[event_id], self.as_seen_by(event_id)
        if event.takes_back or event.settles:
            return before, self.session_then(event_id)
        return before, apply(before, (event.changes,))

    def session_then(self, event_id: str) -> Session:
        """Return the session as the events up to this one left it, whatever has been taken back since."""
        return self._fold_until(self._position(event_id) + 1)

    def as_seen_by(self, event_id: str) -> Session:
        """Return the session that an event found: what was undone after it counted then."""
        return self._fold_until(self._position(event_id))

    def history_until(self, event_id: str) -> "History":
        """Return the history as it was once this event had happened."""
        return History(self.session.system, self._events[: self._position(event_id) + 1])

    def _fold_until(self, end: int) -> Session:
        """Fold the first events from the nearest kept session that had the same ones count."""
        idle = self._idle_once(end)
        unlike = idle ^ self._of_first(end, self._idle)
        start = min(map(self._position, unlike), default=end)
        at = start // CHECKPOINT * CHECKPOINT
        session = self._checkpoints[at // CHECKPOINT]
        for place in range(end // CHECKPOINT * CHECKPOINT, at, -CHECKPOINT):
            kept = self._moments.get(place)
            if kept and kept.idle == self._of_first(place, idle):
                at, session = place, kept.session
                break
        while at + CHECKPOINT <= end:
            session = apply(session, self._batch(at, at + CHECKPOINT, idle))
            at += CHECKPOINT
            self._moments[at] = _Moment(session, self._of_first(at, idle))
        return apply(session, self._batch(at, end, idle))

    def _idle_once(self, end: int) -> frozenset[str]:
        """Return the ids of the events that did not count once so many had happened.

        If no event that settles a roll counted otherwise than now, the same ones were late.
        """
        bound = self._id_at(end)
        cancelled = self._taken_back(bound)
        unlike = (each for each in cancelled ^ self._cancelled if each < bound)
        if any(self._by_id[each].settles for each in unlike if each in self._by_id):
            return self._standing_of(cancelled, bound)[0]
        late = (each for each in self.superseded_events if each < bound)
        return frozenset((cancelled & self._by_id.keys()).union(late))

    def _of_first(self, end: int, ids: frozenset[str]) -> frozenset[str]:
        """Return those of the ids that the first events have."""
        bound = self._id_at(end)
        return frozenset(each for each in ids if each < bound)

    def _id_at(self, place: int) -> str:
        """Return the id of the event at a place, or what is behind every id."""
        return self._events[place].id if place < len(self) else _BEHIND

    def _find_session_before(self, end: int) -> Session:
        kept = end // CHECKPOINT
        return apply(self._checkpoints[kept], self._batch(kept * CHECKPOINT, end, self._idle))

    def session_without(self, *event_ids: str) -> Session:
        """Return the session without these events: the result of an undo or redo."""
        idle = self._standing(*event_ids)[0]
        start = min((self._position(each) for each in idle ^ self._idle), default=len(self))
        return self._replay(start, idle)

    # What undos and returns take back, and the fold that leaves it out.
    def _is_undo(self, event: Event) -> bool:
        target = self._by_id.get(event.cancels)
        return target is not None and not target.cancels

    def _standing(self, *also: str) -> tuple[frozenset[str], Precedence]:
        """Return the ids that do not count: cancelled by an event that counts, `also` these, or late."""
        return self._standing_of(self._taken_back(also=also))

    def _standing_of(self, cancelled: set[str], bound: str = _BEHIND) -> tuple[frozenset[str], Precedence]:
        settling = (event for event in self._rulings_before(bound) if event.settles)
        precedence = Precedence(event for event in settling if event.id not in cancelled)
        return frozenset((cancelled & self._by_id.keys()) | precedence.superseded.keys()), precedence

    def _taken_back(self, bound: str = _BEHIND, also: tuple[str, ...] = ()) -> set[str]:
        """Return the ids that an event that counts cancels, and `also` these; only events before a bound."""
        cancelled = set(also)
        for event in reversed(self._rulings_before(bound)):
            if event.takes_back and event.id not in cancelled:
                cancelled.update(each for each in event.takes_back if each < event.id)
        return cancelled

    def _rulings_before(self, bound: str) -> list[Event]:
        if self._rulings is None:
            self._rulings = [event for event in self._events if event.takes_back or event.settles]
        return self._rulings[: bisect_left(self._rulings, bound, key=_id_of)]

    def _position(self, event_id: str) -> int:
        return bisect_left(self._events, event_id, key=_id_of)

    def _fold_from(self, first: int) -> None:
        del self._checkpoints[first // CHECKPOINT + 1 :]
        at = (len(self._checkpoints) - 1) * CHECKPOINT
        for index in (self.cuts, self.unturned):
            for event_id in [each for each in index if self._position(each) >= at]:
                del index[event_id]
        while at + CHECKPOINT <= len(self._events):
            self._checkpoints.append(self._fold(at, at + CHECKPOINT))
            at += CHECKPOINT
        self.session = self._fold(at, len(self._events))

    def _fold(self, start: int, stop: int) -> Session:
        """Return the session after these events, and note what they took and was not there."""
        counting = [event for event in self._events[start:stop] if event.changes and self.counts(event.id)]
        cuts: dict[int, Cuts] = {}
        session = apply(self._checkpoints[-1], (event.changes for event in counting), cuts)
        self.cuts.update((counting[place].id, cut) for place, cut in cuts.items())
        return session

    def _replay(self, first: int, idle: frozenset[str]) -> Session:
        kept = first // CHECKPOINT
        return apply(self._checkpoints[kept], self._batch(kept * CHECKPOINT, len(self._events), idle))

    def _batch(self, start: int, stop: int, idle: frozenset[str]) -> Iterator[tuple[Change, ...]]:
        events = self._events[start:stop]
        return (event.changes for event in events if event.changes and event.id not in idle)


def _remove(index: dict[Path, list[str]], event_id: str) -> None:
    for key in [key for key, event_ids in index.items() if event_id in event_ids]:
        index[key].remove(event_id)
        if not index[key]:
            del index[key]


def _number_of(event_id: str) -> str:
    """Return the number in an id: higher than those of all events that its writer knew."""
    return event_id.partition("-")[0]


def _texts_in(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the texts of the game that an event sets, each with what it is."""
    for change in event.changes:
        match change:
            case Change((layer,), How.TO, str(text)) if layer in LAYERS:
                yield layer, clean(text, RULES_LENGTH, lines=True)


def _id_of(event: Event) -> str:
    return event.id
