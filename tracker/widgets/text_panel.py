"""Styled text to read: a sheet, a log entry, a page of help."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import Struct
from rich.cells import cell_len
from textual.binding import BindingType

from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import Band, Emphasis, Line, fit, line, split_at, text_of, width_of, wrap
from tracker.widgets.painted import WHEEL, Drawn, PaintedWidget

_FOLDED_BELOW = 3
"""Lines from which the first block is told whole, on several pages if need be."""
_BETWEEN = line((" · ", Emphasis.MUTED))


class Block(Struct, frozen=True):
    """Lines that belong together, under a heading if they have one."""

    lines: tuple[Line, ...]
    heading: str = ""
    aside: str = ""
    """A text at the right of the heading, if there is room."""
    indent: int = 0
    """Cells that stay blank before the rest of a line that is broken."""


class TextPanel(PaintedWidget, can_focus=True):
    """Blocks of lines, wrapped between words and scrolled by page or line, without a cursor.

    `follow` keeps the end in view until the reader scrolls away.
    """

    FOCUS_ON_CLICK = False

    BINDINGS: ClassVar[list[BindingType]] = keys_at("panel")

    def __init__(
        self,
        *,
        empty: str = "",
        follow: bool = False,
        folds: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._empty = empty
        self._follow = follow
        self._folds = folds
        """Whether blocks that do not fit are told on one line each."""
        self.onward = ""
        """The key that turns the page from outside, drawn if there is more text."""
        self._blocks: tuple[Block, ...] = ()
        self._wrapped: tuple[Drawn, ...] = ()
        self._top = 0

    def show(self, blocks: Sequence[Block]) -> None:
        """Show these blocks; equal lines are not painted again."""
        if self._blocks == tuple(blocks):
            return
        at_end, lines = self._top >= self._last_top, len(self._wrapped)
        self._blocks = tuple(blocks)
        self._wrapped = tuple(self._wrap(self.size.width)) if self.size else ()
        self._go_to(self._last_top if self._follow and at_end else self._top)
        if self.styles.is_auto_height and (not self.size or len(self._wrapped) != lines):
            self.refresh(layout=True)

    def on_resize(self) -> None:
        """Wrap for the new width."""
        at_end = self._follow and self._top >= self._last_top
        self._wrapped = tuple(self._wrap(self.size.width))
        self._top = self._last_top if at_end else min(self._top, self._last_top)

    def get_content_height(self, _container: object, _viewport: object, width: int) -> int:
        """Return the lines an auto height asks for."""
        return sum(1 for _ in self._wrap(width))

    def action_scroll_lines(self, lines: int) -> None:
        """Scroll by some lines."""
        self._go_to(self._top + lines)

    def action_scroll_pages(self, pages: int) -> None:
        """Scroll by a page, less one line that stays in view."""
        self._go_to(self._top + pages * max(1, self.size.height - 1))

    def on_mouse_scroll_down(self) -> None:
        """Scroll with the wheel."""
        self.action_scroll_lines(WHEEL)

    def on_mouse_scroll_up(self) -> None:
        """Scroll back with the wheel."""
        self.action_scroll_lines(-WHEEL)

    def go_to(self, place: int) -> None:
        """Go to the beginning of a block, by its place among them."""
        self._go_to(sum(1 for _ in self._wrap_blocks(self._blocks[:place], self.size.width)))

    def turn_page(self) -> None:
        """Go on by a page; after the last one, to the beginning."""
        if self._top < self._last_top:
            self.action_scroll_pages(1)
        else:
            self.action_scroll_start()

    def action_scroll_start(self) -> None:
        """Go to the beginning."""
        self._go_to(0)

    def action_scroll_finish(self) -> None:
        """Go to the end."""
        self._go_to(self._last_top)

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Return the lines in view, with signs where there is more text."""
        shown = [*self._wrapped[self._top : self._top + height]]
        if self._top and shown:
            shown[0] = self._with_sign(shown[0], width, "▲" if self.look.unicode else "^")
        if self._top < self._last_top and shown:
            down = "▼" if self.look.unicode else "v"
            shown[-1] = self._with_sign(shown[-1], width, f" ({self.onward}) {down}" if self.onward else down)
        return [*shown, *[Drawn()] * (height - len(shown))]

    @property
    def _last_top(self) -> int:
        return max(0, len(self._wrapped) - self.size.height)

    def _go_to(self, top: int) -> None:
        self._top = max(0, min(top, self._last_top))
        self.redraw()

    def _wrap(self, width: int) -> Iterator[Drawn]:
        """Yield the whole text as lines; blocks that do not fit are folded if they may be."""
        blocks = self._blocks or (Block((line((self._empty, Emphasis.MUTED)),)),)
        whole = [*self._wrap_blocks(blocks, width)]
        height, kept = self.size.height, len(blocks)
        least = 1 if height >= _FOLDED_BELOW else 0
        while self._folds and kept > least and len(whole) > height:
            kept -= 1
            folded = [self._fold(block, width - 1) for block in blocks[kept:]]
            whole = [*self._wrap_blocks(blocks[:kept], width), *folded]
        yield from whole

    def _fold(self, block: Block, width: int) -> Drawn:
        """Return a block on one line, with as much of it as fits whole."""
        rule = "─" if self.look.unicode else "-"
        name = line((block.heading, Emphasis.HEADING), (f" {rule} ", Emphasis.RULE) if block.heading else "")
        told = tuple(
            run for place, each in enumerate(block.lines) for run in (*_BETWEEN[: bool(place)], *each)
        )
        room = width - width_of(name)
        first, *more = wrap(told, room) or ((),)
        if more:
            first = (*wrap(told, max(1, room - 2))[0], *line(f" {self.look.ellipsis}"))
        left = max(0, room - width_of(first) - 1)
        return Drawn((name, first, line(" ", (rule * left, Emphasis.RULE))), Band.TITLE)

    def _wrap_blocks(self, blocks: Sequence[Block], width: int) -> Iterator[Drawn]:
        """Yield whole blocks as lines; the last cell of each stays free for the signs."""
        for index, block in enumerate(blocks):
            if block.heading:
                if index:
                    yield Drawn()
                yield self._heading_row(block, width - 1)
            for paragraph in block.lines:
                head, rest = split_at(paragraph, block.indent) if block.indent else ((), paragraph)
                for part in wrap(rest, width - 1 - block.indent):
                    yield Drawn((head, part))
                    head = line(" " * block.indent)

    def _heading_row(self, block: Block, width: int) -> Drawn:
        """Return a heading with a rule behind it, which leads to what stands at the right."""
        rule = "─" if self.look.unicode else "-"
        name = fit(
            line((block.heading, Emphasis.HEADING)), min(width, cell_len(block.heading)), self.look.ellipsis
        )
        room = width - width_of(name) - 1
        aside = line(f" {block.aside} {rule}") if block.aside and cell_len(block.aside) + 4 <= room else ()
        length = max(0, room - width_of(aside))
        return Drawn((name, line(" ", (rule * length, Emphasis.RULE)), aside), Band.TITLE)

    def _with_sign(self, drawn: Drawn, width: int, sign: str) -> Drawn:
        runs = tuple(run for cell in drawn.cells for run in cell)
        signs = line((sign, Emphasis.KEY))
        only_rule = drawn.band is Band.TITLE and text_of(runs).endswith(("───", "---"))
        ellipsis = "" if only_rule else self.look.ellipsis
        return Drawn((fit(runs, width - width_of(signs), ellipsis), signs), drawn.band)
