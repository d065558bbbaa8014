"""Undo, redo and the return to a moment: events that name the events that they cancel."""

from collections.abc import Callable, Collection, Iterable
from itertools import chain, islice, takewhile

from msgspec import Struct
from msgspec.structs import replace

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, How, apply, diff
from tracker.session.event import Draft, Event
from tracker.session.history import History, Outcomes
from tracker.session.moves.passage import with_turns_taken_back
from tracker.session.moves.turns import carry_turns_over
from tracker.session.state import Encounter, Session

MOST_REWOUND = 10_000
"""Most events that one event takes back; the ids of more would not fit into it."""


def undo(history: History, place: int = 1) -> Draft:
    """Take back the last action of any GM that still counts, or the one at a place, from 1 for the last.

    Refuses `nothing_to_undo`, `bad_count`.
    """
    event = next(islice(history.undoable_events(), max(0, place - 1), None), None)
    if place < 1 or event is None:
        if history.undoable is None:
            raise Refusal("nothing_to_undo")
        raise Refusal("bad_count", count=place, most=sum(1 for _each in history.undoable_events()))
    return _take_back(history, event)


def redo(history: History, told: str = "redone") -> Draft:
    """Bring back what the last undo took, even if other GMs undid it too; `told` is the kind of its fact."""
    event = history.redoable
    if event is None:
        raise Refusal("nothing_to_redo")
    others = tuple(each for each in history.undos_of(event.cancels) if each != event.id)
    return Draft((Fact(told, {"event": event.cancels}),), cancels=event.id, rewinds=others)


def undo_event(history: History, event_id: str) -> Draft:
    """Take back one event anywhere in the log, and what the rolls that it called for have come to.

    Raises `nothing_to_undo`, `came_late`, `already_undone`, or the reason why the event stays.
    """
    _require_undoable(history, event_id)
    return _take_back(history, history[event_id])


def can_undo(history: History, event_id: str) -> bool:
    """Whether an event may be taken back."""
    try:
        _require_undoable(history, event_id)
    except Refusal:
        return False
    return True


def _require_undoable(history: History, event_id: str) -> None:
    # The first event creates the campaign.
    if event_id not in history or history[event_id].cancels or event_id == next(iter(history)).id:
        raise Refusal("nothing_to_undo")
    if first := history.first_of(event_id):
        raise Refusal("came_late", gm=first.gm)
    if not history.counts(event_id):
        raise Refusal("already_undone")
    if reason := history[event_id].stays:
        raise Refusal(reason)


def previous_turn(history: History) -> Draft:
    """Go back to the turn before: take back the last change of turn, with the effects that it ended.

    Rolls resolved meanwhile stay resolved, so that going forward again queues nothing twice. Refuses
    `no_previous_turn`; `turn_left` if a creature has left by or since that change, unless it is the last
    action; `turn_lived` once another encounter has lived that time too, `turn_joined` once a creature that
    entered since has.
    """
    fight = history.session.fight
    encounter = history.session.encounter
    event = history.last_telling("turn", encounter=encounter) if fight else None
    if fight is None or event is None or any(fact.kind == "encounter_began" for fact in event.facts):
        raise Refusal("no_previous_turn")
    old_fight = history.session_without(event.id).encounters.get(encounter)
    who, number = (old_fight.active, old_fight.round) if old_fight else ("", 0)
    # For a creature that has left, time has passed elsewhere; only as the last action it comes back too.
    if event is not history.undoable and (leaver := _encounter_left(event, encounter, who, fight)):
        raise Refusal("turn_left", who=leaver)
    if _lived_elsewhere(history.session, event, encounter):
        raise Refusal("turn_lived")
    if old_fight and old_fight.behind > fight.behind:
        before = history.session_before(event.id).encounters.get(encounter, fight)
        if newcomer := next((each for each in fight.combatants if each not in before.combatants), ""):
            raise Refusal("turn_joined", who=newcomer)
    fact = Fact("turn_taken_back", {"event": event.id, "who": who, "round": number})
    draft = _cancel(history, event, fact)
    return replace(draft, changes=(*draft.changes, *_unshare_turns(history, event, encounter)))


def _unshare_turns(history: History, event: Event, encounter: str) -> tuple[Change, ...]:
    """Take the turn from creatures that have come to share it since it began."""
    remaining, old_fight = (
        history.session_without(event.id),
        history.session_before(event.id).encounters.get(encounter),
    )
    fight = remaining.encounters.get(encounter)
    if fight is None or old_fight is None:
        return ()
    shared = {mark for mark in fight.began if mark not in old_fight.began and mark not in fight.ended}
    turned = {who: each for who, each in fight.turned.items() if fight.mark(who) not in shared}
    began = {mark: each for mark, each in fight.began.items() if mark not in shared}
    unshared = replace(fight, began=began, turned=turned)
    if _order_changed_since(history, event, encounter):
        unshared = _with_turns_of(history.session_before(event.id), old_fight, unshared)
    return diff(remaining, replace(remaining, encounters={**remaining.encounters, encounter: unshared}))


def _order_changed_since(history: History, event: Event, encounter: str) -> bool:
    """Whether the GM has changed since an event how turns follow one another."""
    path = ("encounters", encounter, "turn_order")
    later = takewhile(lambda each: each is not event, reversed(history))
    return any(change.path == path for each in later if history.counts(each.id) for change in each.changes)


def _with_turns_of(session: Session, old_fight: Encounter, fight: Encounter) -> Encounter:
    """Give the creatures of an old fight the turns that they had then, carried over to the order of now."""
    old = old_fight.combatants
    then = carry_turns_over(session, old_fight, replace(old_fight, turn_order=fight.turn_order))
    turned = {who: each for who, each in fight.turned.items() if who not in old}
    began, ended = (
        {mark: each for mark, each in marks.items() if mark.partition(".")[2] not in old}
        for marks in (fight.began, fight.ended)
    )
    return replace(
        fight,
        turned={**turned, **then.turned},
        began={**began, **then.began},
        ended={**ended, **then.ended},
        delays=then.delays,
        under_way={who: True for who in then.under_way if who in fight.combatants},
    )


def _encounter_left(event: Event, encounter: str, who: str, fight: Encounter) -> str:
    """Id of a creature that left the encounter by a change of turn, or since it got the turn by it; or "".

    If nobody got the turn, it is that of `who`, who had it before.
    """
    place = ("encounters", encounter, "combatants")
    leaver_ids = (each.path[-1] for each in event.changes if each.how is How.GONE and each.path[:-1] == place)
    turn_ids = (str(fact.data.get("who") or who) for fact in event.facts if fact.kind == "turn")
    standing = {each for each in fight.combatants if fight.turned.get(each, True)}
    return next(chain(leaver_ids, (each for each in turn_ids if each and each not in standing)), "")


def _lived_elsewhere(session: Session, event: Event, encounter: str) -> bool:
    """Whether another encounter, which an event made lag, has lived that time since."""
    for change in event.changes:
        match change:
            case Change(("encounters", key, "behind"), How.BY, int(lag)) if key != encounter and lag > 0:
                other = session.encounters.get(key)
                if other is None or other.behind < lag:
                    return True
    return False


def _take_back(history: History, event: Event) -> Draft:
    """Take back an event with the outcomes that fall with it, and record those that stay."""
    outcomes = history.outcomes_of(event.id)
    facts = (Fact("undone", {"event": event.id}), *outcome_facts(outcomes))
    return replace(_cancel(history, event, facts[0], outcomes.falling), facts=facts)


def outcome_facts(outcomes: Outcomes) -> tuple[Fact, ...]:
    """Record which outcomes of an event fall with it and which stay."""
    return (
        *(Fact("undone_too", {"event": each}) for each in outcomes.falling),
        *(Fact("outcome_stays", {"event": each}) for each in outcomes.staying),
    )


def _cancel(history: History, event: Event, fact: Fact, falling: tuple[str, ...] = ()) -> Draft:
    """Take back an event; runs of turns that later events have joined lose its turns and keep the others."""
    remaining = history.session_without(event.id, *falling)
    changes = _turn_changes(history, event, remaining)
    return Draft((fact,), changes=changes, cancels=event.id, rewinds=falling)


def preview_undo(
    history: History, event: Event, undone_ids: Iterable[str]
) -> tuple[Session, tuple[Change, ...]]:
    """Session without an event and all that is undone with it, and the changes that mend runs of turns."""
    remaining = history.session_without(*undone_ids)
    changes = _turn_changes(history, event, remaining)
    return apply(remaining, (changes,)), changes


def _turn_changes(history: History, event: Event, remaining: Session) -> tuple[Change, ...]:
    """Mend the runs of turns that later events have joined, once an event is taken back."""
    if not any(each.path[0] == "pending" for each in event.changes):
        return ()
    old_session = history.as_seen_by(event.id)
    return diff(remaining, with_turns_taken_back(history.session, remaining, old_session, event.changes))


class Returning(Struct, frozen=True):
    """Actions that a return to a moment takes back and brings back, each in the order of their happening."""

    back: tuple[Event, ...]
    """Actions that would count no more."""
    again: tuple[Event, ...]
    """Actions that had been undone since and would count again."""


def rewind(history: History, kept_ids: Collection[str], day: str) -> Draft:
    """Take back every event outside `kept_ids`; all of these happened before `day`.

    Raises `too_far_back` for more events than one event can name, and `nothing_to_rewind`.
    """
    return _cancel_all_after(history, kept_ids, lambda count: Fact("rewound", {"count": count, "day": day}))


def return_to(history: History, event_id: str) -> Draft:
    """Take back every event after this one; raises what `rewind` raises, and `unknown_moment`."""
    kept_ids = _event_ids_until(history, event_id)
    return _cancel_all_after(
        history, kept_ids, lambda count: Fact("rewound", {"count": count, "event": event_id})
    )


def returning(history: History, event_id: str) -> Returning:
    """Preview what a return to the moment after an event would take back and bring back."""
    kept_ids = _event_ids_until(history, event_id)
    now, then = (
        _active_event_ids(history),
        _active_event_ids(event for event in history if event.id in kept_ids),
    )
    staying_ids = {event.id for event in history if event.id not in kept_ids and event.stays}
    return Returning(
        tuple(history[each] for each in sorted(now - then - staying_ids)),
        tuple(history[each] for each in sorted(then - now)),
    )


def _event_ids_until(history: History, event_id: str) -> set[str]:
    if event_id not in history:
        raise Refusal("unknown_moment", text=event_id)
    return {event.id for event in history if event.id <= event_id}


def _cancel_all_after(
    history: History, kept_ids: Collection[str], fact_of_count: Callable[[int], Fact]
) -> Draft:
    """Take back every event outside `kept_ids`, undos and redos too: the same actions count as did then.

    Seals and their openings stay, as for undo. `fact_of_count` makes the fact from the number of actions that
    count no more, or again.
    """
    count = sum(event.id not in kept_ids for event in history)
    if count > MOST_REWOUND:
        raise Refusal("too_far_back", count=count, most=MOST_REWOUND)
    cancelled_ids = tuple(event.id for event in history if event.id not in kept_ids and not event.stays)
    remaining_ids = {event.id for event in history}.difference(cancelled_ids)
    now, then = (
        _active_event_ids(history),
        _active_event_ids(event for event in history if event.id in remaining_ids),
    )
    if now == then:
        raise Refusal("nothing_to_rewind")
    return Draft((fact_of_count(len(now ^ then)),), rewinds=cancelled_ids)


def _active_event_ids(events: Iterable[Event]) -> set[str]:
    """Ids of the actions among these events that none of these events takes back."""
    cancelled: set[str] = set()
    standing = set()
    for event in reversed(list(events)):
        if event.id in cancelled:
            continue
        cancelled.update(each for each in event.takes_back if each < event.id)
        if not event.takes_back or event.asked is not None:
            standing.add(event.id)
    return standing
