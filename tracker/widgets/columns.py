"""How the columns of a table share the width."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from tracker.widgets.ink import Align, Emphasis, Line, fit, line

GAP = 1


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


class Slot(Struct, frozen=True):
    """A shown column: its place in the rows, and its width now."""

    index: int
    width: int
    column: Column


@lru_cache(64)
def share(columns: tuple[Column, ...], room: int) -> tuple[Slot, ...]:
    """Return the columns that fit in `room` cells with a gap between them, and how wide each is.

    Columns shrink before any goes; the least important go first.
    """
    kept = list(range(len(columns)))
    while len(kept) > 1 and _needed(columns[i] for i in kept) > room:
        kept.remove(max(kept, key=lambda i: (columns[i].priority, i)))
    widths = {i: _least(columns[i]) for i in kept}
    spare = room - _needed(columns[i] for i in kept)
    if spare < 0:
        widths = dict.fromkeys(kept, room)
    for i in sorted(kept, key=lambda i: columns[i].priority):
        extra = max(0, min(spare, columns[i].width - widths[i]))
        widths[i] += extra
        spare -= extra
    flexible = [i for i in kept if columns[i].flexible]
    for place, i in enumerate(flexible):
        widths[i] += max(0, spare) // len(flexible) + (place < max(0, spare) % len(flexible))
    return tuple(Slot(i, widths[i], columns[i]) for i in kept)


def side_by_side(slots: Sequence[Slot], cells: Sequence[Line], ellipsis: str) -> tuple[Line, ...]:
    """Fit each cell of a row in its slot, with the gap that follows all but the last."""
    fitted = [
        fit(
            cells[slot.index] if slot.index < len(cells) else (),
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
    return tuple(run for cell in side_by_side(slots, titles, ellipsis) for run in cell)


def leading(slots: Sequence[Slot]) -> int:
    """Return how many columns a cursor lies on: up to the first flexible one, which says what a row is of.

    What follows keeps its colours, the wounds and what is due, and is not sent again for each step.
    """
    flexible = (number for number, slot in enumerate(slots, start=1) if slot.column.flexible)
    return next(flexible, len(slots))


def _least(column: Column) -> int:
    return column.least or column.width


def _needed(columns: Iterable[Column]) -> int:
    widths = [_least(column) for column in columns]
    return sum(widths) + GAP * (len(widths) - 1)
