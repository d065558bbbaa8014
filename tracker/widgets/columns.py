"""The widths of the columns of a table."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tracker.widgets.ink import Align, Cell, Emphasis, Line, fit, form_of, line, short_of, whole_of, width_of

GAP = 1
_NAME = 14
"""Cells of a name that is not cut while there are columns that can be spared."""
_SHORT = 12
"""Cells that are enough of a name to keep it."""
_SPARED = 2
"""Priority from which a column goes before a name is cut."""


class Column(Struct, frozen=True):
    """One column. It gets at most `width` cells and at least `least`.

    If the table is too narrow, columns with a higher `priority` go first.
    A `flexible` column takes the cells that are left.
    """

    title: str
    width: int
    least: int = 0
    flexible: bool = False
    align: Align = Align.LEFT
    priority: int = 0
    named: bool = False
    """Whether it holds names: a name that is cut keeps the number at its end."""
    sized: bool = False
    """Whether it is as wide as its widest cell. Its cells are not cut, unless they are names."""
    leads: bool = False
    """Whether the cursor lies on the columns up to this one."""


class Slot(Struct, frozen=True):
    """A shown column: its place in the rows, and its width now."""

    index: int
    width: int
    column: Column


def needed_widths(columns: tuple[Column, ...], rows: Iterable[Sequence[Cell]]) -> list[tuple[int, int]]:
    """Return the least width and the whole width that the cells of each sized column need."""
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
    """Return the columns with the widths that their cells need, and their titles if those are shown."""
    found = []
    for column, (least, width) in zip(columns, needs, strict=True):
        title = width_of(line(column.title)) if titled else 0
        first = column.least if column.named or column.flexible else max(column.least, title)
        shown = column if titled else replace(column, title="")
        found.append(_sized(shown, max(least, first), max(width, title)) if column.sized else shown)
    return tuple(found)


def _sized(column: Column, least: int, width: int) -> Column:
    """Return a column as wide as its cells; names need no more than that."""
    if column.named:
        return replace(column, least=min(least, width), width=width)
    return replace(column, least=least, width=max(least, width))


@lru_cache(64)
def share(columns: tuple[Column, ...], room: int) -> tuple[Slot, ...]:
    """Return the columns that fit in `room` cells with a gap between them, and how wide each is.

    Columns shrink before any goes; the least important go first, and those of one priority shrink together.
    Names are cut last. The last important column is cut if not even these fit.
    """
    kept = {i: _least_width(column) for i, column in enumerate(columns)}
    names = sum(max(0, min(columns[i].width, _NAME) - kept[i]) for i in kept if columns[i].named)
    while len(kept) > 1 and _needed_width(kept.values()) + names > room:
        last = max(kept, key=lambda i: (columns[i].priority, i))
        if columns[last].priority < _SPARED:
            break
        del kept[last]
    while len(kept) > 1 and (over := _needed_width(kept.values()) - room) > 0:
        last = max(kept, key=lambda i: (columns[i].priority, i))
        shrinks = columns[last].named and kept[last] - over >= _SHORT
        if (columns[last].priority or kept[last] <= over) and not shrinks:
            del kept[last]
        else:
            kept[last] -= over
    widths = {i: min(width, room) for i, width in kept.items()}
    spare = room - _needed_width(widths.values())
    for priority in sorted({columns[i].priority for i in kept}):
        alike = [i for i in kept if columns[i].priority == priority]
        wanted = {i: max(0, columns[i].width - widths[i]) for i in alike}
        if priority and len(alike) > 1 and sum(wanted.values()) > spare:
            continue
        for i in alike:
            extra = max(0, min(spare, wanted[i]))
            widths[i] += extra
            spare -= extra
    flexible = [i for i in kept if columns[i].flexible]
    for place, i in enumerate(flexible):
        widths[i] += max(0, spare) // len(flexible) + (place < max(0, spare) % len(flexible))
    return tuple(Slot(i, widths[i], columns[i]) for i in kept)


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
    """Return the titles of the columns over their slots."""
    titles = tuple(line((slot.column.title, Emphasis.HEADING)) for slot in slots)
    by_place: dict[int, Line] = {slot.index: title for slot, title in zip(slots, titles, strict=True)}
    cells = [by_place.get(index, ()) for index in range(max(by_place, default=-1) + 1)]
    return tuple(run for cell in side_by_side(slots, cells, ellipsis) for run in cell)


def leading(slots: Sequence[Slot]) -> int:
    """Return how many columns a cursor lies on: those that tell which row it is.

    The cells behind them keep their colours, and are not sent again for each step.
    """
    numbered = list(enumerate(slots, start=1))
    leads = (number for number, slot in numbered if slot.column.leads)
    flexible = (number for number, slot in numbered if slot.column.flexible)
    return next(leads, next(flexible, len(slots)))


def _least_width(column: Column) -> int:
    return column.least or column.width


def _needed_width(widths: Collection[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)
