"""A whole library as JSON: creatures by the ids of their sheet's fields, encounters, kits and tables."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from tracker.rules import dice
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.random_table import RandomTable
from tracker.rules.refusal import Refusal
from tracker.rules.supply import Supply
from tracker.rules.system import GameSystem
from tracker.rules.usage_die import LADDER
from tracker.session.exchange.creature_row import row_of, template_of
from tracker.session.exchange.parcel import Parcel
from tracker.session.moves.campaign import named
from tracker.session.moves.library import shelf_key
from tracker.session.moves.party import MOST_AT_ONCE
from tracker.session.schema import decode, encode, struct_of_value
from tracker.session.state import Kit, Lineup, Session
from tracker.session.text import clean

FORMAT = 1
LISTS = {"templates": "creatures", "lineups": "encounters", "kits": "kits", "tables": "tables"}
"""What each shelf is called in the file."""


def write_json(library: Session) -> str:
    """Return the library, a line for each thing in it."""
    game = library.game
    lists: dict[str, list[Any]] = {
        "creatures": [row_of(game, each) for each in library.templates.values()],
        "encounters": [_lineup_row(each, library) for each in library.lineups.values()],
        "kits": [encode(each) for each in library.kits.values()],
        "tables": [encode(each) for each in library.tables.values()],
    }
    head = [f' "library": {FORMAT}', f' "system": {json.dumps(library.system)}']
    return "{\n" + ",\n".join(head + [_list_text(name, rows) for name, rows in lists.items()]) + "\n}\n"


def _list_text(name: str, rows: list[Any]) -> str:
    lines = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)
    return f' "{name}": [\n{lines}\n ]' if rows else f' "{name}": []'


def _lineup_row(lineup: Lineup, library: Session) -> dict[str, Any]:
    names = {key: template.name for key, template in library.templates.items()}
    return {
        "name": lineup.name,
        "members": {names.get(key, key): count for key, count in lineup.members.items()},
    }


def read_json(text: str, game: GameSystem, library: Session) -> Parcel:
    """Return what a file holds, and its wrong rows; encounters may be of creatures already in the library.

    Refuses a text that is no library, a newer one, and one of another game.
    """
    document = _document(text, game)
    parcel = Parcel()
    for shelf, name in LISTS.items():
        rows = document.get(name, [])
        if not isinstance(rows, list):
            raise Refusal("not_a_library")
        for number, row in enumerate(rows, start=1):
            try:
                parcel.take(shelf, number, _READERS[shelf](_object(row), game))
            except Refusal as refusal:
                parcel.refuse(shelf, number, refusal)
    _check_members(parcel, document.get("encounters", []), library)
    return parcel


def _document(text: str, game: GameSystem) -> dict[str, Any]:
    try:
        document = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise Refusal("not_json", row=getattr(error, "lineno", 1)) from error
    if not isinstance(document, dict) or type(document.get("library")) is not int:
        raise Refusal("not_a_library")
    if document["library"] > FORMAT:
        raise Refusal("newer_library", found=document["library"], known=FORMAT)
    if document.get("system") != game.key:
        raise Refusal("other_system", found=clean(str(document.get("system")), NAME_LENGTH), system=game.key)
    return document


def _object(row: Any) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise _unfit(row)
    return row


def _creature(row: Mapping[str, Any], game: GameSystem) -> Any:
    return template_of(game, {name: _text(value) for name, value in row.items()})


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool | int):
        return str(value).lower()
    raise _unfit(value)


def _lineup(row: Mapping[str, Any], _game: GameSystem) -> Lineup:
    members = {shelf_key(name): count for name, count in _object(row.get("members")).items()}
    lineup: Lineup = _decoded(Lineup, {**row, "members": members})
    count = sum(lineup.members.values())
    if not members or min(lineup.members.values()) < 1 or count > MOST_AT_ONCE:
        raise Refusal("bad_count", count=count, most=MOST_AT_ONCE)
    return lineup


def _kit(row: Mapping[str, Any], _game: GameSystem) -> Kit:
    kit: Kit = _decoded(Kit, row)
    for supply in kit.supplies:
        named(supply.name)
        if supply.die not in LADDER:
            raise Refusal("bad_usage_die", die=supply.die)
        if supply != Supply(
            supply.name,
            die=supply.die,
            trigger=supply.trigger,
            every=supply.every,
            light=supply.light,
            outcome=supply.outcome,
        ):
            raise Refusal("kit_in_use", name=supply.name)
    return kit


def _table(row: Mapping[str, Any], _game: GameSystem) -> RandomTable:
    table: RandomTable = _decoded(RandomTable, row)
    dice.parse(table.dice)
    last: int | None = None
    for each in table.rows:
        if each.high < each.low or (last is not None and each.low <= last):
            raise Refusal("bad_row", value=f"{each.low}-{each.high}: {each.text}"[:NAME_LENGTH])
        last = each.high
    if last is None:
        raise Refusal("bad_row", value="")
    return table


def _decoded(cls: type, row: Mapping[str, Any]) -> Any:
    shape = struct_of_value(cls)
    for name in row:
        if name not in shape.fields:
            known = ", ".join(shape.fields)
            raise Refusal("unknown_field", name=clean(name, NAME_LENGTH), known=known)
    try:
        value = decode(shape, {**row, "name": named(_text(row.get("name", "")))})
    except Refusal as refusal:
        raise _unfit(refusal.data.get("value")) if refusal.code == "bad_value" else refusal from refusal
    return value


def _check_members(parcel: Parcel, rows: list[Any], library: Session) -> None:
    """Leave out encounters of creatures that are neither in the file nor in the library."""
    numbers = {
        shelf_key(str(row.get("name", ""))): number
        for number, row in enumerate(rows, start=1)
        if isinstance(row, dict)
    }
    for key, lineup in list(parcel.shelves["lineups"].items()):
        known = parcel.shelves["templates"].keys() | library.templates.keys()
        missing = [member for member in lineup.members if member not in known]
        if missing:
            del parcel.shelves["lineups"][key]
            refusal = Refusal("lineup_lacks", name=lineup.name, missing=", ".join(missing))
            parcel.refuse("lineups", numbers.get(key, 0), refusal)


def _unfit(value: Any) -> Refusal:
    return Refusal("not_importable", value=clean(str(value), NAME_LENGTH))


_READERS: Mapping[str, Callable[[Mapping[str, Any], GameSystem], Any]] = {
    "templates": _creature,
    "lineups": _lineup,
    "kits": _kit,
    "tables": _table,
}
