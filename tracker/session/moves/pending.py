"""Pending rolls: settled with dice or faces, or let go."""

from msgspec.structs import replace

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import Due
from tracker.session.course import Course
from tracker.session.due import TableDue, about, due_of, favoured, is_still_due, likeness
from tracker.session.effects import ended
from tracker.session.event import Deed
from tracker.session.moves import weather
from tracker.session.moves.clock import taken
from tracker.session.settling import settle_due
from tracker.session.state import Pending, Session


def settle(session: Session, key: str, roll: Roll, *, favour: bool = False) -> Deed:
    """Settle a pending roll by the rules that called for it; a `favour` spends a point on it first.

    One that another GM has made pointless meanwhile is let go.
    """
    due = due_of(key, _pending(session, key))
    if not is_still_due(session, due):
        return skip(session, key)
    return _settled(Course.of(session), favoured(session, due) if favour else due, roll).deed()


def alike(session: Session, key: str) -> tuple[str, ...]:
    """Return the pending rolls that differ from this one in their moment at most, itself among them."""
    if key not in session.pending:
        return ()
    wanted = likeness(session.pending[key])
    return tuple(each for each, waiting in session.pending.items() if likeness(waiting) == wanted)


def settle_alike(session: Session, key: str, roll: Roll) -> Deed:
    """Settle a pending roll and those alike, one after another, until they mean nothing any more."""
    _pending(session, key)
    course = Course.of(session)
    for each in alike(session, key):
        due = due_of(each, session.pending[each])
        if is_still_due(course.session, due):
            course = _settled(course, due, roll)
    return skip_alike(session, key) if course.session is session else course.deed()


def skip_alike(session: Session, key: str) -> Deed:
    """Let a pending roll and those alike go: nothing comes of them."""
    _pending(session, key)
    course = Course.of(session)
    for each in alike(session, key):
        course = _skipped(course, each)
    return course.deed()


def skip(session: Session, key: str) -> Deed:
    """Let a pending roll go: nothing comes of it."""
    _pending(session, key)
    return _skipped(Course.of(session), key).deed()


def _settled(course: Course, due: Due, roll: Roll) -> Course:
    session = course.session
    moment, encounter = due.key.rpartition(f"{due.who}.")[0], session.pending[due.key].encounter
    course = _removed(course, due.key)
    if due.kind == TableDue.EFFECT_SAVE:
        return ended(course, str(due.data["effect"]))
    if due.kind == TableDue.WEATHER:
        return weather.rolled(course, roll)
    ruling = settle_due(session, due, roll)
    course = course.ruled(ruling).called(ruling.due_then, moment, encounter)
    return taken(course, ruling.passes)


def _skipped(course: Course, key: str) -> Course:
    pending = course.session.pending[key]
    told = _removed(course, key)
    return told.told("skipped", **about(course.session, pending))


def _pending(session: Session, key: str) -> Pending:
    if key not in session.pending:
        raise Refusal("not_pending" if session.pending else "nothing_pending")
    return session.pending[key]


def _removed(course: Course, key: str) -> Course:
    """Take it off the list, and remember in its encounter that it has been settled."""
    pending = course.session.pending[key]
    course = replace(course.without_element("pending", key), settles=(*course.settles, key))
    fight = course.session.encounters.get(pending.encounter)
    if fight is None:
        return course
    after = replace(fight, settled={**fight.settled, key: True})
    return course.with_element("encounters", pending.encounter, after)
