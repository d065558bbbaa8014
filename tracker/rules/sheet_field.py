"""The lines of a sheet that a GM reads and edits, whatever the game."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from tracker.rules.fields import HIGH, LOW

OF_ATTRIBUTES = "attributes"
"""The group of the attributes and of their parts."""


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
    """Named numbers: `Escuchar 45, Nadar 30`; `part` is the number's field in each element."""
    COUNTERS = "counters"
    """Named counters: `nivel 1 2/3, nivel 2 0/1`."""
    EFFECTS = "effects"
    """Named effects, each a number or dice: `Lanza 1d6+1, Navaja 3`; `part` is the effect's field."""
    MARKED = "marked"
    """Names of those elements of a collection whose boolean `part` is set."""


class SheetField(Struct, frozen=True):
    """One line of a sheet.

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
    """For named numbers, the boolean of each element that is written as an asterisk: `Nadar 30*`."""
    passing: bool = False
    """Whether a form leaves it out while it has no value, because most creatures never have one."""


def number_field(
    sheet: type[Struct],
    name: str,
    group: str,
    *,
    path: tuple[str, ...] = (),
    passing: bool = False,
) -> SheetField:
    """Make the line of a number, with the bounds that its sheet declares."""
    path = path or (name,)
    low, high = _bounds(sheet, path)
    return SheetField(name, path, FieldKind.NUMBER, group, low, high, passing=passing)


def scores_field(sheet: type[Struct], name: str, group: str, part: str, *, mark: str = "") -> SheetField:
    """Make the line of named numbers, each with the bounds that its element declares for `part`."""
    low, high = _bounds(sheet, (name, "", part))
    return SheetField(name, (name,), FieldKind.SCORES, group, low, high, part=part, mark=mark)


def attribute_fields(sheet: type[Struct], names: Iterable[str]) -> tuple[SheetField, ...]:
    """Make the lines of the rule book's attributes, and that of the campaign's own."""
    return (
        *(number_field(sheet, name, OF_ATTRIBUTES, path=("attributes", name, "value")) for name in names),
        scores_field(sheet, "own_attributes", OF_ATTRIBUTES, "value"),
    )


def _bounds(sheet: type[Struct], path: tuple[str, ...]) -> tuple[int, int]:
    """Read the bounds of a number from its annotation; without a lower bound it goes as low as high."""
    kind: Any = sheet
    siblings: Mapping[str, Any] = {}
    for step in path:
        if get_origin(kind) is Mapping:
            kind = get_args(kind)[1]
        else:
            siblings = _types(kind)
            kind = siblings[step]
    bounds = _annotated_bounds(kind)
    # `high` may name the sibling field that caps it.
    high = _annotated_bounds(siblings[bounds[HIGH]])[HIGH] if isinstance(bounds[HIGH], str) else bounds[HIGH]
    return -high if bounds[LOW] is None else bounds[LOW], high


@cache
def _types(kind: type[Struct]) -> Mapping[str, Any]:
    return {each.name: each.type for each in fields(kind)}


def _annotated_bounds(kind: Any) -> dict[str, Any]:
    extra: dict[str, Any] = get_args(kind)[1].extra
    return extra
