"""Going back: one step takes back everything since some moment, and undo brings it forward again."""

from collections.abc import Callable, Collection, Iterable

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.event import Draft, Event
from tracker.session.history import History

MOST_REWOUND = 10_000
"""Events that one event takes back: their ids fit it."""


class Returning(Struct, frozen=True):
    """What a return to a moment takes back and brings back: actions, in the order in which they happened."""

    back: tuple[Event, ...]
    """Actions that would not count any more."""
    again: tuple[Event, ...]
    """Actions that had been undone since and would count again."""


def rewind(history: History, kept: Collection[str], day: str) -> Draft:
    """Take back every event outside `kept`; `day` is the day before which all kept events happened.

    Raises `too_far_back` for more events than one event can name, and `nothing_to_rewind`.
    """
    return _going_back(history, kept, lambda count: Fact("rewound", {"count": count, "day": day}))


def return_to(history: History, event_id: str) -> Draft:
    """Take back every event after this one.

    Raises the refusals of `rewind`, and `unknown_moment`.
    """
    kept = _until(history, event_id)
    return _going_back(history, kept, lambda count: Fact("rewound", {"count": count, "event": event_id}))


def returning(history: History, event_id: str) -> Returning:
    """Return what a return to the moment after an event would take back and bring back."""
    kept = _until(history, event_id)
    now, then = _standing(history), _standing(event for event in history if event.id in kept)
    stays = {event.id for event in history if event.id not in kept and event.stays}
    return Returning(
        tuple(history[each] for each in sorted(now - then - stays)),
        tuple(history[each] for each in sorted(then - now)),
    )


def _until(history: History, event_id: str) -> set[str]:
    if event_id not in history:
        raise Refusal("unknown_moment", text=event_id)
    return {event.id for event in history if event.id <= event_id}


def _going_back(history: History, kept: Collection[str], told: Callable[[int], Fact]) -> Draft:
    """Take back every event outside `kept`, undos and redos too: the same events count as counted then.

    Seals and their openings stay, as undo never takes them back. `told` makes the fact of how many actions
    count no more, or again.
    """
    count = sum(event.id not in kept for event in history)
    if count > MOST_REWOUND:
        raise Refusal("too_far_back", count=count, most=MOST_REWOUND)
    gone = tuple(event.id for event in history if event.id not in kept and not event.stays)
    left = {event.id for event in history}.difference(gone)
    now, then = _standing(history), _standing(event for event in history if event.id in left)
    if now == then:
        raise Refusal("nothing_to_rewind")
    return Draft((told(len(now ^ then)),), rewinds=gone)


def _standing(events: Iterable[Event]) -> set[str]:
    """Return the actions among these events that none of these events takes back."""
    cancelled: set[str] = set()
    standing = set()
    for event in reversed(list(events)):
        if event.id in cancelled:
            continue
        cancelled.update(each for each in event.takes_back if each < event.id)
        if not event.takes_back:
            standing.add(event.id)
    return standing
