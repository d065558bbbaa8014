"""Pending rolls: settled with dice or faces, or let go."""

from dataclasses import replace

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.session.course import Course
from tracker.session.due import TableDue, due_of, is_still_due, settle_due
from tracker.session.effects import ended
from tracker.session.event import Deed
from tracker.session.moves.clock import taken
from tracker.session.moves.weather import roll_weather
from tracker.session.state import Pending, Session


def settle(session: Session, key: str, roll: Roll) -> Deed:
    """Settle a pending roll by the rules that called for it.

    One that another GM has made pointless meanwhile is let go.
    """
    due = due_of(key, _pending(session, key))
    if not is_still_due(session, due):
        return skip(session, key)
    if due.kind == TableDue.WEATHER:
        return roll_weather(session, roll)
    course = _removed(Course.of(session), key)
    if due.kind == TableDue.EFFECT_SAVE:
        return ended(course, str(due.data["effect"])).deed()
    ruling = settle_due(session, due, roll)
    return taken(course.ruled(ruling), ruling.passes).deed()


def skip(session: Session, key: str) -> Deed:
    """Let a pending roll go: nothing comes of it."""
    pending = _pending(session, key)
    course = _removed(Course.of(session), key)
    return course.told("skipped", due=pending.kind, who=pending.who, **_about(pending)).deed()


def _about(pending: Pending) -> dict[str, str | int | bool | None]:
    return {name: value for name, value in pending.data.items() if name not in {"due", "who"}}


def _pending(session: Session, key: str) -> Pending:
    if key not in session.pending:
        raise Refusal("nothing_pending")
    return session.pending[key]


def _removed(course: Course, key: str) -> Course:
    """Take it off the list, and remember in its encounter that it has been settled."""
    pending = course.session.pending[key]
    course = course.without_element("pending", key)
    fight = course.session.encounters.get(pending.encounter)
    if fight is None:
        return course
    after = replace(fight, settled={**fight.settled, key: True})
    return course.with_element("encounters", pending.encounter, after)
