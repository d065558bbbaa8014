"""Undo and redo of an event, and the return to a moment: events that name the events they cancel."""

from collections.abc import Callable, Collection, Iterable
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, How, apply, diff
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.session.moves.passage import with_turns_taken_back
from tracker.session.state import Encounter, Session

MOST_REWOUND = 10_000
"""Events that one event takes back: their ids fit it."""


def undo(history: History) -> Draft:
    """Take back the last action that still counts, of any GM."""
    event = history.undoable
    if event is None:
        raise Refusal("nothing_to_undo")
    return _cancel(history, event, Fact("undone", {"event": event.id}))


def redo(history: History, told: str = "redone") -> Draft:
    """Bring back what the last undo took, even if other GMs undid it too; the event tells it as `told`."""
    event = history.redoable
    if event is None:
        raise Refusal("nothing_to_redo")
    others = tuple(each for each in history.undos_of(event.cancels) if each != event.id)
    return Draft((Fact(told, {"event": event.cancels}),), cancels=event.id, rewinds=others)


def undo_event(history: History, event_id: str) -> Draft:
    """Take back one event anywhere in the log."""
    if event_id not in history or history[event_id].cancels:
        raise Refusal("nothing_to_undo")
    if first := history.first_of(event_id):
        raise Refusal("came_late", gm=first.gm)
    if not history.counts(event_id):
        raise Refusal("already_undone")
    if why := history[event_id].stays:
        raise Refusal(why)
    return _cancel(history, history[event_id], Fact("undone", {"event": event_id}))


def previous_turn(history: History) -> Draft:
    """Go back to the turn before: take back the last change of turn, with the effects that it ended.

    Rolls resolved meanwhile stay resolved, so that going forward again queues nothing twice. A turn of
    somebody who has left since stays: time has passed for them elsewhere. One that passed on because somebody
    left comes back with that creature, and only while nothing has followed.

    Refuses `no_previous_turn`, `turn_left`, and `turn_lived` once another encounter has lived that time too.
    """
    fight = history.session.fight
    encounter = history.session.encounter
    event = history.last_telling("turn", encounter=encounter) if fight else None
    if fight is None or event is None or any(fact.kind == "encounter_began" for fact in event.facts):
        raise Refusal("no_previous_turn")
    before = history.session_without(event.id).encounters.get(encounter)
    who, number = (before.active, before.round) if before else ("", 0)
    if event is not history.undoable and (left := _encounter_left(event, encounter, who, fight)):
        raise Refusal("turn_left", who=left)
    if _lived_elsewhere(history.session, event, encounter):
        raise Refusal("turn_lived")
    fact = Fact("turn_taken_back", {"event": event.id, "who": who, "round": number})
    draft = _cancel(history, event, fact)
    return replace(draft, changes=(*draft.changes, *_of_shared_turns(history, event, encounter)))


def _of_shared_turns(history: History, event: Event, encounter: str) -> tuple[Change, ...]:
    """Return the changes by which those who have come to share a turn since share it no more."""
    left, found = (
        history.session_without(event.id),
        history.session_before(event.id).encounters.get(encounter),
    )
    fight = left.encounters.get(encounter)
    if fight is None or found is None:
        return ()
    shared = {mark for mark in fight.began if mark not in found.began and mark not in fight.ended}
    turned = {who: each for who, each in fight.turned.items() if fight.mark(who) not in shared}
    began = {mark: each for mark, each in fight.began.items() if mark not in shared}
    fixed = replace(fight, began=began, turned=turned)
    return diff(left, replace(left, encounters={**left.encounters, encounter: fixed}))


def _encounter_left(event: Event, encounter: str, who: str, fight: Encounter) -> str:
    """Return who left an encounter by a change of turn, or has left it since with the turn; or nothing.

    If nobody got the turn, it is that of `who`, who had it before.
    """
    place = ("encounters", encounter, "combatants")
    gone = (each.path[-1] for each in event.changes if each.how is How.GONE and each.path[:-1] == place)
    told = (str(fact.data.get("who") or who) for fact in event.facts if fact.kind == "turn")
    standing = {each for each in fight.combatants if fight.turned.get(each, True)}
    return next(chain(gone, (each for each in told if each and each not in standing)), "")


def _lived_elsewhere(session: Session, event: Event, encounter: str) -> bool:
    """Whether another encounter, which an event let fall behind, has lived its time since."""
    for change in event.changes:
        match change:
            case Change(("encounters", key, "behind"), How.BY, int(by)) if key != encounter and by > 0:
                other = session.encounters.get(key)
                if other is None or other.behind < by:
                    return True
    return False


def _cancel(history: History, event: Event, fact: Fact) -> Draft:
    """Take back an event; runs of turns that later events have joined lose its turns and keep theirs."""
    return Draft(
        (fact,), changes=_turn_changes(history, event, history.session_without(event.id)), cancels=event.id
    )


def preview_undo(history: History, event: Event) -> tuple[Session, tuple[Change, ...]]:
    """Return the session without an event and those that it took back, and the changes of turns for that."""
    left = history.session_without(event.id, *event.rewinds)
    changes = _turn_changes(history, event, left)
    return apply(left, (changes,)), changes


def _turn_changes(history: History, event: Event, left: Session) -> tuple[Change, ...]:
    """Return the changes of runs of turns that later events have joined, once an event is taken back."""
    if not any(each.path[0] == "pending" for each in event.changes):
        return ()
    before = history.as_seen_by(event.id)
    return diff(left, with_turns_taken_back(history.session, left, before, event.changes))


class Returning(Struct, frozen=True):
    """The actions that a return to a moment takes back and brings back, in the order of their happening."""

    back: tuple[Event, ...]
    """Actions that would not count any more."""
    again: tuple[Event, ...]
    """Actions that had been undone since and would count again."""


def rewind(history: History, kept: Collection[str], day: str) -> Draft:
    """Take back every event outside `kept`; `day` is the day before which all kept events happened.

    Raises `too_far_back` for more events than one event can name, and `nothing_to_rewind`.
    """
    return _cancel_all_after(history, kept, lambda count: Fact("rewound", {"count": count, "day": day}))


def return_to(history: History, event_id: str) -> Draft:
    """Take back every event after this one.

    Raises the refusals of `rewind`, and `unknown_moment`.
    """
    kept = _event_ids_until(history, event_id)
    return _cancel_all_after(
        history, kept, lambda count: Fact("rewound", {"count": count, "event": event_id})
    )


def returning(history: History, event_id: str) -> Returning:
    """Return what a return to the moment after an event would take back and bring back."""
    kept = _event_ids_until(history, event_id)
    now, then = _active_event_ids(history), _active_event_ids(event for event in history if event.id in kept)
    stays = {event.id for event in history if event.id not in kept and event.stays}
    return Returning(
        tuple(history[each] for each in sorted(now - then - stays)),
        tuple(history[each] for each in sorted(then - now)),
    )


def _event_ids_until(history: History, event_id: str) -> set[str]:
    if event_id not in history:
        raise Refusal("unknown_moment", text=event_id)
    return {event.id for event in history if event.id <= event_id}


def _cancel_all_after(history: History, kept: Collection[str], told: Callable[[int], Fact]) -> Draft:
    """Take back every event outside `kept`, undos and redos too: the same events count as counted then.

    Seals and their openings stay, as undo never takes them back. `told` makes the fact of how many actions
    count no more, or again.
    """
    count = sum(event.id not in kept for event in history)
    if count > MOST_REWOUND:
        raise Refusal("too_far_back", count=count, most=MOST_REWOUND)
    gone = tuple(event.id for event in history if event.id not in kept and not event.stays)
    left = {event.id for event in history}.difference(gone)
    now, then = _active_event_ids(history), _active_event_ids(event for event in history if event.id in left)
    if now == then:
        raise Refusal("nothing_to_rewind")
    return Draft((told(len(now ^ then)),), rewinds=gone)


def _active_event_ids(events: Iterable[Event]) -> set[str]:
    """Return the actions among these events that none of these events takes back."""
    cancelled: set[str] = set()
    standing = set()
    for event in reversed(list(events)):
        if event.id in cancelled:
            continue
        cancelled.update(each for each in event.takes_back if each < event.id)
        if not event.takes_back or event.asked is not None:
            standing.add(event.id)
    return standing
