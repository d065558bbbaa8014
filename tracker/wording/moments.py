"""Moments of the past in words: what a return to one would do, and what is to be known of one."""

from collections.abc import Iterable, Iterator, Sequence

from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.moves.rewind import returning
from tracker.wording.difference import since
from tracker.wording.messages import say
from tracker.wording.sentences import happened, is_undone

MOST_NAMED = 3
"""Acts that are told one by one; of more, the last ones are told and the others counted."""


def return_lines(history: History, event_id: str, gm: str = "") -> Iterator[str]:
    """Yield what a return would take back and bring back, the acts of each GM other than `gm` apart.

    Then what would be different at the table.
    """
    found = returning(history, event_id)
    for acts, mine, others in (
        (found.back, "moments.taken_back", "moments.taken_back_of"),
        (found.again, "moments.again", "moments.again_of"),
    ):
        for whose, of_one in _by_gm(acts).items():
            if whose == gm:
                yield say(mine, count=len(of_one), told=_told(of_one, history))
            else:
                yield say(others, gm=whose, count=len(of_one), told=_told(of_one, history))
    yield from since(history, history.session, history.then(event_id))


def others_among(history: History, event_id: str, gm: str) -> tuple[str, ...]:
    """Return the GMs other than `gm` whose acts a return would take back."""
    return tuple(whose for whose in _by_gm(returning(history, event_id).back) if whose != gm)


def moment_marks(event: Event, history: History) -> Iterator[str]:
    """Yield what is to be known of a moment: it was taken back, or copies that went apart share it."""
    if is_undone(event, history):
        yield say("log.undone")
    if apart := history.at_once(event.id):
        yield say("moments.apart", gms=", ".join(sorted({each.gm for each in apart})))


def _by_gm(events: Iterable[Event]) -> dict[str, list[Event]]:
    grouped: dict[str, list[Event]] = {}
    for event in events:
        grouped.setdefault(event.gm, []).append(event)
    return grouped


def _told(events: Sequence[Event], history: History) -> str:
    """Return the sentences of the last acts, the last one first."""
    told = [" ".join(happened(event, history)) for event in reversed(events[-MOST_NAMED:])]
    more = [say("moments.more", count=len(events) - MOST_NAMED)] if len(events) > MOST_NAMED else []
    return " ".join([*told, *more])
