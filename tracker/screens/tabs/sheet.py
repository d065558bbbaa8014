"""A character sheet as blocks to read and as fields to edit."""

from collections.abc import Mapping

from tracker.commands.group import field_value
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.session.players_view import VIEW_FIELDS
from tracker.session.sheet_fields import field_of, read_field, write_field
from tracker.session.state import Session
from tracker.widgets.form import Field
from tracker.widgets.ink import Emphasis, Line, line
from tracker.widgets.text_panel import Block
from tracker.wording.language import _
from tracker.wording.report import supply_text, value_text
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import Words, term, words_of

_SCORE_PARTS = 3
"""Steps of the path to a part of a score: the collection, the score, the part."""


def sheet_blocks(session: Session, who: str) -> tuple[Block, ...]:
    """Return a sheet to read: what says something, scores on a line each and the rest joined."""
    creature, words = session.creatures[who], words_of(session.system)
    groups: dict[str, list[Line]] = {}
    for field in session.game.fields:
        entry = _entry(creature.sheet, field, session.game.fields, words)
        lines = groups.setdefault(field.group, [])
        if entry and lines and len(field.path) != _SCORE_PARTS:
            lines[-1] = (*lines[-1], *line((" · ", Emphasis.MUTED)), *entry)
        elif entry:
            lines.append(entry)
    blocks = [Block(tuple(lines), term(words, "group", group)) for group, lines in groups.items() if lines]
    own = [supply for supply in session.supplies.values() if supply.owner == who]
    if own:
        blocks.append(Block(tuple(line(supply_text(supply, words)) for supply in own), _("Objetos")))
    if creature.notes:
        blocks.append(Block(tuple(line(part) for part in creature.notes.split("\n")), _("Notas")))
    return (Block((line((creature.name, Emphasis.STRONG)),)), *blocks)


def _entry(sheet: object, field: SheetField, fields: tuple[SheetField, ...], words: Words) -> Line | None:
    value = read_field(sheet, field)
    if len(field.path) == _SCORE_PARTS:
        parts = [each for each in fields if each.path[:2] == field.path[:2]]
        if field is not parts[0]:
            return None
        figures = [read_field(sheet, each) for each in parts]
        shown = "/".join(figures[:2]) + "".join(f" −{each}" for each in figures[2:] if each != "0")
        return line((f"{term(words, 'attribute', field.path[1])} ", Emphasis.MUTED), shown)
    if value in ("", "-", "0", "false"):
        return None
    return line((f"{term(words, 'field', field.id)} ", Emphasis.MUTED), value_text(field, value, words))


def sheet_form_fields(session: Session, who: str) -> list[Field]:
    """Return the fields of a sheet to edit, each with its own judge."""
    sheet, words = session.creatures[who].sheet, words_of(session.system)
    return [_form_field(session, sheet, field, words) for field in session.game.fields]


def scene_form_fields(session: Session) -> list[Field]:
    """Return the choices that the game leaves to the campaign, and what its players are told, to edit."""
    words = words_of(session.system)
    homes = ((session.scene, session.game.scene_fields), (session.players_view, VIEW_FIELDS))
    return [_form_field(session, home, field, words) for home, fields in homes for field in fields]


def written(fields: tuple[SheetField, ...], values: Mapping[str, str], words: Words) -> dict[str, str]:
    """Return what was written in a form, choices as ids."""
    return {name: field_value(field_of(fields, name), text, words) for name, text in values.items()}


def _form_field(session: Session, sheet: object, field: SheetField, words: Words) -> Field:
    def wrong(text: str) -> str | None:
        try:
            write_field(sheet, field, field_value(field, text, words))
        except Refusal as refusal:
            return refusal_sentence(refusal, session.system)
        return None

    return Field(
        field.id,
        term(words, "field", field.id),
        value_text(field, read_field(sheet, field), words),
        _limits(field, words),
        term(words, "group", field.group),
        tuple(value_text(field, choice, words) for choice in field.choices)
        if field.kind is FieldKind.CHOICE
        else (),
        wrong,
    )


def _limits(field: SheetField, words: Words) -> str:
    if field.kind is FieldKind.DIE:
        return "d" + " d".join(field.choices)
    if field.mark:
        return f"* {term(words, 'mark', field.mark)}"
    if field.low is None or field.high is None:
        return ""
    return f"{field.low}–{field.high}"
