"""A whole library as JSON: creatures by the ids of their sheet's fields, encounters, kits and tables."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from tracker.features.library.exchange.five_tools import is_five_tools, read_five_tools
from tracker.features.library.exchange.foundry import is_foundry, read_foundry
from tracker.features.library.exchange.front_matter import is_fantasy_statblock, read_fantasy_statblocks
from tracker.features.library.exchange.improved_initiative import (
    is_improved_initiative,
    read_improved_initiative,
)
from tracker.features.library.exchange.open5e import is_open5e, read_open5e
from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.systems import saved_name
from tracker.session.exchange.batch import ImportBatch, check_count
from tracker.session.exchange.element import (
    NAME,
    NO_NAMES,
    READERS,
    Names,
    as_object,
    column_of,
    columns,
    row_of,
)
from tracker.session.exchange.figure_names import is_figure
from tracker.session.moves.library import section_key
from tracker.session.schema import encode
from tracker.session.state import Lineup, Session
from tracker.session.text import clean

CREATURES = "templates"
FORMAT = 1
LISTS = {"templates": "creatures", "lineups": "encounters", "kits": "kits", "tables": "tables"}
"""The name of each section in the file."""


_Read = Callable[[Any, GameSystem], ImportBatch]
_OTHERS: tuple[tuple[Callable[[Any], bool], _Read], ...] = (
    (is_improved_initiative, read_improved_initiative),
    (is_open5e, read_open5e),
    (is_five_tools, read_five_tools),
    (is_foundry, read_foundry),
)
"""Other programs: how their files are recognised, and read."""


def write_json(library: Session) -> str:
    """Write the library, one line for each element."""
    game = library.game
    lists: dict[str, list[Any]] = {
        "creatures": [row_of(game, each) for each in library.templates.values()],
        "encounters": [_lineup_row(each, library) for each in library.lineups.values()],
        "kits": [encode(each) for each in library.kits.values()],
        "tables": [encode(each) for each in library.tables.values()],
    }
    head = [f' "library": {FORMAT}', f' "system": {json.dumps(saved_name(library.system))}']
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


def read_json(text: str, game: GameSystem, library: Session, names: Names = NO_NAMES) -> ImportBatch:
    """Read the elements of a file, and its wrong rows; encounters may use creatures of the library.

    Creatures of other programs are read too, as far as the game has fields for them. Refuses a text that is
    no library, a library of a newer format, and one of another game.
    """
    document = _parse(text)
    for is_own, read in _OTHERS:
        if is_own(document):
            return _read(partial(read, document, game))
    if is_fantasy_statblock(document):
        return _read(partial(read_fantasy_statblocks, document, game, names))
    _check(document, game)
    batch = ImportBatch()
    for section, name in LISTS.items():
        rows = document.get(name, [])
        if not isinstance(rows, list):
            raise Refusal("not_a_library")
        check_count(rows)
        for number, row in enumerate(rows, start=1):
            try:
                fields = as_object(row)
                if section == CREATURES:
                    fields = _with_ids(fields, columns(game), names)
                    unplaced = [name for name in fields if name not in columns(game) and is_figure(name)]
                    fields = {name: value for name, value in fields.items() if name not in unplaced}
                    batch.leave_out(str(fields.get(NAME, "")), unplaced)
                batch.take(section, number, READERS[section](fields, game))
            except Refusal as refusal:
                batch.refuse(section, number, refusal)
    batch.check_lineups(_numbers(document.get("encounters", [])), library)
    return batch


def _read(read: Callable[[], ImportBatch]) -> ImportBatch:
    """Read another program's document; refuses one that is nested too deep."""
    try:
        return read()
    except RecursionError as error:
        raise Refusal("not_a_library") from error


def _with_ids(row: Mapping[str, Any], ids: Sequence[str], names: Names) -> dict[str, Any]:
    """Key a row by the ids of its columns; refuses a column that occurs twice."""
    fields: dict[str, Any] = {}
    for name, value in row.items():
        column = column_of(name, ids, names)
        if column in fields:
            raise Refusal("repeated_name", name=clean(name, NAME_LENGTH))
        fields[column] = value
    return fields


def _parse(text: str) -> Any:
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise Refusal("not_json", row=getattr(error, "lineno", 1)) from error


def _check(document: Any, game: GameSystem) -> None:
    if not isinstance(document, dict) or type(document.get("library")) is not int:
        raise Refusal("not_a_library")
    if document["library"] > FORMAT:
        raise Refusal("newer_library", found=document["library"], known=FORMAT)
    if document.get("system") != saved_name(game.key):
        raise Refusal(
            "other_system", found=clean(str(document.get("system")), NAME_LENGTH), system=saved_name(game.key)
        )


def _numbers(rows: list[Any]) -> dict[str, int]:
    """Count the rows from 1, by the key of their names."""
    return {
        section_key(str(row.get("name", ""))): number
        for number, row in enumerate(rows, start=1)
        if isinstance(row, dict)
    }
