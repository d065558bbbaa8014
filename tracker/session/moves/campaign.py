"""The campaign itself: how it begins, its name, notes."""

from msgspec.structs import replace

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.refusal import Refusal
from tracker.session.course import Course
from tracker.session.event import Deed
from tracker.session.state import Session, empty_session
from tracker.session.text import kept


def create(system: str, title: str) -> Deed:
    """Begin a campaign: the first event of its save."""
    title = named(title)
    course = Course.of(empty_session(system)).became(title=title)
    return course.told("campaign_created", title=title, system=system).deed()


def rename(session: Session, title: str) -> Deed:
    """Give the campaign another name."""
    title = named(title)
    return Course.of(session).became(title=title).told("campaign_renamed", title=title).deed()


def note(session: Session, text: str) -> Deed:
    """Write a line in the log."""
    text = kept(text, NOTES_LENGTH, lines=True)
    if not text:
        raise Refusal("empty_text")
    return Course.of(session).told("note", text=text).deed()


def annotate(session: Session, who: str, text: str) -> Deed:
    """Replace the notes of a creature."""
    creature = session.creature(who)
    text = kept(text, NOTES_LENGTH, lines=True)
    course = Course.of(session).with_element("creatures", who, replace(creature, notes=text))
    return course.told("annotated", who=who, text=text).deed()


def named(name: str) -> str:
    """Return a name fit for the table; refuses an empty one, and one that is too long."""
    name = " ".join(kept(name, NAME_LENGTH, lines=True).split())
    if not name:
        raise Refusal("empty_name")
    return name
