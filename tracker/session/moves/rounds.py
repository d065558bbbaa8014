"""What a round holds besides its turns: declarations, surprise, and whether initiatives outlive it."""

from collections.abc import Iterable

from msgspec.structs import replace

from tracker.rules.fields import TEXT_LENGTH
from tracker.session.course import Course
from tracker.session.event import Deed
from tracker.session.moves.place import changed, fight_of, with_fight
from tracker.session.state import Encounter, Renewal, Session
from tracker.session.text import kept


def declare(session: Session, who: str, text: str) -> Deed:
    """Note what somebody is going to do this round; it is cleared when the round is over."""
    text = kept(text, TEXT_LENGTH)
    course = changed(Course.of(session), who, declared=text)
    return course.told("declared", who=who, text=text).deed()


def surprise(session: Session, whos: Iterable[str]) -> Deed:
    """Let creatures take no turn in the round under way."""
    course = Course.of(session)
    for who in whos:
        course = changed(course, who, surprised=True).told("surprised", who=who)
    return course.deed()


def renew(session: Session, renewal: Renewal) -> Deed:
    """Choose what becomes of the initiatives when a round is over."""
    course = with_fight(Course.of(session), replace(fight_of(session), renewal=renewal))
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
