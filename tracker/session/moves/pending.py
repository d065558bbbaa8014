"""Pending rolls: settled with dice or faces, or let go."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import Due
from tracker.session.due import TableDue, about, due_of, favoured, is_still_due, likeness
from tracker.session.effects import ended
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.moves import weather
from tracker.session.moves.clock import taken
from tracker.session.settling import settle_due
from tracker.session.state import Pending, Session


def settle(session: Session, key: str, roll: Roll, *, favour: bool = False) -> Draft:
    """Settle a pending roll by the rules that called for it; a `favour` spends a point on it first.

    One that another GM has made pointless meanwhile is let go.
    """
    due = due_of(key, _pending(session, key))
    if not is_still_due(session, due):
        return skip(session, key)
    return _settled(MoveBuilder.of(session), favoured(session, due) if favour else due, roll).draft()


def alike(session: Session, key: str) -> tuple[str, ...]:
    """Return the pending rolls that differ from this one in their moment at most, itself among them."""
    if key not in session.pending:
        return ()
    wanted = likeness(session.pending[key])
    return tuple(each for each, waiting in session.pending.items() if likeness(waiting) == wanted)


def settle_alike(session: Session, key: str, roll: Roll) -> Draft:
    """Settle a pending roll and those alike, one after another, until they mean nothing any more."""
    _pending(session, key)
    builder = MoveBuilder.of(session)
    for each in alike(session, key):
        due = due_of(each, session.pending[each])
        if is_still_due(builder.session, due):
            builder = _settled(builder, due, roll)
    return skip_alike(session, key) if builder.session is session else builder.draft()


def skip_alike(session: Session, key: str) -> Draft:
    """Let a pending roll and those alike go: nothing comes of them."""
    _pending(session, key)
    builder = MoveBuilder.of(session)
    for each in alike(session, key):
        builder = _skipped(builder, each)
    return builder.draft()


def skip(session: Session, key: str) -> Draft:
    """Let a pending roll go: nothing comes of it."""
    _pending(session, key)
    return _skipped(MoveBuilder.of(session), key).draft()


def _settled(builder: MoveBuilder, due: Due, roll: Roll) -> MoveBuilder:
    session = builder.session
    moment, encounter = due.key.rpartition(f"{due.who}.")[0], session.pending[due.key].encounter
    builder = _removed(builder, due.key)
    if due.kind == TableDue.EFFECT_SAVE:
        return ended(builder, str(due.data["effect"]))
    if due.kind == TableDue.WEATHER:
        return weather.rolled(builder, roll)
    result = settle_due(session, due, roll)
    builder = builder.ruled(result).called(result.due_then, moment, encounter)
    return taken(builder, result.passes)


def _skipped(builder: MoveBuilder, key: str) -> MoveBuilder:
    pending = builder.session.pending[key]
    told = _removed(builder, key)
    return told.told("skipped", **about(builder.session, pending))


def _pending(session: Session, key: str) -> Pending:
    if key not in session.pending:
        raise Refusal("not_pending" if session.pending else "nothing_pending")
    return session.pending[key]


def _removed(builder: MoveBuilder, key: str) -> MoveBuilder:
    """Take it off the list, and remember in its encounter that it has been settled."""
    pending = builder.session.pending[key]
    builder = replace(builder.without_element("pending", key), settles=(*builder.settles, key))
    fight = builder.session.encounters.get(pending.encounter)
    if fight is None:
        return builder
    after = replace(fight, settled={**fight.settled, key: True})
    return builder.with_element("encounters", pending.encounter, after)
