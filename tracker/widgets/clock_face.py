"""The clock of the exploration: the hour in large figures, and coming moments on a line of time."""

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from tracker.rules.glance import Tone
from tracker.widgets.ink import Emphasis, Line, fit, line, truncate, width_of
from tracker.widgets.numerals import numeral
from tracker.widgets.painted import Drawn, PaintedWidget
from tracker.wording.messages import say

_LONGEST = 30
"""Most cells of a label under the line."""
_GAP = 2


class Moment(Struct, frozen=True):
    """Something to come: the seconds left until then, its hour, and its name."""

    left: int
    hour: str
    what: str
    tone: Tone = Tone.PLAIN

    @property
    def width(self) -> int:
        """Width of its label in cells."""
        return max(width_of(line(self.hour)), min(width_of(line(self.what)), _LONGEST))


class ClockFace(PaintedWidget):
    """The hour, facts beside it, and the next moments in their order under a line."""

    def __init__(self) -> None:
        super().__init__()
        self._hour = ""
        self._facts: tuple[Line, ...] = ()
        self._moments: tuple[Moment, ...] = ()

    def show(self, hour: str, facts: Sequence[Line], moments: Sequence[Moment]) -> None:
        """Show an hour, facts, and moments in their order."""
        contents = (hour, tuple(facts), tuple(moments))
        if contents != (self._hour, self._facts, self._moments):
            self._hour, self._facts, self._moments = contents
            self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        figures = numeral(self._hour, self.look)
        rows = max(len(figures), len(self._facts))
        gap = line("  ")
        upper: list[Drawn] = []
        for row in range(rows):
            figure = line((figures[row] if row < len(figures) else " " * len(figures[0]), Emphasis.CLOCK))
            fact = self._facts[row] if row < len(self._facts) else ()
            room = width - width_of(figure) - width_of(gap)
            upper.append(Drawn((figure, gap, truncate(fact, room, self.look.ellipsis))))
        return [*upper, *self._line_of_time(width)][:height]

    def _line_of_time(self, width: int) -> list[Drawn]:
        rule, tick = ("─", "┬") if self.look.unicode else ("-", "+")
        start, moments = f"{say('clock_face.now')} {rule}", self._moments
        shown = _moment_cells(moments, len(start) + 1, width)
        ticks = {place for place, _moment in shown}
        rest = len(moments) - len(shown)
        more_text = f" +{rest}" if rest else ""
        room = width - len(start) - len(more_text)
        ruler_text = "".join(tick if x + len(start) in ticks else rule for x in range(room))
        ruler = line((start, Emphasis.MUTED), (ruler_text, Emphasis.MUTED), (more_text, Emphasis.KEY))
        hours = _row(shown, {place: line((each.hour, Emphasis.STRONG)) for place, each in shown})
        whats = _row(
            shown,
            {
                place: truncate(line((each.what, each.tone)), _LONGEST, self.look.ellipsis)
                for place, each in shown
            },
        )
        return [Drawn((ruler,)), Drawn((hours,)), Drawn((whats,))]


def _moment_cells(moments: Sequence[Moment], start: int, width: int) -> list[tuple[int, Moment]]:
    """Place the moments that have room, each at its cell: later ones further right, without overlap.

    Distance grows with the square root of the time left, so that the next moments stand apart.
    """
    shown = list(moments)
    while shown and start + sum(each.width + _GAP for each in shown) - _GAP > width:
        shown.pop()
    if not shown:
        return []
    horizon = max(1, shown[-1].left)
    room = width - start - shown[-1].width
    places: list[int] = []
    edge = start
    for each in shown:
        places.append(max(edge, start + round(room * sqrt(max(0, each.left) / horizon))))
        edge = places[-1] + each.width + _GAP
    edge = width + _GAP
    for index in reversed(range(len(shown))):
        places[index] = min(places[index], edge - _GAP - shown[index].width)
        edge = places[index]
    return list(zip(places, shown, strict=True))


def _row(shown: Sequence[tuple[int, Moment]], labels: dict[int, Line]) -> Line:
    """Put labels at their cells in one line."""
    row: Line = ()
    for place, _moment in shown:
        row = (*fit(row, place, ""), *labels[place])
    return row
