"""The settings of a campaign: those that its game leaves open, and those of the players' screen."""

from tracker.rules.sheet_field import SheetField
from tracker.session.event import Draft
from tracker.session.move_builder import MoveBuilder
from tracker.session.players_view import VIEW_FIELDS
from tracker.session.sheet_fields import field_of, read_field
from tracker.session.sheet_writing import write_field
from tracker.session.state import Session


def choose(session: Session, setting: str, value: str) -> Draft:
    """Set one setting: one that the game leaves to the GM (R1-044), or one of the players' screen."""
    field = field_of(settings_of(session), setting)
    home = "players_view" if field in VIEW_FIELDS else "scene"
    chosen = write_field(getattr(session, home), field, value)
    builder = MoveBuilder.of(session).became(**{home: chosen})
    return builder.told("setting_chosen", setting=field.id, value=read_field(chosen, field)).draft()


def settings_of(session: Session) -> tuple[SheetField, ...]:
    """Return every setting of the campaign: its game's, and those of the players' screen."""
    return (*session.game.scene_fields, *VIEW_FIELDS)
