"""Finding and reading the fields of a sheet, as its system declares them."""

from collections.abc import Mapping
from typing import Any

from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField

MARK = "*"
"""Follows a named number whose field is marked."""


def field_of(fields: tuple[SheetField, ...], name: str) -> SheetField:
    """Return a field by its id, or refuse."""
    for field in fields:
        if field.id == name:
            return field
    raise Refusal("unknown_field", name=name, known=", ".join(field.id for field in fields))


def second_of(game: GameSystem, field: SheetField) -> str:
    """Return the field of what follows the slash in `8/12`: a maximum, a difficulty; empty if none does."""
    maximum = next((each.maximum for each in game.gauges if each.current == field.id), "")
    if maximum or len(field.path) != len(("collection", "score", "part")):
        return maximum
    own = [each.id for each in game.fields if each.path[:2] == field.path[:2]]
    return own[1] if len(own) > 1 and own[0] == field.id else ""


def numbers_in(sheet: Any, field: SheetField) -> Mapping[str, int]:
    """Return the number of a field under its id, or each of its scores under its own name."""
    value = _value(sheet, field)
    if field.kind is FieldKind.SCORES:
        return {name: getattr(each, field.part) for name, each in value.items()}
    return {field.id: value}


def _value(sheet: Any, field: SheetField) -> Any:
    value = sheet
    for step in field.path:
        value = value[step] if isinstance(value, Mapping) else getattr(value, step)
    return value


def read_field(sheet: Any, field: SheetField) -> str:
    """Return the content of a field, as the text that `write_field` takes."""
    value = _value(sheet, field)
    match field.kind:
        case FieldKind.DIE:
            return f"d{value}" if value else "-"
        case FieldKind.LIST:
            return ", ".join(value)
        case FieldKind.SCORES | FieldKind.EFFECTS:
            return ", ".join(f"{name} {_score_text(each, field)}" for name, each in value.items())
        case FieldKind.MARKED:
            return ", ".join(name for name, each in value.items() if getattr(each, field.part))
        case FieldKind.COUNTERS:
            return ", ".join(f"{name} {each.current}/{each.maximum}" for name, each in value.items())
        case _:
            return str(value).lower() if isinstance(value, bool) else str(value)


def _score_text(element: Any, field: SheetField) -> str:
    marked = bool(field.mark) and getattr(element, field.mark)
    return f"{getattr(element, field.part)}{MARK if marked else ''}"
