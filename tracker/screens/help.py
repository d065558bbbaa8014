"""Help: the keys of this place, the orders that can be typed, and the rules in short, all searchable."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.screen import ModalScreen

from tracker.commands.parse import usages
from tracker.session.state import Session
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, Line, line, text_of
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.matching import fold
from tracker.widgets.text_panel import Block, TextPanel
from tracker.wording.language import N_, _
from tracker.wording.words import words_of

_KEY_WIDTH = 9


class HelpScreen(ModalScreen[None]):
    """A page to read; `/` keeps only the lines with a word in them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("/", "filter", N_("Buscar"), id="help.filter"),
        Binding("q,escape,backspace,question_mark", "leave", N_("Volver"), id="help.leave"),
    ]

    def __init__(self, keys: Sequence[tuple[str, str]], session: Session | None) -> None:
        super().__init__()
        self._blocks = (_keys_block(keys), *(_game_blocks(session) if session else ()))

    def compose(self) -> ComposeResult:
        """Put the page over its search line."""
        yield TextPanel()
        yield Entry(max_length=60)
        yield KeyBar()

    def on_mount(self) -> None:
        """Show everything."""
        self._search("")
        self.query_one(Entry).display = False
        self.query_one(TextPanel).focus()

    def action_filter(self) -> None:
        """Type a word to look for."""
        entry = self.query_one(Entry)
        entry.display = True
        entry.focus()

    def action_leave(self) -> None:
        """Go back to the table."""
        self.dismiss(None)

    @on(Entry.Changed)
    def _changed(self, event: Entry.Changed) -> None:
        self._search(event.value)

    @on(Entry.Submitted)
    def _found(self) -> None:
        self.query_one(TextPanel).focus()

    @on(Entry.Abandoned)
    def _abandoned(self) -> None:
        self.query_one(Entry).display = False
        self.query_one(TextPanel).focus()

    def _search(self, wanted: str) -> None:
        found = [
            Block(tuple(each for each in block.lines if fold(wanted) in fold(text_of(each))), block.heading)
            for block in self._blocks
        ]
        self.query_one(TextPanel).show([block for block in found if block.lines])


def keys_of(bindings: Sequence[ActiveBinding], display: Sequence[str]) -> list[tuple[str, str]]:
    """Return each key as it is shown, and what it does."""
    shown: dict[str, str] = {}
    for active, key in zip(bindings, display, strict=True):
        description = active.binding.tooltip or active.binding.description
        if description and active.enabled and active.binding.id:
            shown.setdefault(key, _(description))
    return list(shown.items())


def _keys_block(keys: Sequence[tuple[str, str]]) -> Block:
    return Block(tuple(_entry(key, what) for key, what in keys), _("Teclas de aquí"))


def _game_blocks(session: Session) -> tuple[Block, ...]:
    words = words_of(session.system)
    orders = tuple(line(usage) for _verb, usage in usages(session))
    rules = tuple(_entry(rule, _(text)) for rule, text in words.rules.items())
    return (Block(orders, _("Órdenes (tecla :)")), Block(rules, _("Reglas")))


def _entry(key: str, what: str) -> Line:
    return line((key.ljust(_KEY_WIDTH), Emphasis.KEY), what)
