"""A template as texts by the ids of its sheet's fields, and back."""

from collections.abc import Mapping

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind
from tracker.session.moves.campaign import named
from tracker.session.moves.party import NPC
from tracker.session.resources import bounded, completed
from tracker.session.sheet_fields import read_field
from tracker.session.sheet_writing import written
from tracker.session.state import Template
from tracker.session.text import clean, kept

NAME, NOTES = "name", "notes"
_MAY_BE_EMPTY = (FieldKind.TEXT, FieldKind.NOTES, FieldKind.LIST, FieldKind.SCORES, FieldKind.COUNTERS)
"""Kinds for which an empty cell is an empty value; for all others it is a missing value."""


def columns(game: GameSystem) -> tuple[str, ...]:
    """Return the columns of a creature: the name, every field of the sheet by its id, the notes."""
    return (NAME, *(field.id for field in game.fields), NOTES)


def row_of(game: GameSystem, template: Template) -> dict[str, str]:
    """Return a template as texts."""
    fields = {field.id: read_field(template.sheet, field) for field in game.fields}
    return {NAME: template.name, **fields, NOTES: template.notes}


def template_of(game: GameSystem, row: Mapping[str, str]) -> Template:
    """Return the template of a row; missing fields are as on a new sheet.

    A resource with a maximum and no current value is full. Refuses an unknown field, and a value that its
    field cannot hold.
    """
    names = columns(game)
    for column in row:
        if column not in names:
            raise Refusal("unknown_field", name=clean(column, NAME_LENGTH), known=", ".join(names))
    values = {
        field.id: row[field.id]
        for field in game.fields
        if field.id in row and (row[field.id].strip() or field.kind in _MAY_BE_EMPTY)
    }
    sheet = written(game, game.new_sheet(NPC, 0), values)
    sheet = bounded(game, completed(game, sheet, values), values)
    notes = kept(row.get(NOTES, "").replace("\r\n", "\n"), NOTES_LENGTH, lines=True)
    return Template(sheet, named(row.get(NAME, "")), notes)
