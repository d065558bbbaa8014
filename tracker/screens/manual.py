"""The manual: one page at a time, and the list of all of them."""

import re
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from tracker.manual import KEY, PAGES, markdown, title
from tracker.widgets.bindings import keys_at
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.picker import Option, Picker
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say

_FIRST, *_OTHERS = PAGES
_LINK = re.compile(r"\[([^\]]+)\]\([\w-]+\.md[^)]*\)")


class ManualScreen(ModalScreen[None]):
    """A page of the manual, drawn by Textual's own Markdown, which is imported when it is shown."""

    BINDINGS: ClassVar[list[BindingType]] = keys_at("manual")

    app = getters.app(ThemedApp)

    def __init__(self, page: str = _FIRST, line: int = 0) -> None:
        """Show a page from one of its lines on."""
        super().__init__()
        self._page = page
        self._line = line

    def compose(self) -> ComposeResult:
        """Yield the page over the key bar."""
        from textual.widgets import Markdown  # noqa: PLC0415 - it is slow to import

        with VerticalScroll():
            yield Markdown(self._text(), open_links=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Scroll by the keys from the beginning."""
        self.query_one(VerticalScroll).focus()

    def on_markdown_table_of_contents_updated(self) -> None:
        """Go to the line asked for, once the page is drawn."""
        from textual.widgets.markdown import MarkdownBlock  # noqa: PLC0415 - as above

        line, self._line = self._line, 0
        for block in self.query(MarkdownBlock) if line else ():
            first, last = block.source_range
            if first <= line < last:
                block.scroll_visible(animate=False, top=True)

    def action_choose(self) -> None:
        """Choose a page from the list."""
        options = [Option(page, title(page)) for page in PAGES]
        self.app.push_screen(Picker(say("manual.which_page"), options, start=self._page), self._show)

    def action_turn(self, step: int) -> None:
        """Show the next page, or the one before; the first follows the last."""
        pages = [*PAGES]
        self._show(pages[(pages.index(self._page) + step) % len(pages)])

    def action_leave(self) -> None:
        """Go back to the help."""
        self.dismiss(None)

    def _show(self, page: str | None) -> None:
        from textual.widgets import Markdown  # noqa: PLC0415 - as above

        if page is not None:
            self._page = page
            self.query_one(Markdown).update(self._text())
            self.query_one(VerticalScroll).scroll_home(animate=False)

    def _text(self) -> str:
        """Return the page with the GM's own keys; a terminal follows no links."""
        text = KEY.sub(lambda found: f"**`{self.app.key_of(found[2])}`**", markdown(self._page))
        return _LINK.sub(r"**\1**", text)
