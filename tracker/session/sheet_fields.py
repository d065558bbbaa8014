"""Reading and writing the fields of a sheet, as its system declares them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH, TEXT_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import FieldKind, SheetField
from tracker.session.schema import Keyed, Struct, decode, struct_of_value
from tracker.session.text import clean

MOST_LISTED = 30
_COUNTER = re.compile(r"\s*(?P<name>[^\s,][^,]*?)\s+(?P<current>\d{1,4})\s*/\s*(?P<maximum>\d{1,4})\s*")


def field_of(fields: tuple[SheetField, ...], name: str) -> SheetField:
    """Return a field by its id, or refuse."""
    for field in fields:
        if field.id == name:
            return field
    raise Refusal("unknown_field", name=name, known=", ".join(field.id for field in fields))


def read_field(sheet: Any, field: SheetField) -> str:
    """Return what a field holds, as the text that `write_field` would take."""
    value = sheet
    for step in field.path:
        value = value[step] if isinstance(value, Mapping) else getattr(value, step)
    match field.kind:
        case FieldKind.DIE:
            return f"d{value}" if value else "-"
        case FieldKind.LIST:
            return ", ".join(value)
        case FieldKind.SCORES:
            return ", ".join(f"{name} {getattr(each, field.part)}" for name, each in value.items())
        case FieldKind.COUNTERS:
            return ", ".join(f"{name} {each.current}/{each.maximum}" for name, each in value.items())
        case _:
            return str(value).lower() if isinstance(value, bool) else str(value)


def write_field(sheet: Any, field: SheetField, text: str) -> Any:
    """Return the sheet with a field written; refuses what the field cannot hold."""
    return _put(sheet, field.path, _parse(sheet, field, text.strip()))


def _put(value: Any, path: tuple[str, ...], new: Any) -> Any:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(value, Mapping):
        return {**value, step: _put(value[step], rest, new)}
    return replace(value, **{step: _put(getattr(value, step), rest, new)})


def _parse(sheet: Any, field: SheetField, text: str) -> Any:
    return _PARSERS[field.kind](sheet, field, text)


def _text(_sheet: Any, _field: SheetField, text: str) -> str:
    return clean(text, TEXT_LENGTH)


def _notes(_sheet: Any, _field: SheetField, text: str) -> str:
    return clean(text, NOTES_LENGTH, lines=True)


def _list(_sheet: Any, _field: SheetField, text: str) -> tuple[str, ...]:
    names = [" ".join(clean(part, NAME_LENGTH).split()) for part in text.split(",")]
    return tuple(name for name in names if name)[:MOST_LISTED]


def _number(_sheet: Any, field: SheetField, text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,9}", text):
        raise Refusal("bad_number", field=field.id, value=clean(text, NAME_LENGTH))
    value = int(text)
    too_low = field.low is not None and value < field.low
    too_high = field.high is not None and value > field.high
    if too_low or too_high:
        raise Refusal("number_out_of_range", field=field.id, value=value, low=field.low, high=field.high)
    return value


def _die(_sheet: Any, field: SheetField, text: str) -> int:
    sides = text.lower().removeprefix("1d").removeprefix("d")
    allowed = (*field.choices, "-", "0", "")
    if sides not in allowed:
        known = ", ".join(f"d{each}" for each in field.choices)
        raise Refusal("bad_die", field=field.id, value=clean(text, NAME_LENGTH), known=known)
    return int(sides) if sides.isdigit() else 0


def _choice(sheet: Any, field: SheetField, text: str) -> Any:
    if text not in field.choices:
        known = ", ".join(field.choices)
        raise Refusal("bad_choice", field=field.id, value=clean(text, NAME_LENGTH), known=known)
    shape = struct_of_value(type(sheet)).fields[field.path[0]]
    return decode(shape, {"true": True, "false": False}.get(text, text))


def _scores(sheet: Any, field: SheetField, text: str) -> Any:
    """Read named numbers; an element that stays keeps everything else that it holds."""
    element = _element_of(sheet, field)
    before: Mapping[str, Any] = getattr(sheet, field.path[0])
    scores = {}
    for part in filter(str.strip, text.split(",")):
        name, _space, figure = part.strip().rpartition(" ")
        name = " ".join(clean(name, NAME_LENGTH).replace("/", "-").split())
        if not name:
            raise Refusal("bad_score", value=clean(part.strip(), NAME_LENGTH))
        value = _number(sheet, field, figure)
        scores[name] = replace(before.get(name, element()), **{field.part: value})
    return scores


def _element_of(sheet: Any, field: SheetField) -> Callable[..., Any]:
    shape = struct_of_value(type(sheet)).fields[field.path[0]]
    assert isinstance(shape, Keyed) and isinstance(shape.element, Struct)  # noqa: S101, PT018 - as declared
    return shape.element.cls


def _counters(sheet: Any, field: SheetField, text: str) -> Any:
    counter = _element_of(sheet, field)
    counters = {}
    for part in filter(str.strip, text.split(",")):
        match = _COUNTER.fullmatch(part)
        if not match or int(match["current"]) > int(match["maximum"]):
            raise Refusal("bad_counter", value=clean(part, NAME_LENGTH))
        name = clean(match["name"], NAME_LENGTH).replace("/", "-")
        counters[name] = counter(int(match["current"]), int(match["maximum"]))
    return counters


_PARSERS: Mapping[FieldKind, Callable[[Any, SheetField, str], Any]] = {
    FieldKind.NUMBER: _number,
    FieldKind.DIE: _die,
    FieldKind.TEXT: _text,
    FieldKind.NOTES: _notes,
    FieldKind.LIST: _list,
    FieldKind.CHOICE: _choice,
    FieldKind.SCORES: _scores,
    FieldKind.COUNTERS: _counters,
}
