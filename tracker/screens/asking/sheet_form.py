"""A character sheet, and the settings of a campaign, as fields of a form."""

from collections.abc import Collection, Mapping

from tracker.commands.group import field_value, split_figures
from tracker.rules.body import Nature
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import Sheet
from tracker.screens.table.move_player import MovePlayer
from tracker.session.moves.party import rename_creature
from tracker.session.players_view import VIEW_FIELDS
from tracker.session.sheet_fields import field_of, read_field, write_field
from tracker.session.state import Session
from tracker.widgets.form import Field
from tracker.wording.glance import room_text
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import Words, term, value_text, words_of

NAME = "name"
"""The key of the name's field, which comes first; for a new character its text may be a whole line."""


def sheet_form_fields(player: MovePlayer, who: str, changed: Collection[str] = ()) -> list[Field]:
    """Return a creature's name and the fields of its sheet, those in `changed` always among them."""
    creature = player.session.creatures[who]
    fields = _fields_of(player.session, creature.sheet, changed)

    def wrong(text: str) -> str | None:
        try:
            rename_creature(player.session, who, text)
        except Refusal as refusal:
            return player.screen.refusal_text(refusal)
        return None

    return [Field(NAME, say("newcomers.name"), creature.name, group=fields[0].group, validate=wrong), *fields]


def new_sheet_fields(session: Session, name: Field) -> list[Field]:
    """Return the name of a new character, then the fields of its sheet without its nature, which is fixed."""
    fields = _fields_of(session, session.game.new_sheet(Nature.PC, session.elapsed))
    natures = {each.id for each in session.game.fields if each.choices == tuple(Nature)}
    return [name, *(field for field in fields if field.key not in natures)]


def _fields_of(session: Session, sheet: Sheet, changed: Collection[str] = ()) -> list[Field]:
    """Return the fields of a sheet; a field that only play sets is left out until it has a value."""
    default_sheet, words = session.game.new_sheet(Nature.PC, session.elapsed), words_of(session.system)
    return [
        _form_field(session, sheet, field, words)
        for field in session.game.fields
        if not field.passing
        or field.id in changed
        or read_field(sheet, field) != read_field(default_sheet, field)
    ]


def scene_form_fields(session: Session) -> list[Field]:
    """Return the campaign's settings, and the choices of what players see, as fields of a form."""
    words = words_of(session.system)
    holders = ((session.scene, session.game.scene_fields), (session.players_view, VIEW_FIELDS))
    return [_form_field(session, holder, field, words) for holder, fields in holders for field in fields]


def filled_values(fields: tuple[SheetField, ...], values: Mapping[str, str], words: Words) -> dict[str, str]:
    """Convert the texts of a form into values; choices become ids."""
    return {name: field_value(field_of(fields, name), text, words) for name, text in values.items()}


def _form_field(session: Session, sheet: object, field: SheetField, words: Words) -> Field:
    def both(text: str) -> Mapping[str, str] | None:
        return split_figures(field, text.strip(), session.game)

    def wrong(text: str, changed: Mapping[str, str]) -> str | None:
        try:
            if figures := both(text):
                for key, figure in figures.items():
                    write_field(sheet, field_of(session.game.fields, key), figure)
            else:
                edited_sheet = _with_elements(session, sheet, field, changed)
                write_field(edited_sheet, field, field_value(field, text, words))
        except Refusal as refusal:
            return refusal_sentence(refusal, session.system)
        return None

    value = value_text(field, read_field(sheet, field), words)

    def example(text: str) -> str:
        typed = words.find("typed_as", field.id)
        return say("form.typed_as", example=typed) if typed and text in ("", value) else ""

    return Field(
        field.id,
        term(words, "field", field.id),
        value,
        _limits(session, sheet, field, words),
        term(words, "group", field.group),
        tuple(value_text(field, choice, words) for choice in field.choices)
        if field.kind is FieldKind.CHOICE
        else (),
        among=wrong,
        shown=_as_die if field.kind is FieldKind.DIE else str,
        apart=both,
        figure=field.kind in {FieldKind.NUMBER, FieldKind.DIE},
        explain=example,
    )


def _with_elements(session: Session, sheet: object, field: SheetField, changed: Mapping[str, str]) -> object:
    """Return the sheet with the elements changed in the form, because a mark may name one of them."""
    if field.kind is FieldKind.MARKED:
        for other in session.game.fields:
            if other.path == field.path and other.kind is not FieldKind.MARKED and other.id in changed:
                sheet = write_field(sheet, other, changed[other.id])
    return sheet


def _as_die(text: str) -> str:
    """Write a die as the sheet shows it, even if only its sides were typed."""
    return f"d{text}" if text.isdigit() and text != "0" else text


def _limits(session: Session, sheet: object, field: SheetField, words: Words) -> str:
    if field.kind is FieldKind.LIST and isinstance(sheet, Sheet):
        return room_text(sheet, field, session.game, words)
    if field.kind is FieldKind.DIE:
        return "d" + " d".join(field.choices)
    if field.mark:
        return f"* {term(words, 'mark', field.mark)}"
    if field.low is None or field.high is None:
        return ""
    return f"{field.low}–{field.high}"
