"""A line in which the GM types text."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import Reactive
from textual.suggester import Suggester
from textual.widgets import Input
from textual.widgets.input import Selection

from tracker.rules.text import fold
from tracker.session.text import clean
from tracker.widgets.bindings import keys_at

Suggest = Callable[[str], str | None]
"""Completes the text typed so far, or gives None."""


BREAK = "\N{PILCROW SIGN}"
"""Stands for line ends in a pasted or older text, as the entry has a single line."""


class Entry(Input):
    """An input whose `text` is safe, and which uses no CPU while it waits: nothing blinks.

    Enter calls `accept` directly: before a message arrives, more may have been typed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*keys_at("entry"), Binding("backspace", "erase", show=False)]

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """The width over which the text scrolls. The entry keeps its own, so that typing causes no layout."""

    @dataclass
    class Abandoned(Message):
        """Escape was pressed, or backspace with nothing left to erase."""

        entry: "Entry"
        by_erasing: bool

        @property
        def control(self) -> "Entry":
            """The entry, so that `@on` may select it."""
            return self.entry

    @dataclass
    class Pasted(Message):
        """A text was pasted into the entry."""

        entry: "Entry"

        @property
        def control(self) -> "Entry":
            """The entry, so that `@on` may select it."""
            return self.entry

    @dataclass
    class Full(Message):
        """The typed or pasted text was too long, and none of it was taken."""

        entry: "Entry"
        most: int
        """Length of the longest text that fits."""

        @property
        def control(self) -> "Entry":
            """The entry, so that `@on` may select it."""
            return self.entry

    def __init__(
        self,
        value: str = "",
        *,
        accept: Callable[[], None],
        max_length: int = 200,
        suggest: Suggest | None = None,
        id: str | None = None,  # noqa: A002 - Textual's
    ) -> None:
        super().__init__(
            value.replace("\n", BREAK),
            max_length=max_length,
            suggester=_Suggester(suggest) if suggest else None,
            select_on_focus=False,
            compact=True,
            id=id,
        )
        self.cursor_blink = False
        self._accept = accept
        self._suggest = suggest

    @property
    def text(self) -> str:
        """The typed text, cleaned."""
        return clean(self.value.replace(BREAK, "\n"), len(self.value), lines=True)

    def on_paste(self, event: events.Paste) -> None:
        """Paste all lines; Textual pastes only the first."""
        event.prevent_default()
        event.stop()
        old_value = self.value
        self.replace(BREAK.join(event.text.strip("\r\n").splitlines()), *self.selection)
        if self.value != old_value:
            self.post_message(self.Pasted(self))

    def restricted(self) -> None:
        """Post `Full` where Textual would ring the bell."""
        self.post_message(self.Full(self, self.max_length or 0))

    @property
    def cursor_cell(self) -> Offset:
        """The cell for the terminal's own cursor: where the next letter goes."""
        return Offset(self._before_cursor - int(self.scroll_x), 0)

    def on_resize(self) -> None:
        """Keep the cell of the next letter in view, even in a text longer than the line."""
        self.scroll_to_region(Region(self._before_cursor, 0, 1, 1), force=True, animate=False)

    @property
    def _before_cursor(self) -> int:
        """Width in cells of the text before the cursor."""
        return cell_len(self.value[: self.cursor_position])

    def begin(self, value: str, *, fresh: bool) -> None:
        """Start from this value for another question: it is judged anew, even if it stands here already."""
        is_same = self.value == value.replace("\n", BREAK)
        self.edit(value, fresh=fresh)
        if is_same:
            self.mutate_reactive(Input.value)

    def edit(self, value: str, *, fresh: bool = False) -> None:
        """Start from this value, the cursor at its end; the next key replaces a fresh one."""
        self.value = value.replace("\n", BREAK)
        self.selection = Selection(0 if fresh else len(value), len(value))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer completion only if there is a suggester."""
        return action != "complete" or self.suggester is not None

    async def action_submit(self) -> None:
        self._accept()

    def action_complete(self) -> None:
        if self._suggest and self.value and (whole := self._suggest(self.value)):
            self.edit(whole)

    def action_abandon(self) -> None:
        self.post_message(self.Abandoned(self, by_erasing=False))

    def action_erase(self) -> None:
        """Erase to the left, or leave an empty entry."""
        if self.value:
            self.action_delete_left()
        else:
            self.post_message(self.Abandoned(self, by_erasing=True))


class _Suggester(Suggester):
    """Asks a function at each key; no answer is cached, as it may depend on the session."""

    def __init__(self, suggest: Suggest) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._suggest = suggest

    async def get_suggestion(self, value: str) -> str | None:
        whole = self._suggest(value)
        return whole if whole is not None and fold(whole).startswith(fold(value)) else None
