"""The campaign itself: its beginning, title, notes and settings, and the step to its next chapter."""

import json
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import SheetField
from tracker.rules.system import Fact
from tracker.rules.systems import register_rules, saved_name
from tracker.session.change import Change, diff
from tracker.session.event import MOST_CHANGES, Draft
from tracker.session.history import History
from tracker.session.move_builder import MoveBuilder
from tracker.session.players_view import VIEW_FIELDS
from tracker.session.progress import clocks_to_draw
from tracker.session.sheet_fields import field_of, read_field, write_field
from tracker.session.state import Session, empty_session
from tracker.session.text import checked_text

PART_LETTERS = 60_000
"""Most characters of changes in one event of a new chapter, as the size of an event is limited."""


def create(system: str, title: str, rules: str = "", house: str = "") -> Draft:
    """Begin a campaign: the first event of its save, which holds the text of its game file and house rules.

    Raises `Refusal`: `bad_game_file`, `game_for_another`.
    """
    title = clean_name(title)
    played = register_rules(register_rules(system, rules), house)
    begun = empty_session(played)
    clocks = clocks_to_draw(begun.game, begun.progress)
    builder = MoveBuilder.for_session(begun).with_values(
        title=title, rules=rules, house=house, progress=clocks
    )
    return builder.with_fact("campaign_created", title=title, system=saved_name(system)).draft()


def rename(session: Session, title: str) -> Draft:
    """Give the campaign another name."""
    title = clean_name(title)
    return (
        MoveBuilder.for_session(session)
        .with_values(title=title)
        .with_fact("campaign_renamed", title=title)
        .draft()
    )


def note(session: Session, text: str) -> Draft:
    """Write a line in the log; refuses `empty_text`."""
    text = checked_text(text, NOTES_LENGTH, lines=True)
    if not text:
        raise Refusal("empty_text")
    return MoveBuilder.for_session(session).with_fact("note", text=text).draft()


def annotate(session: Session, who: str, text: str) -> Draft:
    """Replace the notes of a creature."""
    creature = session.creature(who)
    text = checked_text(text, NOTES_LENGTH, lines=True)
    builder = MoveBuilder.for_session(session).with_element("creatures", who, replace(creature, notes=text))
    return builder.with_fact("annotated", who=who, text=text).draft()


def clean_name(name: str) -> str:
    """Clean a name, with single spaces; refuses `empty_name`, and what `checked_text` refuses."""
    name = " ".join(checked_text(name, NAME_LENGTH, lines=True).split())
    if not name:
        raise Refusal("empty_name")
    return name


def choose_setting(session: Session, setting: str, value: str) -> Draft:
    """Set one setting: one that the game leaves to the GM (R1-044), or one of the players' screen."""
    field = field_of(settings_of(session), setting)
    session_field = "players_view" if field in VIEW_FIELDS else "scene"
    chosen = write_field(getattr(session, session_field), field, value)
    builder = MoveBuilder.for_session(session).with_values(**{session_field: chosen})
    return builder.with_fact("setting_chosen", setting=field.id, value=read_field(chosen, field)).draft()


def settings_of(session: Session) -> tuple[SheetField, ...]:
    """Every setting of the campaign: its game's, then those of the players' screen."""
    return (*session.game.scene_fields, *VIEW_FIELDS)


def carry_over(history: History, title: str) -> tuple[Draft, ...]:
    """Begin a chapter with everything in play; the first of the drafts begins its save.

    Sealed dice are left out: they stay with the log that they prove. Refuses `empty_name`, and
    `chapter_unread` if this version cannot read some of the log.
    """
    session = history.session
    # What cannot be read would be lost in the new chapter.
    if unread := history.unread():
        raise Refusal("chapter_unread", parts=", ".join(unread))
    carried = replace(session, title=clean_name(title), seals={})
    fact = Fact("chapter_begun", {"title": session.title, "count": len(history)})
    # A roll whose subject is not there lapses: what waits comes behind all that it may be about.
    changes = sorted(
        diff(empty_session(session.system), carried), key=lambda change: change.path[0] == "pending"
    )
    return tuple(Draft((fact,), changes=part) for part in _split_changes(changes))


def _split_changes(changes: Iterable[Change]) -> Iterator[tuple[Change, ...]]:
    part: list[Change] = []
    letters = 0
    for change in changes:
        length = len(json.dumps([*change.path, change.value], ensure_ascii=False))
        if part and (letters + length > PART_LETTERS or len(part) == MOST_CHANGES):
            yield tuple(part)
            part, letters = [], 0
        part.append(change)
        letters += length
    yield tuple(part)
