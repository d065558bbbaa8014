"""Undo and redo: events that name the event they cancel."""

from itertools import chain

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.change import Change, How, diff
from tracker.session.event import Draft, Event
from tracker.session.history import History
from tracker.session.moves.passage import with_turns_taken_back
from tracker.session.state import Encounter, Session


def undo(history: History) -> Draft:
    """Take back the last action that still counts, of any GM."""
    event = history.undoable
    if event is None:
        raise Refusal("nothing_to_undo")
    return _cancelling(history, event, Fact("undone", {"event": event.id}))


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
    return _cancelling(history, history[event_id], Fact("undone", {"event": event_id}))


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
    before = history.without(event.id).encounters.get(encounter)
    who, number = (before.active, before.round) if before else ("", 0)
    if event is not history.undoable and (left := _left(event, encounter, who, fight)):
        raise Refusal("turn_left", who=left)
    if _lived_elsewhere(history.session, event, encounter):
        raise Refusal("turn_lived")
    fact = Fact("turn_taken_back", {"event": event.id, "who": who, "round": number})
    return _cancelling(history, event, fact)


def _left(event: Event, encounter: str, who: str, fight: Encounter) -> str:
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


def _cancelling(history: History, event: Event, fact: Fact) -> Draft:
    """Take back an event; runs of turns that later events have joined lose its turns and keep theirs."""
    changes: tuple[Change, ...] = ()
    if any(each.path[0] == "pending" for each in event.changes):
        left, before = history.without(event.id), history.as_seen_by(event.id)
        changes = diff(left, with_turns_taken_back(history.session, left, before, event.changes))
    return Draft((fact,), changes=changes, cancels=event.id)
