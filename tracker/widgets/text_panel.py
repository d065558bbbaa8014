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
"""Least height at which the first block is never folded, and scrolled if it does not fit."""
_BETWEEN = line((" · ", Emphasis.MUTED))


class Block(Struct, frozen=True):
    """Lines that belong together, with a heading or without."""

    lines: tuple[Line, ...]
    heading: str = ""
    aside: str = ""
    """A text at the right of the heading, shown if there is room."""
    indent: int = 0
    """Blank cells before the rest of a wrapped line."""


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
        """Whether blocks that do not fit are folded to one line each."""
        self.onward = ""
        """A key elsewhere that turns the page, shown if there is more text."""
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
        at_end = self._follow and self._top >= self._last_top
        self._wrapped = tuple(self._wrap(self.size.width))
        self._top = self._last_top if at_end else min(self._top, self._last_top)

    def get_content_height(self, _container: object, _viewport: object, width: int) -> int:
        return sum(1 for _ in self._wrap(width))

    def action_scroll_lines(self, lines: int) -> None:
        self._go_to(self._top + lines)

    def action_scroll_pages(self, pages: int) -> None:
        # One line of the page stays in view.
        self._go_to(self._top + pages * max(1, self.size.height - 1))

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll_lines(WHEEL)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll_lines(-WHEEL)

    def go_to(self, place: int) -> None:
        """Scroll to the start of a block, by its place among the blocks."""
        self._go_to(sum(1 for _ in self._wrap_blocks(self._blocks[:place], self.size.width)))

    def turn_page(self) -> None:
        """Scroll on by a page; after the last one, back to the start."""
        if self._top < self._last_top:
            self.action_scroll_pages(1)
        else:
            self.action_scroll_start()

    def action_scroll_start(self) -> None:
        self._go_to(0)

    def action_scroll_finish(self) -> None:
        self._go_to(self._last_top)

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Draw the lines in view, with signs where there is more text."""
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
        """Yield the whole text as lines; with `folds`, fold as many of the last blocks as needed to fit."""
        blocks = self._blocks or (Block((line((self._empty, Emphasis.MUTED)),)),)
        whole = [*self._wrap_blocks(blocks, width)]
        height, whole_count = self.size.height, len(blocks)
        least = 1 if height >= _FOLDED_BELOW else 0
        while self._folds and whole_count > least and len(whole) > height:
            whole_count -= 1
            folded = [self._fold(block, width - 1) for block in blocks[whole_count:]]
            whole = [*self._wrap_blocks(blocks[:whole_count], width), *folded]
        yield from whole

    def _fold(self, block: Block, width: int) -> Drawn:
        """Draw a block on one line, cut between words."""
        rule = "─" if self.look.unicode else "-"
        name = line((block.heading, Emphasis.HEADING), (f" {rule} ", Emphasis.RULE) if block.heading else "")
        runs = tuple(
            run for place, each in enumerate(block.lines) for run in (*_BETWEEN[: bool(place)], *each)
        )
        room = width - width_of(name)
        first, *rest = wrap(runs, room) or ((),)
        if rest:
            first = (*wrap(runs, max(1, room - 2))[0], *line(f" {self.look.ellipsis}"))
        rule_length = max(0, room - width_of(first) - 1)
        return Drawn((name, first, line(" ", (rule * rule_length, Emphasis.RULE))), Band.TITLE)

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
        """Draw a heading with a rule that leads to the text at its right."""
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
