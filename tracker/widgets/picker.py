"""A dialog that chooses one of several options, by letter or by cursor."""

from collections.abc import Collection, Iterable, Sequence
from string import ascii_lowercase, digits
from typing import ClassVar

from msgspec import Struct
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from tracker.rules.text import fold
from tracker.widgets.bindings import is_bound, keys_at
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.question import ABORT, Question, Title
from tracker.widgets.themed_app import ThemedApp
from tracker.wording.messages import say

_TAKEN = "jkq"
"""Letters that move the cursor or leave, and so name no option."""


class Option(Struct, frozen=True):
    """One option of a picker; its `key` is the answer."""

    key: str
    label: str
    hint: str = ""
    letter: str = ""
    """Its letter, if that is fixed; of several with the same one it is the first's."""


def letters_for(labels: Iterable[str], spare: str = digits, taken: Collection[str] = ()) -> tuple[str, ...]:
    """Choose a letter for each label, preferably one in it; empty once the `spare` ones run out too.

    Letters that are `taken` are left out.

    >>> letters_for(["Daño", "Dormir", "Derribado"])
    ('d', 'o', 'e')
    """
    free = [each for each in (*ascii_lowercase, *spare) if each not in _TAKEN and each not in taken]
    chosen: list[str] = []
    for label in labels:
        letter = next((c for c in (*fold(label), *free) if c in free), "")
        chosen.append(letter)
        if letter:
            free.remove(letter)
    return tuple(chosen)


class Picker(Question[str]):
    """Options, each with a letter that stays the same while the list is filtered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *keys_at("picker"),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        ABORT,
    ]

    app = getters.app(ThemedApp)

    def __init__(
        self, title: str, options: Sequence[Option], *, start: str | None = None, by_name: bool = False
    ) -> None:
        super().__init__(title)
        self._options = tuple(options)
        self._by_name = by_name
        """Whether the filter is open from the start, and no option has a letter."""
        fixed = {option.letter: option.key for option in reversed(options) if option.letter}
        self._letters = {option.key: "" for option in options} | {key: each for each, key in fixed.items()}
        if not by_name:
            without_letter = [option for option in options if not self._letters[option.key]]
            letters = letters_for((option.label for option in without_letter), taken=fixed)
            self._letters |= {
                option.key: letter for option, letter in zip(without_letter, letters, strict=True)
            }
        self._start = start

    @property
    def letters(self) -> frozenset[str]:
        """Letters that choose an option; they hide other bindings of the same key."""
        return frozenset(self._letters.values())

    def ask(self) -> ComposeResult:
        """Yield the list and the filter."""
        widest = max((len(option.label) for option in self._options), default=1)
        columns = (
            Column("", 1),
            Column("", widest, least=12, named=True),
            Column("", 24, least=8, flexible=True, priority=1),
        )
        yield LineTable(columns, heading=False, clicks_choose=True, empty=say("picker.nothing_found"))
        yield Entry(accept=self.action_choose, max_length=60)

    def on_mount(self) -> None:
        """Show all options, with the cursor on `start`."""
        self._leave_filter()
        if self._start is not None:
            self._table.move_to(self._start)
        if self._by_name:
            self.action_filter()

    def on_key(self, event: events.Key) -> None:
        """Choose by letter; for a letter without option, say so until the next key."""
        keys = self.app.preferences.keys
        pressed, title = event.character or "", self._question
        if pressed and self._table.has_focus and pressed in self.letters:
            event.stop()
            self.dismiss(next(key for key, letter in self._letters.items() if letter == pressed))
        elif pressed.isalnum() and self._table.has_focus and not is_bound(event.key, self, keys):
            warning = self.app.with_keys("picker.no_such_letter", letter=event.character)
            title = f"{title} · {warning}"
        self.query_one(Title).say(title)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer no filter while the filter is open."""
        return action != "filter" or any(table.has_focus for table in self.query(LineTable))

    def action_filter(self) -> None:
        self._entry.display = True
        self._entry.focus()

    def action_move(self, rows: int) -> None:
        self._table.action_move(rows)

    def action_choose(self) -> None:
        self._table.action_choose()

    @on(LineTable.Chosen)
    def _choose(self, event: LineTable.Chosen) -> None:
        self.dismiss(event.key)

    @on(Entry.Changed)
    def _narrow(self, event: Entry.Changed) -> None:
        self._list(event.value)

    @on(Entry.Abandoned)
    def _abandon(self) -> None:
        if self._by_name:
            self.dismiss(None)
        else:
            self._leave_filter()

    def _leave_filter(self) -> None:
        self._entry.display = False
        self._entry.value = ""
        self._list("")
        self._table.focus()

    @property
    def _table(self) -> LineTable:
        return self.query_one(LineTable)

    @property
    def _entry(self) -> Entry:
        return self.query_one(Entry)

    def _list(self, part: str) -> None:
        self._table.show(
            [
                Row(
                    option.key,
                    (
                        line((self._letters[option.key], Emphasis.KEY)),
                        line(option.label),
                        line((option.hint, Emphasis.MUTED)),
                    ),
                )
                for option in self._options
                if fold(part) in fold(option.label)
            ]
        )
