"""Several creatures in one pasted text: rows of a table, lines of one creature each, blocks with gaps."""

import re
from collections.abc import Sequence

from tracker.rules.game_system import GameSystem
from tracker.rules.refusal import Refusal
from tracker.session.exchange.element import NAME, Names, column_of
from tracker.session.exchange.figure_names import figure_of
from tracker.session.exchange.pasted import (
    is_rule,
    read_pasted,
    row_cells,
    tidy_lines,
    with_line_breaks,
)
from tracker.session.pasted import Pasted

_NAMES = (NAME, "creature")
_MOST_CELLS = 24
_BLANK_LINES = re.compile(r"\n[ \t>]*\n")


def read_all_pasted(text: str, game: GameSystem, names: Names) -> tuple[Pasted, ...]:
    """Read the creatures of a text, of which there is at least one; raises the refusals of `read_pasted`."""
    lines = tidy_lines(text)
    ids = [field.id for field in game.fields]
    if rows := _table_texts(lines, names, ids):
        return tuple(read_pasted(each, game, names) for each in rows)
    blocks = [each for each in _BLANK_LINES.split(with_line_breaks(text)) if each.strip()]
    for parts in (lines, blocks):
        if creatures := _creatures_of(parts, game, names, keeps_rest=parts is blocks):
            return creatures
    return (read_pasted(text, game, names),)


def _table_texts(lines: Sequence[str], names: Names, ids: Sequence[str]) -> list[str]:
    """Write each row of a table with a column of names as a text; none for a table of one row."""
    rows = [row_cells(line) for line in lines]
    for place, labels in enumerate(rows):
        column = _name_column(labels, names, ids)
        if column < 0:
            continue
        end = place + 1
        while end < len(rows) and (is_rule(lines[end]) or len(rows[end]) == len(labels)):
            end += 1
        found = [
            cells
            for line, cells in zip(lines[place + 1 : end], rows[place + 1 : end], strict=True)
            if not is_rule(line) and cells[column].strip()
        ]
        if len(found) > 1:
            texts = [_row_text(labels, cells, column) for cells in found]
            # What stands around the table is kept in the notes of the first.
            return ["\n".join([texts[0], *lines[:place], *lines[end:]]), *texts[1:]]
    return []


def _name_column(labels: Sequence[str], names: Names, ids: Sequence[str]) -> int:
    """Find the column of the names in a table's labels; -1 if these are no labels."""
    bare = [label.strip(" *_:.") for label in labels]
    if not 1 < len(bare) <= _MOST_CELLS or any(map(str.isdigit, "".join(bare))):
        return -1
    figures = [
        each for each in bare if figure_of(each) not in ("", "Name") or column_of(each, ids, names) in ids
    ]
    columns = [
        place
        for place, each in enumerate(bare)
        if column_of(each, _NAMES, names) in _NAMES or figure_of(each) == "Name"
    ]
    if not figures or (not columns and bare[0]):
        return -1
    return columns[0] if columns else 0


def _row_text(labels: Sequence[str], cells: Sequence[str], column: int) -> str:
    figures = [
        f"{label.strip(' *_:.')}: {cell.strip()}"
        for place, (label, cell) in enumerate(zip(labels, cells, strict=True))
        if place != column and label.strip() and cell.strip()
    ]
    return "\n".join([cells[column].strip(), *figures])


def _creatures_of(
    parts: Sequence[str], game: GameSystem, names: Names, *, keeps_rest: bool
) -> tuple[Pasted, ...]:
    """Read parts of a text as creatures, if several are whole by themselves.

    With `keeps_rest` a part that is no creature belongs to the one before it; without, there must be none.
    """
    if len(parts) < 2:
        return ()
    starts = list[int]()
    for place, part in enumerate(parts):
        if _is_whole(part, game, names):
            starts.append(place)
        elif not (keeps_rest and starts):
            return ()
    if len(starts) < 2:
        return ()
    ends = [*starts[1:], len(parts)]
    return tuple(
        read_pasted("\n".join(parts[start:end]), game, names) for start, end in zip(starts, ends, strict=True)
    )


def _is_whole(part: str, game: GameSystem, names: Names) -> bool:
    """Whether a part of a text is a creature by itself, with a certain name and its main figure."""
    try:
        pasted = read_pasted(part, game, names)
    except Refusal:
        return False
    return bool(pasted.template.name) and NAME not in pasted.doubtful and not pasted.missing
