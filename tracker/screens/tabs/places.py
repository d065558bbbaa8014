"""The places of the parts of a tab: the list, the cards of its rows, the last events."""

from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tracker.screens.table.recent import Recent
from tracker.widgets.line_table import LineTable

_BESIDE = ((150, 60), (110, 46))
"""The width of the column beside the list, by the width of a tab from which it is there."""
_AROUND = 4
"""Lines of the screen around a tab; what takes more of them takes it from the events, not from the list."""
_CARD, _EVENTS = 1, 3
"""Lines of the cards and of the events that a long list leaves them."""
_FEW_EVENTS = 2
"""Lines of the events if a small tab cannot show all rows otherwise."""
_LEAST_EVENTS = 1
"""Lines of the events that nothing takes: what was played last is told nowhere else."""
_LEAST_CARD = 3
"""Lines of the cards that a long newest event does not take."""
_MOST_CARD = 8
"""Lines that the cards take where they stand between the list and the events."""


def beside(width: int) -> int:
    """Return the width of the column of cards and events beside the list; 0 where it stands under it."""
    return next((column for least, column in _BESIDE if width >= least), 0)


class Places(Layout):
    """The list has the lines that its rows need, the cards a share of the rest, the events all that is left.

    The heights depend on the rows and on the size; only a newest event that needs more lines gets them.
    """

    name = "places"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Return where each part stands; what comes before the list is as high as its style says."""
        *above, table, card, events = children
        assert isinstance(table, LineTable)  # noqa: S101 - a tab composes its list before cards and events
        assert isinstance(events, Recent)  # noqa: S101 - as above
        column, top = beside(size.width), 0
        left = size.width - column
        placed: list[tuple[Widget, Region]] = []
        for widget in above:
            height = widget.styles.height
            lines = int(height.value) if height is not None else 0
            placed.append((widget, Region(0, top, left, lines)))
            top += lines
        room = size.height - top
        if column:
            cards = size.height // 2
            placed += [
                (table, Region(0, top, left, room)),
                (card, Region(left, 0, column, cards)),
                (events, Region(left, cards, column, size.height - cards)),
            ]
        else:
            rows = min(
                _list_lines(table, left, parent.screen.size.height - _AROUND - top),
                room - _CARD - _LEAST_EVENTS,
            )
            rest = room - rows
            usual = min(rest // 2, _MOST_CARD)
            cards = max(_CARD, min(usual, max(_LEAST_CARD, rest - events.wanted(left))))
            placed += [
                (table, Region(0, top, left, rows)),
                (card, Region(0, top + rows, left, cards)),
                (events, Region(0, top + rows + cards, left, rest - cards)),
            ]
        return [WidgetPlacement(region, NULL_OFFSET, Spacing(), widget) for widget, region in placed]


def _list_lines(table: LineTable, width: int, room: int) -> int:
    """Return the lines of the list; rows that do not fit take a line from the events."""
    usual = table.lines_within(width, room - _CARD - _EVENTS)
    return usual if table.fits(width, usual) else table.lines_within(width, room - _CARD - _FEW_EVENTS)
