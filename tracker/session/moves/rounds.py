"""What a round holds besides its turns: declarations, surprise, and whether initiatives outlive it."""

from collections.abc import Iterable
from dataclasses import replace

from tracker.rules.refusal import Refusal
from tracker.session.course import Course
from tracker.session.event import Deed
from tracker.session.state import Encounter, Renewal, Session
from tracker.session.text import clean

TEXT_LENGTH = 200


def declare(session: Session, who: str, text: str) -> Deed:
    """Note what somebody is going to do this round; it is cleared when the round is over."""
    text = clean(text.strip(), TEXT_LENGTH)
    course = _changed(Course.of(session), who, declared=text)
    return course.told("declared", who=who, text=text).deed()


def surprise(session: Session, whos: Iterable[str]) -> Deed:
    """Let creatures take no turn in the round under way."""
    course = Course.of(session)
    for who in whos:
        course = _changed(course, who, surprised=True).told("surprised", who=who)
    return course.deed()


def renew(session: Session, renewal: Renewal) -> Deed:
    """Choose what becomes of the initiatives when a round is over."""
    fight = session.fight
    if fight is None:
        raise Refusal("no_encounter")
    course = Course.of(session).with_element("encounters", session.encounter, replace(fight, renewal=renewal))
    return course.told(f"initiative_{renewal}").deed()


def over(fight: Encounter) -> Encounter:
    """Return the encounter as a finished round leaves it: nothing declared, nobody surprised."""
    cleared = fight.renewal is Renewal.CLEAR
    combatants = {
        who: replace(
            each,
            declared="",
            surprised=False,
            initiative=None if cleared else each.initiative,
        )
        for who, each in fight.combatants.items()
    }
    sides = {} if cleared else fight.sides
    return replace(fight, combatants=combatants, sides=sides)


def _changed(course: Course, who: str, **values: str | bool) -> Course:
    """Give a combatant of the encounter being played new values."""
    session = course.session
    if session.fight is None:
        raise Refusal("no_encounter")
    if who not in session.fight.combatants:
        raise Refusal("not_in_encounter", name=session.creature(who).name)
    combatant = replace(session.fight.combatants[who], **values)  # type: ignore[arg-type] # by field name
    combatants = {**session.fight.combatants, who: combatant}
    return course.with_element("encounters", session.encounter, replace(session.fight, combatants=combatants))
