"""One line of facts about the present; if it is too long, the least important are dropped first."""

from collections.abc import Sequence

from msgspec import Struct

from tracker.widgets.ink import Emphasis, Line, line, truncate, width_of
from tracker.widgets.painted import Drawn, PaintedWidget

_BETWEEN = line((" · ", Emphasis.MUTED))


class Part(Struct, frozen=True):
    """One fact. If the line is too long, facts with a higher `priority` are shortened or dropped first."""

    text: Line
    priority: int = 0
    short: Line = ()
    """A shorter form that stays when the fact would be dropped."""


class StatusLine(PaintedWidget):
    """Facts at the left, and others at the right edge."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._left: tuple[Part, ...] = ()
        self._right: tuple[Part, ...] = ()

    def show(self, left: Sequence[Part], right: Sequence[Part] = ()) -> None:
        facts = (tuple(left), tuple(right))
        if facts != (self._left, self._right):
            self._left, self._right = facts
            self.redraw()

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        left, right = _fitting(self._left, self._right, width)
        end = _join(right)
        start = truncate(_join(left), width - width_of(end), self.look.ellipsis)
        blank = line(" " * (width - width_of(start) - width_of(end)))
        return [Drawn((start, blank, end))]


def _fitting(
    left: tuple[Part, ...], right: tuple[Part, ...], width: int
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Shorten or drop the least important parts, the last ones first, until both sides fit."""
    while len(left) + len(right) > 1:
        sides = width_of(_join(left)) + width_of(_join(right)) + bool(left and right)
        if sides <= width:
            break
        least = max(part.priority for part in (*left, *right))
        if any(part.priority == least for part in right):
            right = _with_less(right, least)
        else:
            left = _with_less(left, least)
    return left, right


def _with_less(parts: tuple[Part, ...], priority: int) -> tuple[Part, ...]:
    last = max(i for i, part in enumerate(parts) if part.priority == priority)
    short = (Part(parts[last].short),) if parts[last].short else ()
    return (*parts[:last], *short, *parts[last + 1 :])


def _join(parts: tuple[Part, ...]) -> Line:
    return tuple(run for i, part in enumerate(parts) for run in (*(_BETWEEN if i else ()), *part.text))
