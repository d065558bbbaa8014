"""The dialog that finds an action by whatever the GM calls it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from textual.app import ComposeResult

from tracker.commands.matching import Named, likeness, normalized_words
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.picker import Picker
from tracker.wording.messages import say

IN_THE_GAME, IN_THE_MANUAL = "in_the_game", "in_the_manual"
"""The places in which a text that no action has is searched for."""


class Choice(Struct, frozen=True):
    """An action as the palette shows it."""

    key: str
    label: str
    hint: str
    """The key of the keyboard."""
    line: str
    """The line that can be typed instead, with its blanks; or what the action does."""
    names: Named
    bonus: float = 0


class Palette(Picker):
    """Actions, the best first; every key is typed into the line under them.

    It answers with the action's key, or with a place to search and what was typed: `in_the_game.bruja`.
    """

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        """`choices` are in the order in which they stand while nothing is typed."""
        super().__init__(title, (), by_name=True)
        self.choices = choices

    def ask(self) -> ComposeResult:
        """Yield the list and the line to type in."""
        columns = (
            Column("", 36, least=14, named=True),
            Column("", 8, least=3, priority=1, sized=True),
            Column("", 40, least=8, flexible=True, priority=2),
        )
        yield LineTable(columns, heading=False, clicks_choose=True)
        yield Entry(accept=self.action_choose, max_length=60)

    def on_mount(self) -> None:
        """Keep the focus in the line, after a click on the list too."""
        self._table.can_focus = False

    def _list(self, wanted: str) -> None:
        rows = [_row(each) for each in matching_choices(wanted, self.choices)]
        self._table.show(rows or [*_searches(wanted)])
        self._table.action_first()


def _row(choice: Choice) -> Row:
    cells = line(choice.label), line((choice.hint, Emphasis.KEY)), line((choice.line, Emphasis.MUTED))
    return Row(choice.key, cells)


def _searches(wanted: str) -> Iterator[Row]:
    """Yield what can still be done with a text that no action has."""
    for where, text in ((IN_THE_GAME, "palette.in_the_game"), (IN_THE_MANUAL, "palette.in_the_manual")):
        yield Row(f"{where}.{wanted}", (line(say(text, text=wanted)), (), ()))


def matching_choices(wanted: str, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Return the choices that fit what is typed, the best first; that of a typed key comes before all."""
    typed = normalized_words(wanted)
    if not wanted.strip():
        return choices
    fits = [(likeness(typed, each.names), each) for each in choices]
    called = [each for each in choices if each.hint == wanted.strip()]
    best = sorted((-fits_it - each.bonus, place) for place, (fits_it, each) in enumerate(fits) if fits_it)
    return [*called, *(choices[place] for _order, place in best if choices[place] not in called)]
