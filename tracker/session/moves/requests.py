"""Requests from players: what they ask is done when the GM grants it."""

from tracker.rules.system import PendingRoll
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.place import changed
from tracker.session.pending import LONGEST_REQUEST, RequestKind, SharedRoll
from tracker.session.state import Session
from tracker.session.text import clean

RECEIVED = "request_received"
"""The fact of older saves, in which a request was an event before anybody granted it."""


def asked(key: str, who: str, kind: str, text: str) -> PendingRoll:
    """Return a player's request in the shape of a pending roll, as older saves hold it."""
    return PendingRoll(key, SharedRoll.REQUEST, who, {"request": kind, "text": request_text(text)})


def request_text(text: str) -> str:
    """Return the text of a request on one line, with nothing in it that a terminal obeys."""
    return " ".join(clean(text, LONGEST_REQUEST).split())


def awaited(session: Session, who: str) -> PendingRoll | None:
    """Return the first pending roll of a creature, requests aside."""
    waiting = session.pending.values()
    return next((each for each in waiting if each.who == who and each.kind != SharedRoll.REQUEST), None)


def granted(builder: MoveBuilder, pending: PendingRoll) -> MoveBuilder:
    """Do what a player asked: an initiative is set, anything else stands in the log."""
    who, text = pending.who, str(pending.data["text"])
    if pending.data["request"] == RequestKind.INITIATIVE:
        builder = changed(builder, who, initiative=int(text), dice="")
        return builder.told("initiative", who=who, initiative=int(text))
    return builder.told("request_noted", who=who, text=text)
