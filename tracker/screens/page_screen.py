"""Base of the pages to read, with a search in the page."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen

from tracker.rules.text import fold
from tracker.widgets.bindings import keys_at
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Line, line, text_of
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.text_panel import Block, TextPanel
from tracker.wording.messages import say


class PageScreen(ModalScreen[bool]):
    """A page to read; `/` keeps the lines that contain a word, and all lines below a heading that does."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("page")

    def __init__(self, blocks: Sequence[Block], *, goes_to_palette: bool = False, wanted: str = "") -> None:
        """Show blocks, or only their lines with a `wanted` text.

        With `goes_to_palette`, Enter leaves the page for the palette of actions.
        """
        super().__init__()
        self._blocks = tuple(blocks)
        self._wanted = wanted
        self._goes_to_palette = goes_to_palette

    def compose(self) -> ComposeResult:
        yield TextPanel()
        yield Entry(self._wanted, accept=self._read_on, max_length=60)
        yield KeyBar()

    def on_mount(self) -> None:
        self._search(self._wanted)
        self.query_one(Entry).display = False
        self.query_one(TextPanel).focus()

    def turn_to(self, blocks: Sequence[Block]) -> None:
        """Show other blocks, filtered by the same text."""
        self._blocks = tuple(blocks)
        self._search(self._wanted)

    def action_filter(self) -> None:
        entry = self.query_one(Entry)
        entry.display = True
        entry.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        return action != "act" or self._goes_to_palette

    def action_act(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)

    @on(Entry.Changed)
    def _on_filter_changed(self, event: Entry.Changed) -> None:
        self._search(event.value)

    def _read_on(self) -> None:
        self.query_one(TextPanel).focus()

    @on(Entry.Abandoned)
    def _drop_filter(self) -> None:
        self.query_one(Entry).display = False
        self.query_one(TextPanel).focus()

    def _search(self, text: str) -> None:
        self._wanted = text
        matching_blocks = [_matching_lines(block, fold(text)) for block in self._blocks]
        blocks = [block for block in matching_blocks if block.lines]
        if text and not blocks:
            blocks = [Block((line(say("pages.nothing_found", text=text)),))]
        self.query_one(TextPanel).show(blocks)


def _matching_lines(block: Block, text: str) -> Block:
    """Return the lines of a block that contain a word, or all if its heading contains it."""
    if text in fold(block.heading):
        return block
    return Block(tuple(_lines_with(text, block.lines)), block.heading, indent=block.indent)


def _lines_with(word: str, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines that contain a word, each with the indented lines below it."""
    is_above_found = False
    for line_of_block in lines:
        text = fold(text_of(line_of_block))
        is_indented = text.startswith(" ")
        is_above_found = is_above_found if is_indented else word in text
        if word in text or (is_indented and is_above_found):
            yield line_of_block
