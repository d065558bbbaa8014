"""Columns of a table, and how they share its width."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tracker.widgets.ink import Align, Cell, Emphasis, Line, fit, form_of, line, short_of, whole_of, width_of

GAP = 1
_NAME = 14
"""Cells up to which a name is not cut while there are columns to drop."""
_SHORT = 12
"""Least cells of a name; a narrower column of names is dropped."""
_SPARED = 2
"""Priority from which a column is dropped before a name is cut."""


class Column(Struct, frozen=True):
    """One column, of at most `width` cells and at least `least`.

    If the table is too narrow, columns with a higher `priority` are dropped first. A `flexible` column takes
    the cells that are left.
    """

    title: str
    width: int
    least: int = 0
    flexible: bool = False
    align: Align = Align.LEFT
    priority: int = 0
    named: bool = False
    """Whether it holds names: a cut name keeps the number at its end."""
    sized: bool = False
    """Whether it is as wide as its widest cell. Its cells are not cut, unless they are names."""
    leads: bool = False
    """Whether the cursor covers the columns up to this one."""


class Slot(Struct, frozen=True):
    """A shown column: its index in the rows, and its width now."""

    index: int
    width: int
    column: Column


def needed_widths(columns: tuple[Column, ...], rows: Iterable[Sequence[Cell]]) -> list[tuple[int, int]]:
    """Find the least and the full width that the cells of each sized column need; 0 for other columns."""
    widest = [(0, 0)] * len(columns)
    if not (in_columns := [set(cells) for cells in zip(*rows, strict=False)]):
        return widest
    for index, column in enumerate(columns):
        if column.sized:
            cells = in_columns[index]
            least = 0 if column.named else max(map(width_of, map(short_of, cells)))
            widest[index] = least, max(map(width_of, map(whole_of, cells)))
    return widest


def measured_columns(
    columns: tuple[Column, ...], needs: Iterable[tuple[int, int]], *, titled: bool = True
) -> tuple[Column, ...]:
    """Give columns the widths that their cells and, if `titled`, their titles need."""
    measured = []
    for column, (least, width) in zip(columns, needs, strict=True):
        title = width_of(line(column.title)) if titled else 0
        first = column.least if column.named or column.flexible else max(column.least, title)
        shown = column if titled else replace(column, title="")
        measured.append(_size_column(shown, max(least, first), max(width, title)) if column.sized else shown)
    return tuple(measured)


def _size_column(column: Column, least: int, width: int) -> Column:
    """Make a column as wide as its cells; short names need no more than that, whatever the `least` width."""
    if column.named:
        return replace(column, least=min(least, width), width=width)
    return replace(column, least=least, width=max(least, width))


@lru_cache(64)
def share_width(columns: tuple[Column, ...], room: int) -> tuple[Slot, ...]:
    """Share `room` cells, with gaps, among the columns; drop those that do not fit.

    Columns shrink before one is dropped. The highest priority is dropped first; columns of one priority grow
    together or not at all. Names are cut last.
    """
    kept_widths = {i: _least_width(column) for i, column in enumerate(columns)}
    names = sum(
        max(0, min(columns[i].width, _NAME) - kept_widths[i]) for i in kept_widths if columns[i].named
    )
    while len(kept_widths) > 1 and _needed_width(kept_widths.values()) + names > room:
        last = max(kept_widths, key=lambda i: (columns[i].priority, i))
        if columns[last].priority < _SPARED:
            break
        del kept_widths[last]
    while len(kept_widths) > 1 and (excess := _needed_width(kept_widths.values()) - room) > 0:
        last = max(kept_widths, key=lambda i: (columns[i].priority, i))
        shrinks = columns[last].named and kept_widths[last] - excess >= _SHORT
        if (columns[last].priority or kept_widths[last] <= excess) and not shrinks:
            del kept_widths[last]
        else:
            kept_widths[last] -= excess
    widths = {i: min(width, room) for i, width in kept_widths.items()}
    spare = room - _needed_width(widths.values())
    for priority in sorted({columns[i].priority for i in kept_widths}):
        alike = [i for i in kept_widths if columns[i].priority == priority]
        missing = {i: max(0, columns[i].width - widths[i]) for i in alike}
        if priority and len(alike) > 1 and sum(missing.values()) > spare:
            continue
        for i in alike:
            extra = max(0, min(spare, missing[i]))
            widths[i] += extra
            spare -= extra
    flexible = [i for i in kept_widths if columns[i].flexible]
    for place, i in enumerate(flexible):
        widths[i] += max(0, spare) // len(flexible) + (place < max(0, spare) % len(flexible))
    return tuple(Slot(i, widths[i], columns[i]) for i in kept_widths)


def side_by_side(slots: Sequence[Slot], cells: Sequence[Cell], ellipsis: str) -> tuple[Line, ...]:
    """Fit each cell of a row in its slot, with the gap that follows all but the last."""
    fitted = [
        fit(
            form_of(cells[slot.index], slot.width) if slot.index < len(cells) else (),
            slot.width,
            ellipsis,
            slot.column.align,
            named=slot.column.named,
        )
        for slot in slots
    ]
    return (*((*cell, *line(" " * GAP)) for cell in fitted[:-1]), *fitted[-1:])


def heading(slots: Sequence[Slot], ellipsis: str) -> Line:
    """Put the titles of the columns over their slots."""
    titles = tuple(line((slot.column.title, Emphasis.HEADING)) for slot in slots)
    by_place: dict[int, Line] = {slot.index: title for slot, title in zip(slots, titles, strict=True)}
    cells = [by_place.get(index, ()) for index in range(max(by_place, default=-1) + 1)]
    return tuple(run for cell in side_by_side(slots, cells, ellipsis) for run in cell)


def leading_count(slots: Sequence[Slot]) -> int:
    """Count the columns that a cursor covers: those that identify the row."""
    # Cells behind them keep their colours, and are not sent again at each step of the cursor.
    numbered = list(enumerate(slots, start=1))
    leads = (number for number, slot in numbered if slot.column.leads)
    flexible = (number for number, slot in numbered if slot.column.flexible)
    return next(leads, next(flexible, len(slots)))


def _least_width(column: Column) -> int:
    return column.least or column.width


def _needed_width(widths: Collection[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)
