"""A page to read and to search."""

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
    """A page to read; `/` keeps the lines that contain a word, and whole blocks whose heading contains it."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("page")

    def __init__(self, blocks: Sequence[Block], *, goes_to_palette: bool = False, wanted: str = "") -> None:
        """Show blocks, or only their lines with a `wanted` text.

        `goes_to_palette` says whether Enter leaves the page for the palette of actions.
        """
        super().__init__()
        self._blocks = tuple(blocks)
        self._wanted = wanted
        self._goes_to_palette = goes_to_palette

    def compose(self) -> ComposeResult:
        """Yield the page over its search line."""
        yield TextPanel()
        yield Entry(self._wanted, accept=self._read_on, max_length=60)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the page, or its lines with the wanted text."""
        self._search(self._wanted)
        self.query_one(Entry).display = False
        self.query_one(TextPanel).focus()

    def turn_to(self, blocks: Sequence[Block]) -> None:
        """Show other blocks, or those of their lines that are looked for."""
        self._blocks = tuple(blocks)
        self._search(self._wanted)

    def action_filter(self) -> None:
        """Ask for a word to look for."""
        entry = self.query_one(Entry)
        entry.display = True
        entry.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer the palette only on the page of the keys."""
        return action != "act" or self._goes_to_palette

    def action_act(self) -> None:
        """Leave for the palette of actions."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Go back to the table."""
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

    def _search(self, wanted: str) -> None:
        self._wanted = wanted
        found = [_matching_lines(block, fold(wanted)) for block in self._blocks]
        shown = [block for block in found if block.lines]
        if wanted and not shown:
            shown = [Block((line(say("pages.nothing_found", text=wanted)),))]
        self.query_one(TextPanel).show(shown)


def _matching_lines(block: Block, wanted: str) -> Block:
    """Return the lines of a block that contain a word; all of them if its heading contains it."""
    if wanted in fold(block.heading):
        return block
    return Block(tuple(_lines_with(wanted, block.lines)), block.heading, indent=block.indent)


def _lines_with(wanted: str, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines that contain a word, each with the indented lines below it."""
    above = False
    for each in lines:
        text = fold(text_of(each))
        is_set_in = text.startswith(" ")
        above = above if is_set_in else wanted in text
        if wanted in text or (is_set_in and above):
            yield each
