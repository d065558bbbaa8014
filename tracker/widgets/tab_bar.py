"""The line of tabs, each with its key and its number of pending rolls."""

from collections.abc import Sequence

from msgspec import Struct
from textual import events
from textual.message import Message

from tracker.rules.glance import Tone
from tracker.widgets.ink import Emphasis, Forms, Line, form_of, line, short_of, text_of, truncate, width_of
from tracker.widgets.painted import Drawn, PaintedWidget

NO_FORMS = Forms(((),))


class Tab(Struct, frozen=True):
    """One tab: the key that opens it, its name, and how many rolls are pending there."""

    key: str
    name: str
    waiting: int = 0


class TabBar(PaintedWidget):
    """One line of tabs, the open one highlighted. The keys belong to the screen."""

    class Clicked(Message):
        """A tab was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._tabs: tuple[Tab, ...] = ()
        self._active = ""
        self._right = NO_FORMS

    def show(self, tabs: Sequence[Tab], active: str, right: Forms = NO_FORMS) -> None:
        """Show these tabs, and a text at the right; `active` is the key of the open tab."""
        if (tuple(tabs), active, right) != (self._tabs, self._active, self._right):
            self._tabs, self._active, self._right = tuple(tabs), active, right
            self.redraw()

    def on_click(self, event: events.Click) -> None:
        """Post which tab was clicked."""
        end = 0
        for tab, cell in zip(self._tabs, self._cells(self.size.width), strict=True):
            start, end = end, end + width_of(cell)
            if start <= event.x < end:
                self.post_message(self.Clicked(tab.key))

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Draw the tabs, and the longest form of the text at the right that they leave room for."""
        cells = self._cells(width)
        room = width - sum(map(width_of, cells))
        right = form_of(self._right, room - 1)
        if room <= width_of(right):
            return [Drawn(tuple(cells))]
        return [Drawn((*cells, line(" " * (room - width_of(right))), right))]

    def _cells(self, width: int) -> list[Line]:
        """Draw each tab; if the line is too short, the longest names are cut first."""
        width -= width_of(short_of(self._right))
        longest = max((width_of(line(tab.name)) for tab in self._tabs), default=0)
        cells = [self._tab(tab, longest) for tab in self._tabs]
        while longest > 1 and sum(width_of(cell) for cell in cells) > width:
            longest -= 1
            cells = [self._tab(tab, longest) for tab in self._tabs]
        return cells

    def _tab(self, tab: Tab, longest: int) -> Line:
        name = text_of(truncate(line(tab.name), longest, self.look.ellipsis))
        waiting = f" ({tab.waiting})" if tab.waiting else ""
        if tab.key == self._active and not self.look.unicode:
            return line((f"[{tab.key} {name}{waiting}]", Emphasis.CHOSEN))
        if tab.key == self._active:
            return line((f" {tab.key} {name}{waiting} ", Emphasis.CHOSEN))
        return line(" ", (tab.key, Emphasis.KEY), f" {name}", (waiting, Tone.WARNING), " ")
