"""The fields of a sheet, as its system declares them: finding, reading and writing them."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tracker.rules.dice.notation import parse
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import Sheet
from tracker.rules.text import fold, with_plain_signs
from tracker.session.schema import Keyed, Leaf, Listing, Record, Shape, decode, record_of_value
from tracker.session.text import checked_text, clean

MARK = "*"
"""Follows the number of a marked element."""
MOST_LISTED = 30
_COUNTER = r"\s*(?P<name>[^\s,][^,]*?)\s+(?P<current>\d{1,4})\s*/\s*(?P<maximum>\d{1,4})\s*"


def field_of(fields: tuple[SheetField, ...], name: str) -> SheetField:
    """Find a field by its id; refuses an unknown one."""
    for field in fields:
        if field.id == name:
            return field
    raise Refusal("unknown_field", name=name, known=", ".join(field.id for field in fields))


def second_of(game: GameSystem, field: SheetField) -> str:
    """Find the field behind the slash of `8/12`: a maximum, or the second part of a score; else empty."""
    maximum = next((each.maximum for each in game.gauges if each.current == field.id), "")
    if maximum or len(field.path) != len(("collection", "score", "part")):
        return maximum
    own = [each.id for each in game.fields if each.path[:2] == field.path[:2]]
    return own[1] if len(own) > 1 and own[0] == field.id else ""


def numbers_in(sheet: Any, field: SheetField) -> Mapping[str, int]:
    """Map the id of a field to its number, or the name of each of its scores to that score."""
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
    """Read a field as the text that `write_field` accepts."""
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


def with_fields_written(game: GameSystem, sheet: Sheet, values: Mapping[str, str]) -> Sheet:
    """Write these fields, and update those that depend on them; refuses an invalid value."""
    new_sheet = sheet
    for name, value in values.items():
        new_sheet = write_field(new_sheet, field_of(game.fields, name), value)
    return game.with_dependents_updated(sheet, new_sheet)


def write_field(sheet: Any, field: SheetField, text: str) -> Any:
    """Write a field; refuses a value that it cannot hold."""
    return _with_value(sheet, field.path, _PARSERS[field.kind](sheet, field, text.strip()))


def _with_value(value: Any, path: tuple[str, ...], new: Any) -> Any:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, step: _with_value(value[step], rest, new)}
    return replace(value, **{step: _with_value(getattr(value, step), rest, new)})


def _parse_text(sheet: Any, field: SheetField, text: str) -> str:
    return _checked_field_text(field, text, _greatest_length(sheet, field))


def _parse_notes(sheet: Any, field: SheetField, text: str) -> str:
    return _checked_field_text(field, text, _greatest_length(sheet, field), lines=True)


def _parse_list(sheet: Any, field: SheetField, text: str) -> tuple[str, ...]:
    parts = (_checked_field_text(field, part, _greatest_length(sheet, field)) for part in text.split(","))
    names = tuple(name for part in parts if (name := " ".join(part.split())))
    if len(names) > MOST_LISTED:
        raise Refusal("list_too_long", field=field.id, count=len(names), most=MOST_LISTED)
    return names


def _checked_field_text(field: SheetField, text: str, length: int, *, lines: bool = False) -> str:
    try:
        return checked_text(text, length, lines=lines)
    except Refusal as refusal:
        raise Refusal("field_too_long", field=field.id, **refusal.data) from refusal


def _greatest_length(sheet: Any, field: SheetField) -> int:
    """Find the greatest length of a text field, as its sheet declares it."""
    shape: Shape = record_of_value(type(sheet))
    for step in field.path:
        shape = shape.fields[step] if isinstance(shape, Record) else shape
    leaf = shape.item if isinstance(shape, Listing) else shape
    return leaf.length if isinstance(leaf, Leaf) else NAME_LENGTH


def _parse_number(_sheet: Any, field: SheetField, text: str) -> int:
    text = with_plain_signs(text)
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise Refusal("bad_number", field=field.id, value=clean(text, NAME_LENGTH))
    value = int(text)
    too_low = field.low is not None and value < field.low
    too_high = field.high is not None and value > field.high
    if too_low or too_high:
        raise Refusal("number_out_of_range", field=field.id, value=value, low=field.low, high=field.high)
    return value


def _parse_die(_sheet: Any, field: SheetField, text: str) -> int:
    sides = with_plain_signs(text).lower().removeprefix("1d").removeprefix("d")
    valid_texts = (*field.choices, "-", "0", "")
    if sides not in valid_texts:
        known = ", ".join(f"d{each}" for each in field.choices)
        raise Refusal("bad_die", field=field.id, value=clean(text, NAME_LENGTH), known=known)
    return int(sides) if sides.isdigit() else 0


def _parse_choice(sheet: Any, field: SheetField, text: str) -> Any:
    if text not in field.choices:
        known = ", ".join(field.choices)
        raise Refusal("bad_choice", field=field.id, value=clean(text, NAME_LENGTH), known=known)
    shape = record_of_value(type(sheet)).fields[field.path[0]]
    return decode(shape, {"true": True, "false": False}.get(text, text))


def _parse_scores(sheet: Any, field: SheetField, text: str) -> Any:
    # Scores of a d100 are often typed as `65 %`.
    return _parse_named_values(sheet, field, re.sub(r"(?<=\d)\s*%", "", text), _parse_number)


def _parse_effects(sheet: Any, field: SheetField, text: str) -> Any:
    return _parse_named_values(sheet, field, text, _parse_effect)


def _parse_effect(_sheet: Any, _field: SheetField, text: str) -> str:
    return str(parse(text))


def _parse_named_values(
    sheet: Any, field: SheetField, text: str, read: Callable[[Any, SheetField, str], Any]
) -> Mapping[str, Any]:
    """Read names, each with its value. An element that stays keeps its other values."""
    element = _element_of(sheet, field)
    elements: Mapping[str, Any] = getattr(sheet, field.path[0])
    values = {}
    for part in filter(str.strip, text.split(",")):
        name, _space, figure = part.strip().removesuffix(MARK if field.mark else "").rstrip().rpartition(" ")
        name = " ".join(_checked_field_text(field, name, NAME_LENGTH).replace("/", "-").split())
        if not name:
            code = "bad_score" if field.kind is FieldKind.SCORES else "bad_effect"
            raise Refusal(code, value=clean(part.strip(), NAME_LENGTH))
        marks = {field.mark: part.strip().endswith(MARK)} if field.mark else {}
        value = read(sheet, field, figure)
        values[name] = replace(elements.get(name, element()), **{field.part: value}, **marks)
    return values


def _parse_marks(sheet: Any, field: SheetField, text: str) -> Any:
    """Mark the named elements, and unmark all others."""
    elements: Mapping[str, Any] = getattr(sheet, field.path[0])
    marked = {fold(" ".join(part.split())) for part in text.split(",") if part.strip()}
    names = {fold(name) for name in elements}
    if marked and not names:
        raise Refusal("nothing_to_mark", name=clean(min(marked), NAME_LENGTH))
    if unknown := sorted(marked - names):
        raise Refusal("not_on_sheet", name=clean(unknown[0], NAME_LENGTH), known=", ".join(elements))
    return {name: replace(each, **{field.part: fold(name) in marked}) for name, each in elements.items()}


def _element_of(sheet: Any, field: SheetField) -> Callable[..., Any]:
    shape = record_of_value(type(sheet)).fields[field.path[0]]
    assert isinstance(shape, Keyed) and isinstance(shape.element, Record)  # noqa: S101, PT018 - as declared
    return shape.element.kind


def _parse_counters(sheet: Any, field: SheetField, text: str) -> Any:
    counter = _element_of(sheet, field)
    counters = {}
    for part in filter(str.strip, text.split(",")):
        match = re.fullmatch(_COUNTER, part)
        if not match or int(match["current"]) > int(match["maximum"]):
            raise Refusal("bad_counter", value=clean(part, NAME_LENGTH))
        name = _checked_field_text(field, match["name"], NAME_LENGTH).replace("/", "-")
        counters[name] = counter(int(match["current"]), int(match["maximum"]))
    return counters


_PARSERS: Mapping[FieldKind, Callable[[Any, SheetField, str], Any]] = {
    FieldKind.NUMBER: _parse_number,
    FieldKind.DIE: _parse_die,
    FieldKind.TEXT: _parse_text,
    FieldKind.NOTES: _parse_notes,
    FieldKind.LIST: _parse_list,
    FieldKind.CHOICE: _parse_choice,
    FieldKind.SCORES: _parse_scores,
    FieldKind.COUNTERS: _parse_counters,
    FieldKind.EFFECTS: _parse_effects,
    FieldKind.MARKED: _parse_marks,
}
