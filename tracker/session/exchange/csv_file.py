"""The creatures of a library as CSV, a row each: columns are the ids of the sheet's fields."""

import csv
import re
from io import StringIO

from tracker.rules.fields import NAME_LENGTH
from tracker.rules.refusal import Refusal
from tracker.rules.system import GameSystem
from tracker.session.exchange.creature_row import NAME, columns, row_of, template_of
from tracker.session.exchange.parcel import Parcel
from tracker.session.state import Session
from tracker.session.text import clean

SHELF = "templates"
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_HARMLESS = re.compile(r"[+-]?\d*")
"""A number, or the lone dash of a die that there is not."""


def write_csv(library: Session) -> str:
    """Return every creature; no cell begins as a spreadsheet's formula does."""
    text = StringIO(newline="")
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(columns(library.game))
    for template in library.templates.values():
        rows.writerow(defused(each) for each in row_of(library.game, template).values())
    return text.getvalue()


def read_csv(text: str, game: GameSystem) -> Parcel:
    """Return the creatures of a file, and its wrong rows; refuses a first line that names no creatures.

    Commas or semicolons stand between the cells, as the first line has them.
    """
    text = text.removeprefix("\ufeff")
    head = text.partition("\n")[0]
    delimiter = ";" if head.count(";") > head.count(",") else ","
    parcel = Parcel()
    rows = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 0
    try:
        names = [name.strip() for name in next(rows, [])]
        _check_names(names, game)
        for number, cells in enumerate(rows, start=2):
            if any(cell.strip() for cell in cells):
                _read_row(parcel, number, names, cells, game)
    except csv.Error as error:
        raise Refusal("not_csv", row=number + 1) from error
    return parcel


def _check_names(names: list[str], game: GameSystem) -> None:
    known = columns(game)
    if NAME not in names:
        raise Refusal("no_name_column", known=", ".join(known))
    for name in names:
        if name not in known:
            raise Refusal("unknown_field", name=clean(name, NAME_LENGTH), known=", ".join(known))
        if names.count(name) > 1:
            raise Refusal("repeated_name", name=name)


def _read_row(parcel: Parcel, number: int, names: list[str], cells: list[str], game: GameSystem) -> None:
    if any(cell.strip() for cell in cells[len(names) :]):
        parcel.refuse(SHELF, number, Refusal("too_many_cells", most=len(names)))
        return
    row = dict(zip(names, map(fused, cells), strict=False))
    try:
        parcel.take(SHELF, number, template_of(game, row))
    except Refusal as refusal:
        parcel.refuse(SHELF, number, refusal)


def defused(text: str) -> str:
    """Return a cell that a spreadsheet takes for text.

    >>> defused("=1+1"), defused("-5")
    ("'=1+1", '-5')
    """
    return f"'{text}" if _FORMULA.match(text) and not _HARMLESS.fullmatch(text) else text


def fused(cell: str) -> str:
    """Return what stood in a cell before it was defused.

    >>> fused(defused("'=1"))
    "'=1"
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
