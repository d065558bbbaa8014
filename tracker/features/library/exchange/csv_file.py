"""A whole library as CSV: one part for each section. The first row of a part names its columns.

A creature takes one row, with a column for each field of its sheet. Encounters, kits and tables take a row
for each kind of creature, item or line; each row begins with the name of its encounter, kit or table.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from typing import Any

from msgspec import Struct

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.rules.text import fold, with_plain_signs
from tracker.session.exchange.batch import ImportBatch, check_count
from tracker.session.exchange.element import (
    NAME,
    NO_NAMES,
    READERS,
    Names,
    column_of,
    columns,
    known_columns,
    row_of,
    template_of,
)
from tracker.session.exchange.figure_names import is_figure
from tracker.session.exchange.stat_block import is_average
from tracker.session.moves.library import section_key
from tracker.session.state import Session
from tracker.session.text import clean

Cells = list[str]

CREATURES = "templates"
MOST_ROWS = 100_000
"""Rows of a file, empty ones included: encounters, kits and tables take several each."""
PARTS: Mapping[str, tuple[str, ...]] = {
    "lineups": ("encounter", "creature", "count"),
    "kits": ("kit", "item", "die", "trigger", "every", "light", "outcome", "when"),
    "tables": ("table", "dice", "low", "high", "text"),
}
"""The columns of the sections whose elements take several rows; the first column names the element."""

_DELIMITERS = ",;\t|"
_NAMED_DELIMITER = re.compile(r"\s*\"?sep=(.)\"?[ \t]*\r?(?:\n|$)", re.IGNORECASE)
"""The first line by which spreadsheets say what separates the cells: `sep=;`."""
_MOST_TITLES = 10
"""Rows before the names of the columns, empty or with a title in one cell."""
_WITH_DICE = re.compile(r"(\d{1,9})\s*\([^()]*\d*d\d[^()]*\)")
"""Points with the dice whose average they are: `7 (2d6)`."""
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_HARMLESS = re.compile(r"[+-]?\d*")
"""A number, or the dash that stands for no die."""
_NUMBERS = ("count", "die", "every", "low", "high")
"""Columns of whole numbers; `every` is in seconds."""
_NUMBER = re.compile(r"-?\d{1,9}")
_FLAGS = dict.fromkeys(("true", "yes", "si", "verdadero", "1"), True)
_FLAGS |= dict.fromkeys(("false", "no", "falso", "0"), False)


class _Part(Struct, frozen=True):
    """One section's part of a file: its columns, and its rows with their numbers in a spreadsheet."""

    section: str
    names: Cells
    rows: list[tuple[int, Cells]]


def write_csv(library: Session) -> str:
    """Write the whole library; no cell starts like a spreadsheet's formula."""
    text = StringIO(newline="")
    out = csv.writer(text, lineterminator="\n")
    out.writerow(columns(library.game))
    out.writerows(_cells(row_of(library.game, each).values()) for each in library.templates.values())
    for section, rows in (("lineups", _lineups), ("kits", _kits), ("tables", _tables)):
        if getattr(library, section):
            out.writerows(((), PARTS[section], *map(_cells, rows(library))))
    return text.getvalue()


def _cells(values: Iterable[object]) -> Cells:
    return [escape_formula(str(value).lower() if isinstance(value, bool) else str(value)) for value in values]


def _lineups(library: Session) -> Iterator[tuple[object, ...]]:
    names = {key: template.name for key, template in library.templates.items()}
    for lineup in library.lineups.values():
        for member, count in lineup.members.items():
            yield lineup.name, names.get(member, member), count


def _kits(library: Session) -> Iterator[tuple[object, ...]]:
    for kit in library.kits.values():
        for supply in kit.supplies:
            yield (
                kit.name,
                supply.name,
                supply.die,
                supply.trigger,
                supply.every,
                supply.light,
                supply.outcome,
                supply.when,
            )


def _tables(library: Session) -> Iterator[tuple[object, ...]]:
    for table in library.tables.values():
        for row in table.rows:
            yield table.name, table.dice, row.low, row.high, row.text


def read_csv(text: str, game: GameSystem, library: Session, names: Names = NO_NAMES) -> ImportBatch:
    """Read the elements of a file, and its wrong rows; encounters may use creatures of the library.

    The first line decides whether commas, semicolons, tabs or bars separate the cells. Refuses a file in
    which it names no columns of a section; only titles may stand above it.
    """
    batch, first_rows = ImportBatch(), dict[str, int]()
    titles, parts = _parts(text.removeprefix("\ufeff"), game, names)
    batch.leave_out("", titles)
    for part in parts:
        if part.section == CREATURES:
            _read_creatures(batch, part, game)
        else:
            first_rows |= _read_elements(batch, part, game)
    batch.check_lineups(first_rows, library)
    return batch


def _parts(text: str, game: GameSystem, names: Names) -> tuple[list[str], list[_Part]]:
    """Divide a file into its parts, and the titles above them."""
    named, titles, parts = _NAMED_DELIMITER.match(text), list[str](), list[_Part]()
    delimiter = named[1] if named else _delimiter_of(text)
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 0
    try:
        for number, cells in enumerate(rows, start=1):
            if number > MOST_ROWS:
                raise Refusal("too_many_rows", count=number, most=MOST_ROWS)
            stripped = _strip_empty_end(cells)
            if not stripped or (named and number == 1):
                continue
            if not parts and number <= _MOST_TITLES and _is_title(cells, game, names):
                titles.append(clean("".join(stripped), NAME_LENGTH))
            elif not parts:
                parts.append(_Part(*_require_header(stripped, game, names), []))
            elif part := _find_header(stripped, game, names):
                parts.append(part)
            else:
                parts[-1].rows.append((number, cells))
    except csv.Error as error:
        raise Refusal("not_csv", row=number + 1) from error
    return (titles, parts) if parts else ([], [_Part(*_require_header(titles, game, names), [])])


def _is_title(cells: Cells, game: GameSystem, names: Names) -> bool:
    """Whether a row of several cells has text in only one, which names no elements."""
    filled = [cell.strip() for cell in cells if cell.strip()]
    sections = (NAME, *(section_columns[0] for section_columns in PARTS.values()))
    return len(filled) == 1 < len(cells) and column_of(filled[0], sections, names) not in sections


def _delimiter_of(text: str) -> str:
    lines = [line for line in text.split("\n", _MOST_TITLES)[:_MOST_TITLES] if any(map(str.isalnum, line))]
    first_line = next((line for line in lines if any(sign in line for sign in _DELIMITERS)), "")
    return max(_DELIMITERS, key=first_line.count)


def _strip_empty_end(cells: Cells) -> Cells:
    """Cut a row after its last filled cell: a spreadsheet makes all rows equally wide."""
    stripped = [cell.strip() for cell in cells]
    while stripped and not stripped[-1]:
        stripped.pop()
    return stripped


def _require_header(cells: Cells, game: GameSystem, names: Names) -> tuple[str, Cells]:
    """Find the section whose columns the first row names, and the ids of these columns.

    Refuses an unknown or repeated column.
    """
    columns_of = {CREATURES: columns(game), **PARTS}
    if len(cells) > (widest := max(map(len, columns_of.values()))):
        raise Refusal("too_many_cells", most=widest)
    column_ids = {
        section: [column_of(cell, ids, names) for cell in cells] for section, ids in columns_of.items()
    }
    section = next((section for section, ids in columns_of.items() if ids[0] in column_ids[section]), None)
    if section is None:
        raise Refusal("no_name_column", known=known_columns(columns_of[CREATURES], names))
    _check_columns(section, cells, column_ids[section], names, columns_of[section])
    return section, column_ids[section]


def _check_columns(section: str, cells: Cells, column_ids: Cells, names: Names, known: Sequence[str]) -> None:
    """Refuse a column that is unknown, unless other games have such a figure, or that occurs twice."""
    for cell, column in zip(cells, column_ids, strict=True):
        if column not in known and not (section == CREATURES and is_figure(cell)):
            known_names = known_columns(known, names)
            raise Refusal("unknown_field", name=clean(cell, NAME_LENGTH), known=known_names)
        if column in known and column_ids.count(column) > 1:
            raise Refusal("repeated_name", name=clean(cell, NAME_LENGTH))


def _find_header(cells: Cells, game: GameSystem, names: Names) -> _Part | None:
    """Start a part at a later row that names columns; None for any other row."""
    for section, ids in {CREATURES: columns(game), **PARTS}.items():
        if len(cells) < 2 or column_of(cells[0], ids[:1], names) != ids[0]:
            continue
        head = [column_of(cell, ids, names) for cell in cells]
        # A name may be a word that also names a column; two columns that are known make a header.
        if len({*head} & {*ids}) > 1:
            _check_columns(section, cells, head, names, ids)
            return _Part(section, head, [])
    return None


def _read_creatures(batch: ImportBatch, part: _Part, game: GameSystem) -> None:
    check_count(part.rows)
    known, points = columns(game), _point_fields(game)
    batch.leave_out("", tuple(clean(each, NAME_LENGTH) for each in part.names if each not in known))
    for number, cells in part.rows:
        try:
            row = {id_: text for id_, text in _row(part, cells).items() if id_ in known}
            written = {id_: text for id_ in points if (text := row.get(id_, "").strip())}
            row |= {id_: _WITH_DICE.sub(r"\1", text) for id_, text in written.items()}
            template = template_of(game, row)
            batch.take(CREATURES, number, template)
            if doubtful := _doubtful_points(written, points):
                batch.doubtful[template.name] = doubtful
        except Refusal as refusal:
            batch.refuse(CREATURES, number, refusal)


def _point_fields(game: GameSystem) -> tuple[str, ...]:
    """List the fields of a creature's points: what it has now, and the most."""
    gauges = [each for each in game.gauges if each.maximum and each.maximum == game.foreign.get("HP")]
    return tuple(field for each in gauges for field in (each.current, each.maximum or ""))


def _doubtful_points(written: Mapping[str, str], points: Sequence[str]) -> tuple[str, ...]:
    """List the points that are not the average of their dice; the most, if a row has no points at all."""
    if not written:
        return tuple(points[-1:])
    return tuple(
        id_ for id_, text in written.items() if "(" in text and not is_average(with_plain_signs(text))
    )


def _read_elements(batch: ImportBatch, part: _Part, game: GameSystem) -> dict[str, int]:
    """Add elements of several rows, if none of their rows is wrong; returns each one's first row by key."""
    first_rows, rows_by_name, faulty_names, name = (
        dict[str, int](),
        dict[str, list[dict[str, str]]](),
        set[str](),
        "",
    )
    for number, cells in part.rows:
        try:
            row = _row(part, cells)
            name = row.get(PARTS[part.section][0], "").strip() or name
            first_rows.setdefault(name, number)
            READERS[part.section](_element(part.section, name, [row]), game)
        except Refusal as refusal:
            faulty_names.add(name)
            batch.refuse(part.section, number, refusal)
        else:
            rows_by_name.setdefault(name, []).append(row)
    check_count(first_rows)
    for name, rows in rows_by_name.items():
        if name in faulty_names:
            continue
        try:
            element = READERS[part.section](_element(part.section, name, rows), game)
            batch.take(part.section, first_rows[name], element)
        except Refusal as refusal:
            batch.refuse(part.section, first_rows[name], refusal)
    return {section_key(name): number for name, number in first_rows.items()}


def _row(part: _Part, cells: Cells) -> dict[str, str]:
    if any(cell.strip() for cell in cells[len(part.names) :]):
        raise Refusal("too_many_cells", most=len(part.names))
    return dict(zip(part.names, map(unescape_formula, cells), strict=False))


def _element(section: str, name: str, rows: list[dict[str, str]]) -> dict[str, Any]:
    """Build an element as it stands in a library's JSON."""
    _name, *own_columns = PARTS[section]
    values = [
        {key: _value(key, row[key].strip()) for key in own_columns if row.get(key, "").strip()}
        for row in rows
    ]
    match section:
        case "lineups":
            return {"name": name, "members": _members(values)}
        case "kits":
            return {"name": name, "supplies": [_item(each) for each in values if each]}
        case _:
            dice = dict.fromkeys(each.pop("dice") for each in values if "dice" in each)
            if len(dice) > 1:
                raise Refusal("not_importable", value=clean(", ".join(map(str, dice)), NAME_LENGTH))
            return {"name": name, "rows": values, **({"dice": next(iter(dice))} if dice else {})}


def _members(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Add up the count of each creature; a row without a number counts one."""
    members: dict[str, Any] = {}
    for row in rows:
        creature, count = section_key(row.get("creature", "")), row.get("count", 1)
        is_repeated = isinstance(count, int) and creature in members
        members[creature] = members[creature] + count if is_repeated else count
    return members


def _item(row: dict[str, Any]) -> dict[str, Any]:
    return {NAME if key == "item" else key: value for key, value in row.items()}


def _value(column: str, text: str) -> Any:
    """Convert a cell; text in place of a number or a yes stays text, and is refused later."""
    if column in _NUMBERS:
        return int(text) if _NUMBER.fullmatch(text) else text
    return _FLAGS.get(fold(text), text) if column == "light" else text


def escape_formula(text: str) -> str:
    """Put an apostrophe before a cell that spreadsheets would read as a formula.

    >>> escape_formula("=1+1"), escape_formula("-5")
    ("'=1+1", '-5')
    """
    return f"'{text}" if _FORMULA.match(text) and not _HARMLESS.fullmatch(text) else text


def unescape_formula(cell: str) -> str:
    """Undo `escape_formula`.

    >>> unescape_formula(escape_formula("'=1"))
    "'=1"
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
