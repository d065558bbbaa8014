"""The manual's screen: one page at a time, and a list of all pages."""

import re
from collections.abc import Iterator
from typing import ClassVar

from textual import getters
from textual.binding import BindingType

from tracker.manual import KEY, PAGES, Kind, Part, cells, markdown, parts, title
from tracker.rules.glance import Tone
from tracker.screens.page_screen import PageScreen
from tracker.widgets.bindings import keys_at
from tracker.widgets.ink import Emphasis, Ink, Line, Run, line, width_of
from tracker.widgets.picker import Option, Picker
from tracker.widgets.text_panel import Block, TextPanel
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say

_FIRST, *_OTHERS = PAGES
_MARKED = re.compile(r"\*\*`([^`]+)`\*\*|`([^`]+)`|\*\*([^*]+)\*\*|!?\[([^\]]+)\]\([^)]+\)")
_INKS: tuple[Ink, ...] = (Emphasis.KEY, Emphasis.KEY, Emphasis.STRONG, Emphasis.STRONG)
"""The inks of the groups of `_MARKED`: a key, typed text, bold text, a link (no terminal follows it)."""
_WIDEST = 24
"""Most cells of a column except the last; a longer cell gets a line of its own."""


class ManualScreen(PageScreen):
    """A page of the manual."""

    # Not Textual's own Markdown: that makes a widget of each cell, and the longest pages took seconds.
    BINDINGS: ClassVar[list[BindingType]] = keys_at("manual")

    app = getters.app(ThemedApp)

    def __init__(self, page: str = _FIRST, line: int = 0) -> None:
        """Show a page of the manual, scrolled to one of its lines."""
        super().__init__(())
        self._page = page
        self._line = line

    def on_mount(self) -> None:
        self._show(self._page)
        if self._line:
            numbers = [number for number, _block in self._numbered_blocks() if number <= self._line]
            self.call_after_refresh(self.query_one(TextPanel).go_to, len(numbers) - 1)

    def action_choose(self) -> None:
        options = [Option(page, title(page)) for page in PAGES]
        self.app.push_screen(Picker(say("manual.which_page"), options, start=self._page), self._show)

    def action_turn(self, step: int) -> None:
        """Show the next page or the one before; the first follows the last."""
        pages = [*PAGES]
        self._show(pages[(pages.index(self._page) + step) % len(pages)])

    def _show(self, page: str | None) -> None:
        if page is not None:
            self._page = page
            self.turn_to([block for _number, block in self._numbered_blocks()])
            self.query_one(TextPanel).action_scroll_start()

    def _numbered_blocks(self) -> Iterator[tuple[int, Block]]:
        """Yield the blocks of the page with the GM's own keys, each with the number of its first line."""
        text = KEY.sub(lambda match: f"**`{self.app.key_of(match[2])}`**", markdown(self._page))
        heading, start, apart = "", 0, False
        for part in parts(text):
            if part.kind is Kind.HEADING:
                if heading:
                    yield start, Block(((), line((heading, Emphasis.HEADING))))
                heading, start, apart = part.lines[0].replace("`", ""), part.number, False
            elif not any(part.lines):
                apart = not heading
            else:
                if apart:
                    yield part.number, Block(((),))
                yield start if heading else part.number, _block(part, heading)
                heading, apart = "", False


def _block(part: Part, heading: str) -> Block:
    """Format a part of a page, under its heading if it is the first below one."""
    match part.kind:
        case Kind.TABLE:
            indent, rows = _table(part.lines)
            return Block(rows, heading, indent=indent)
        case Kind.CODE:
            return Block((line("    ", (part.lines[0], Emphasis.KEY)),), heading, indent=4)
        case _:
            return Block((_inked(part.lines[0]),), heading, indent=2 * (part.kind is Kind.ITEM))


def _inked(text: str) -> Line:
    """Replace the Markdown marks of a text by inks."""
    runs: list[Run] = []
    end = 0
    for match in _MARKED.finditer(text):
        runs.append((text[end : match.start()], Tone.PLAIN))
        runs += [(words, ink) for words, ink in zip(match.groups(), _INKS, strict=True) if words]
        end = match.end()
    return tuple(run for run in (*runs, (text[end:], Tone.PLAIN)) if run[0])


def _table(rows: list[str]) -> tuple[int, tuple[Line, ...]]:
    """Format a table with bold titles; returns the cells before its last column, and its rows."""
    titles, *others = [row for row in map(cells, rows) if row]
    inked = [[line((title, Emphasis.STRONG)) for title in titles], *([*map(_inked, row)] for row in others)]
    columns = [[*map(width_of, column)] for column in zip(*inked, strict=True)]
    widths = [max([width for width in column if width <= _WIDEST], default=0) for column in columns[:-1]]
    indent = sum(widths) + 2 * len(widths)
    return indent, tuple(table_line for row in inked for table_line in _row(row, widths))


def _row(row: list[Line], widths: list[int]) -> Iterator[Line]:
    """Yield a row in one line, or in several if a cell is wider than its column."""
    row_line: Line = ()
    edge = 0
    for cell, width in zip(row, [*widths, 0], strict=True):
        if edge and width_of(row_line) > edge - 2:
            yield row_line
            row_line = line(" " * edge)
        row_line = (*row_line, *line(" " * (edge - width_of(row_line))), *cell)
        edge += width + 2
    yield row_line
