"""The campaign itself: its beginning, its name, notes."""

from msgspec.structs import replace

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.systems import ruled, saved_name
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.state import Session, empty_session
from tracker.session.text import kept


def create(system: str, title: str, rules: str = "") -> Draft:
    """Begin a campaign: the first event of its save, which holds the game file by which it is played.

    Raises `Refusal`: `bad_game_file`, `game_for_another`.
    """
    title = named(title)
    played = ruled(system, rules) if rules else system
    builder = MoveBuilder.of(empty_session(played)).became(title=title, rules=rules)
    return builder.told("campaign_created", title=title, system=saved_name(system)).draft()


def rename(session: Session, title: str) -> Draft:
    """Give the campaign another name."""
    title = named(title)
    return MoveBuilder.of(session).became(title=title).told("campaign_renamed", title=title).draft()


def note(session: Session, text: str) -> Draft:
    """Write a line in the log."""
    text = kept(text, NOTES_LENGTH, lines=True)
    if not text:
        raise Refusal("empty_text")
    return MoveBuilder.of(session).told("note", text=text).draft()


def annotate(session: Session, who: str, text: str) -> Draft:
    """Replace the notes of a creature."""
    creature = session.creature(who)
    text = kept(text, NOTES_LENGTH, lines=True)
    builder = MoveBuilder.of(session).with_element("creatures", who, replace(creature, notes=text))
    return builder.told("annotated", who=who, text=text).draft()


def named(name: str) -> str:
    """Return a cleaned name; refuses an empty name and one that is too long."""
    name = " ".join(kept(name, NAME_LENGTH, lines=True).split())
    if not name:
        raise Refusal("empty_name")
    return name
