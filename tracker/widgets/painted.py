"""The base of widgets that draw line by line and render only changed lines again."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Self

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from textual import getters
from textual.cache import FIFOCache
from textual.color import Color
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.style import Style as ContentStyle
from textual.widget import Widget

from tracker.widgets.ink import Band, Emphasis, Ink, Line, Link, line, text_of, width_of
from tracker.widgets.theme import Look
from tracker.widgets.themed_app import ThemedApp

WHEEL = 3
"""Lines by which a turn of the mouse's wheel scrolls."""
_MOST_KNOWN = 100
"""Most rendered lines that a widget caches, in case they are shown again."""


class Drawn(Struct, frozen=True):
    """One line of a picture: cells side by side, on a band.

    The first `led` cells are on `lead` instead, a cursor, and all in its one colour: inks would patch it.
    """

    cells: tuple[Line, ...] = ()
    band: Band = Band.NONE
    led: int = 0
    lead: Band = Band.NONE
    edged: bool = False
    """Whether the first cell is an edge, which keeps its own ink under a cursor."""
    beside: "Drawn | None" = None
    """The line at its right, on bands of its own."""

    @property
    def all_cells(self) -> tuple[Line, ...]:
        """The cells of the line and of all that stand beside it."""
        return self.cells if self.beside is None else (*self.cells, *self.beside.all_cells)

    def band_at(self, cell: int) -> tuple[Band, bool]:
        """Find the band of a cell, and whether the band's colour replaces the inks."""
        if self.beside is not None and cell >= len(self.cells):
            return self.beside.band_at(cell - len(self.cells))
        return (self.lead, True) if self.edged <= cell < self.led else (self.band, False)


class PaintedWidget(Widget):
    """Base of the widgets that draw their lines as values; lines that stay equal are not sent again."""

    ALLOW_SELECT = False

    app = getters.app(ThemedApp)

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id, classes=classes)
        self._picture: Sequence[Drawn] = ()
        self._inks: dict[tuple[Band, bool, Ink], Style] = {}
        self._known: FIFOCache[Drawn, Strip] = FIFOCache(_MOST_KNOWN)
        self._strips: list[Strip] = []
        self._shown = Region()
        self._stale: set[int] = set()

    @property
    def look(self) -> Look:
        """What this terminal can show."""
        return self.app.look

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Draw the lines to show now."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Draw again, and repaint the lines that differ."""
        if not self.size:
            return
        old_picture, self._picture = self._picture, self.draw(*self.size)
        if changes := (*_changes(old_picture, self._picture, self.size.width),):
            self.refresh(*changes)

    def on_resize(self) -> None:
        self._picture = self.draw(*self.size)
        self.refresh()

    @property
    def cursor_cell(self) -> Offset:
        """The cell for the terminal's own cursor while the widget has the focus."""
        return Offset(0, 0)

    def notify_style_update(self) -> None:
        """Forget styles that a theme, a class or the focus may have changed."""
        super().notify_style_update()
        self._inks.clear()
        self._forget()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Repaint the cursor, whose band depends on the focus."""
        super().watch_has_focus(has_focus)
        self._inks.clear()
        self.refresh()

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Repaint these regions of the content; without regions, all of it."""
        if repaint and regions:
            offset = self.content_offset.y
            self._stale.update(y + offset for region in regions for y in region.line_range)
        elif repaint:
            self._forget()
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _forget(self) -> None:
        """Render every line anew at the next request."""
        self._known.clear()
        self._shown = Region()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Give the lines of a region; render only those that changed and are not cached."""
        # At any change, Textual asks the neighbours too for all their lines, then styles and filters these.
        stale: Iterable[int] = self._stale.intersection(crop.line_range)
        if crop != self._shown:
            self._shown, self._strips = crop, [Strip.blank(crop.width)] * crop.height
            stale = crop.line_range
        if stale:
            ground = self.background_colors[1]
            for y in stale:
                self._strips[y - crop.y] = self._strip(y, ground).crop(*crop.column_span)
        self._stale.clear()
        return self._strips

    def render_line(self, y: int) -> Strip:
        """Render line `y` of the picture."""
        drawn = self._drawn_line(y)
        width = self.size.width
        blank = " " * (width - sum(map(width_of, drawn.all_cells)))
        cells = (*drawn.all_cells, line(blank))
        styled = (
            Segment(text, self._style(*drawn.band_at(place), ink))
            for place, cell in enumerate(cells)
            for text, ink in cell
            if text
        )
        return Strip(Segment.simplify(styled), width)

    def _drawn_line(self, y: int) -> Drawn:
        return self._picture[y] if 0 <= y < len(self._picture) else Drawn()

    def _strip(self, y: int, ground: Color) -> Strip:
        """Render line `y` of the whole widget, with padding and filters."""
        inside = y - self.content_offset.y
        drawn = self._drawn_line(inside)
        strip = self._known.get(drawn)
        if strip is None:
            padding, blank = self.styles.padding, ContentStyle(background=ground).rich_style
            left, right = (Segment(" " * cells, blank) for cells in (padding.left, padding.right))
            whole = (each for each in (left, *self.render_line(inside), right) if each.text)
            strip = Strip(whole, self.outer_size.width)
            for each in self.get_line_filters():
                strip = strip.apply_filter(each, ground)
            self._known[drawn] = strip
        return strip

    def _style(self, band: Band, solid: bool, ink: Ink) -> Style:
        key = (band, solid, ink)
        if key not in self._inks:
            name, link = (Emphasis.STRONG, ink.address) if isinstance(ink, Link) else (ink, None)
            style = self.app.get_component_styles(f"ink--{name}").partial_rich_style + Style(link=link)
            self._inks[key] = self._ground(band) + (style.without_color if solid else style)
        return self._inks[key]

    def _ground(self, band: Band) -> Style:
        if band is Band.NONE:
            return self.rich_style
        if band is Band.CURSOR and self.has_focus:
            band = Band.CURSOR_FOCUSED
        return self.rich_style + self.app.get_component_styles(f"band--{band}").partial_rich_style


def _changes(old_picture: Sequence[Drawn], new_picture: Sequence[Drawn], width: int) -> Iterator[Region]:
    """Yield the lines in which two pictures of one size differ; the driver finds the cells."""
    for y, (old, new) in enumerate(zip_longest(old_picture, new_picture, fillvalue=Drawn())):
        if old != new:
            yield Region(0, y, width, 1)


def plain_text(picture: Sequence[Drawn]) -> str:
    return "\n".join("".join(text_of(cell) for cell in drawn.all_cells).rstrip() for drawn in picture)
