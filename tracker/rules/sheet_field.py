"""The lines of a sheet that a GM may read and edit, whatever the game."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from tracker.rules.fields import HIGH, LOW

OF_ATTRIBUTES = "attributes"
"""The group of the fields that are attributes, or parts of one."""


class FieldKind(StrEnum):
    """The kind of value that a field of a sheet accepts."""

    NUMBER = "number"
    DIE = "die"
    TEXT = "text"
    NOTES = "notes"
    CHOICE = "choice"
    LIST = "list"
    """Comma-separated texts."""
    SCORES = "scores"
    """Named numbers: `Escuchar 45, Nadar 30`; `part` names the number's field in each element."""
    COUNTERS = "counters"
    """Named counters: `nivel 1 2/3, nivel 2 0/1`."""
    EFFECTS = "effects"
    """Named effects, each a number or dice: `Lanza 1d6+1, Navaja 3`; `part` names the effect's field."""
    MARKED = "marked"
    """Names of the elements of a collection whose yes-or-no `part` is set."""


class SheetField(Struct, frozen=True):
    """One line of the sheet that the GM may read and edit.

    `path` leads into the sheet through its fields and keys: `("attributes", "strength", "value")`.
    """

    id: str
    path: tuple[str, ...]
    kind: FieldKind
    group: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    part: str = ""
    mark: str = ""
    """For named numbers, the yes or no of each element that is written as an asterisk: `Nadar 30*`."""
    passing: bool = False
    """Whether a form shows it only with a value: most creatures never have one."""


def number_field(
    sheet: type[Struct],
    name: str,
    group: str,
    *,
    path: tuple[str, ...] = (),
    passing: bool = False,
) -> SheetField:
    """Return the line of a number, within the bounds that its sheet declares."""
    path = path or (name,)
    low, high = _bounds(sheet, path)
    return SheetField(name, path, FieldKind.NUMBER, group, low, high, passing=passing)


def scores_field(sheet: type[Struct], name: str, group: str, part: str, *, mark: str = "") -> SheetField:
    """Return the line of named numbers, each within the bounds that its element declares for `part`."""
    low, high = _bounds(sheet, (name, "", part))
    return SheetField(name, (name,), FieldKind.SCORES, group, low, high, part=part, mark=mark)


def attribute_fields(sheet: type[Struct], named: Iterable[str]) -> tuple[SheetField, ...]:
    """Return the lines of the attributes that the text names, and the line of the campaign's own."""
    return (
        *(number_field(sheet, name, OF_ATTRIBUTES, path=("attributes", name, "value")) for name in named),
        scores_field(sheet, "own_attributes", OF_ATTRIBUTES, "value"),
    )


def _bounds(sheet: type[Struct], path: tuple[str, ...]) -> tuple[int, int]:
    """Return the bounds of a number as its annotation declares them.

    A number with no lower bound goes as far below zero as above.
    """
    kind: Any = sheet
    beside: Mapping[str, Any] = {}
    for step in path:
        if get_origin(kind) is Mapping:
            kind = get_args(kind)[1]
        else:
            beside = _types(kind)
            kind = beside[step]
    held = _annotated_bounds(kind)
    high = _annotated_bounds(beside[held[HIGH]])[HIGH] if isinstance(held[HIGH], str) else held[HIGH]
    return -high if held[LOW] is None else held[LOW], high


@cache
def _types(kind: type[Struct]) -> Mapping[str, Any]:
    """Return the annotation of each field."""
    return {each.name: each.type for each in fields(kind)}


def _annotated_bounds(kind: Any) -> dict[str, Any]:
    """Return the bounds in an annotation."""
    extra: dict[str, Any] = get_args(kind)[1].extra
    return extra
