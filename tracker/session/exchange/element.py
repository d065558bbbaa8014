"""One element of a library file: its columns, and reading it for its section."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from tracker.rules.dice.notation import parse
from tracker.rules.fields import NAME_LENGTH, NOTES_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind
from tracker.rules.supply import Supply
from tracker.rules.table_reading import check_row
from tracker.rules.text import fitting_text, fold
from tracker.rules.usage_die import LADDER
from tracker.session.moves.campaign import clean_name
from tracker.session.moves.library import section_key
from tracker.session.moves.party import MOST_AT_ONCE, NPC
from tracker.session.resources import fill_missing_figure, require_within_bounds
from tracker.session.schema import Leaf, Listing, Record, Shape, decode, record_of_value
from tracker.session.sheet_fields import read_field, with_fields_written
from tracker.session.state import Kit, Lineup, Template
from tracker.session.text import checked_text, clean

Names = Mapping[str, Sequence[str]]
"""The words for each column, by its id."""
NO_NAMES: Names = MappingProxyType({})
_BETWEEN_WORDS = re.compile(r"[\W_]+")
NAME, NOTES = "name", "notes"
_MAY_BE_EMPTY = (FieldKind.TEXT, FieldKind.NOTES, FieldKind.LIST, FieldKind.SCORES, FieldKind.COUNTERS)
"""Kinds whose empty cell is an empty value. For all others it is a missing one."""


def as_object(row: Any) -> dict[str, Any]:
    """Pass a row that is an object on; refuses any other."""
    if not isinstance(row, dict):
        raise unfit(row)
    return row


def _read_creature(row: Mapping[str, Any], game: GameSystem) -> Any:
    return template_of(game, {name: _cell_text(value, name) for name, value in row.items()})


def _cell_text(value: Any, name: str) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int):
        return str(value).lower()
    raise unfit(value, name)


def _read_lineup(row: Mapping[str, Any], _game: GameSystem) -> Lineup:
    members = {section_key(name): count for name, count in as_object(row.get("members")).items()}
    lineup: Lineup = _decode(Lineup, {**row, "members": members})
    count = sum(lineup.members.values())
    if not members or min(lineup.members.values()) < 1 or count > MOST_AT_ONCE:
        raise Refusal("bad_count", count=count, most=MOST_AT_ONCE)
    return lineup


def _read_kit(row: Mapping[str, Any], _game: GameSystem) -> Kit:
    kit: Kit = _decode(Kit, row)
    for supply in kit.supplies:
        clean_name(supply.name)
        if supply.die not in LADDER:
            raise Refusal("bad_usage_die", die=supply.die)
        if supply != Supply(
            supply.name,
            die=supply.die,
            trigger=supply.trigger,
            every=supply.every,
            light=supply.light,
            outcome=supply.outcome,
            when=supply.when,
        ):
            raise Refusal("kit_in_use", name=supply.name)
    return kit


def _read_table(row: Mapping[str, Any], _game: GameSystem) -> RandomTable:
    table: RandomTable = _decode(RandomTable, row)
    parse(table.dice)
    last: int | None = None
    for each in table.rows:
        if each.high < each.low or (last is not None and each.low <= last):
            raise Refusal("bad_row", value=f"{each.low}-{each.high}: {each.text}"[:NAME_LENGTH])
        check_row(each.text)
        last = each.high
    if last is None:
        raise Refusal("bad_row", value="")
    return table


def _decode(cls: type, row: Mapping[str, Any]) -> Any:
    shape = record_of_value(cls)
    for name in row:
        if name not in shape.fields:
            known = ", ".join(shape.fields)
            raise Refusal("unknown_field", name=clean(name, NAME_LENGTH), known=known)
    try:
        _check_lengths(shape, row)
        value = decode(shape, {**row, "name": clean_name(_cell_text(row.get("name", ""), NAME))})
    except Refusal as refusal:
        raise unfit(refusal.data.get("value")) if refusal.code == "bad_value" else refusal from refusal
    return value


def _check_lengths(shape: Shape, raw: Any) -> None:
    """Refuse texts that are too long. Decoding refuses values of another shape."""
    match shape:
        case Leaf() if isinstance(raw, str):
            fitting_text(raw, shape.length)
        case Listing(item=item) if isinstance(raw, list):
            for each in raw:
                _check_lengths(item, each)
        case Record() if isinstance(raw, Mapping):
            for name in shape.fields.keys() & raw.keys():
                _check_lengths(shape.fields[name], raw[name])


def unfit(value: Any, name: str = "", code: str = "not_importable") -> Refusal:
    """Build the refusal of a value as the file writes it, with the name that it has there."""
    written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return Refusal(code, value=clean(written, NAME_LENGTH), name=clean(name, NAME_LENGTH))


READERS: Mapping[str, Callable[[Mapping[str, Any], GameSystem], Any]] = {
    "templates": _read_creature,
    "lineups": _read_lineup,
    "kits": _read_kit,
    "tables": _read_table,
}
"""The reader of an element, by section."""


def column_of(name: str, ids: Sequence[str], names: Names) -> str:
    """Find the id of a column without regard to case, accents and signs; an unknown name stays as it is.

    >>> column_of("Salud Total", ("health", "health_max"), {"health_max": ("Salud total",)})
    'health_max'
    """
    if name in ids:
        return name
    bare_name = _bare_name(name)
    for column in ids:
        if bare_name in map(_bare_name, (column, *names.get(column, ()))):
            return column
    return name


def known_columns(ids: Sequence[str], names: Names) -> str:
    """List the columns for a sentence, each by the word on the screen."""
    return ", ".join(names.get(column, (column,))[0] for column in ids)


@lru_cache(4_096)
def _bare_name(name: str) -> str:
    return _BETWEEN_WORDS.sub("", fold(name))


def columns(game: GameSystem) -> tuple[str, ...]:
    """List the columns of a creature: its name, every field of the sheet by its id, its notes."""
    return (NAME, *(field.id for field in game.fields), NOTES)


def row_of(game: GameSystem, template: Template) -> dict[str, str]:
    """Write a template as texts, by column."""
    fields = {field.id: read_field(template.sheet, field) for field in game.fields}
    return {NAME: template.name, **fields, NOTES: template.notes}


def fits(game: GameSystem, field: str, text: str) -> bool:
    """Whether a field of the game's sheet can hold a text."""
    try:
        template_of(game, {NAME: "?", field: text})
    except Refusal:
        return False
    return True


def template_of(game: GameSystem, row: Mapping[str, str]) -> Template:
    """Read a template from a row; missing fields are as on a new sheet.

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
    sheet = with_fields_written(game, game.new_sheet(NPC, 0), values)
    sheet = require_within_bounds(game, fill_missing_figure(game, sheet, values), values)
    notes = checked_text(row.get(NOTES, "").replace("\r\n", "\n"), NOTES_LENGTH, lines=True)
    return Template(sheet, clean_name(row.get(NAME, "")), notes)
