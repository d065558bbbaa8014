"""The dialog that finds an action by any of its names."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from textual.app import ComposeResult

from tracker.commands.matching import SearchTarget, likeness, normalized_words
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import Emphasis, line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.picker import Picker
from tracker.wording.messages import say

IN_THE_GAME, IN_THE_MANUAL = "in_the_game", "in_the_manual"
"""The places to search for a text that no action matches."""


class Choice(Struct, frozen=True):
    """An action as the palette shows it."""

    key: str
    label: str
    hint: str
    """The keyboard's key, as it is shown."""
    line: str
    """The line that can be typed instead, with its blanks; else the description of the action."""
    names: SearchTarget
    bonus: float = 0


class Palette(Picker):
    """Lists actions, the best match first; every key is typed into the line below them.

    It answers with the action's key, or with a place to search and the typed text: `in_the_game.bruja`.
    """

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        """`choices` are in the order of the list while nothing is typed."""
        super().__init__(title, (), by_name=True)
        self.choices = choices

    def ask(self) -> ComposeResult:
        columns = (
            Column("", 36, least=14, named=True),
            Column("", 8, least=3, priority=1, sized=True),
            Column("", 40, least=8, flexible=True, priority=2),
        )
        yield LineTable(columns, heading=False, clicks_choose=True)
        yield Entry(accept=self.action_choose, max_length=60)

    def on_mount(self) -> None:
        """Keep the focus in the line, also after a click on the list."""
        self._table.can_focus = False

    def _list(self, query: str) -> None:
        rows = [_row(each) for each in matching_choices(query, self.choices)]
        self._table.show(rows or [*_searches(query)])
        self._table.action_first()


def _row(choice: Choice) -> Row:
    cells = line(choice.label), line((choice.hint, Emphasis.KEY)), line((choice.line, Emphasis.MUTED))
    return Row(choice.key, cells)


def _searches(query: str) -> Iterator[Row]:
    """Yield the searches for a text that no action matches."""
    for where, text in ((IN_THE_GAME, "palette.in_the_game"), (IN_THE_MANUAL, "palette.in_the_manual")):
        yield Row(f"{where}.{query}", (line(say(text, text=query)), (), ()))


def matching_choices(query: str, choices: Sequence[Choice]) -> Sequence[Choice]:
    """Return the choices that match a text, the best first, after the one whose key was typed."""
    query_words = normalized_words(query)
    if not query.strip():
        return choices
    scored_choices = [(likeness(query_words, each.names), each) for each in choices]
    typed_keys = [each for each in choices if each.hint == query.strip()]
    best = sorted((-score - each.bonus, index) for index, (score, each) in enumerate(scored_choices) if score)
    return [*typed_keys, *(choices[index] for _order, index in best if choices[index] not in typed_keys)]
