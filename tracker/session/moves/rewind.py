"""Going back: one step takes back everything since some moment, and undo brings it forward again."""

from collections.abc import Collection, Iterable

from tracker.rules.refusal import Refusal
from tracker.rules.system import Fact
from tracker.session.event import Draft, Event
from tracker.session.history import History

MOST_REWOUND = 10_000
"""Events that one event takes back: their ids fit it."""


def rewind(history: History, kept: Collection[str], day: str) -> Draft:
    """Take back every event outside `kept`; `day` is the day before which all kept events happened.

    Takes back undos and redos too, so that the same events count as counted then. Seals and their openings
    stay, as undo never takes them back.

    Raises `too_far_back` for more events than one event can name, and `nothing_to_rewind`.
    """
    count = sum(event.id not in kept for event in history)
    if count > MOST_REWOUND:
        raise Refusal("too_far_back", count=count, most=MOST_REWOUND)
    gone = tuple(event.id for event in history if event.id not in kept and not event.stays)
    left = {event.id for event in history}.difference(gone)
    now, then = _standing(history), _standing(event for event in history if event.id in left)
    if now == then:
        raise Refusal("nothing_to_rewind")
    return Draft((Fact("rewound", {"count": len(now ^ then), "day": day}),), rewinds=gone)


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
