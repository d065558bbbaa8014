"""Requests from players: each waits as a pending roll until the GM grants or skips it."""

from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves.place import changed
from tracker.session.pending import LONGEST_REQUEST, RequestKind, SharedRoll, request_fits
from tracker.session.state import Session
from tracker.session.text import clean


def receive(session: Session, request: str, who: str, kind: str, text: str) -> Draft:
    """Queue a player's request, for the GM to grant or to skip. Raises `Refusal` `bad_request`."""
    text = " ".join(clean(text, LONGEST_REQUEST).split())
    pending = PendingRoll(f"request.{request}", SharedRoll.REQUEST, who, {"request": kind, "text": text})
    if who not in session.party() or not request_fits(kind, text):
        raise Refusal("bad_request")
    builder = MoveBuilder.of(session).called((pending,))
    return builder.told("request_received", who=who, request=kind, text=text).draft()


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
