"""A key that types nothing is acted on by the widget that has it; letters, and what the GM changed, go on."""

import pytest
from textual.binding import Binding
from textual.events import Key

from tests.widgets.stage import Stage
from tracker.widgets.columns import Column
from tracker.widgets.entry import Entry
from tracker.widgets.ink import line
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.preferences import Preferences

ROWS = [Row(name, (line(name),)) for name in ("lía", "bruno")]


class Above(Stage):
    """Notes each key that reaches it, whatever it is for, and what is accepted."""

    BINDINGS = [Binding("down,k", "take", "")]  # noqa: RUF012 - Textual's own shape

    def on_key(self, event: Key) -> None:
        self.said.append(("key", event.key))

    def action_take(self) -> None:
        self.said.append(("taken", None))

    def heard(self) -> list[tuple[str, object]]:
        return [said for said in self.said if said[0] in ("key", "taken", "accepted")]


@pytest.fixture
def table() -> LineTable:
    return LineTable((Column("", 10),), marking=True)


async def test_an_arrow_goes_no_further_than_the_list_that_it_moves_in(table: LineTable) -> None:
    app = Above(table)
    async with app.run_test() as pilot:
        table.show(ROWS)
        await pilot.press("down", "space", "k")
    assert table.cursor_key == "bruno"
    assert app.heard() == [("key", "space"), ("key", "k"), ("taken", None)]


async def test_what_a_list_cannot_do_now_is_left_to_who_is_above(table: LineTable) -> None:
    app = Above(table)
    async with app.run_test() as pilot:
        await pilot.press("enter", "f5")
    assert app.heard() == [("key", "enter"), ("key", "f5")]


@pytest.mark.parametrize("keys", [{}, {"list.down": "f5"}])
async def test_the_keys_are_those_that_the_gm_says(table: LineTable, keys: dict[str, str]) -> None:
    app = Above(table)
    app.preferences = Preferences(keys=keys)
    app.set_keymap(keys)
    async with app.run_test() as pilot:
        table.show(ROWS)
        await pilot.press("down")
        assert table.cursor_key == ("lía" if keys else "bruno")
        await pilot.press("f5")
        assert table.cursor_key == "bruno"
    assert (("taken", None) in app.heard()) == bool(keys)


async def test_a_line_is_accepted_as_it_is_when_enter_comes() -> None:
    entry = Entry(accept=lambda: app.said.append(("accepted", entry.text)))
    app = Above(entry)
    async with app.run_test() as pilot:
        for key, character in (("1", "1"), ("enter", None), ("2", "2")):
            entry.post_message(Key(key, character))
        await pilot.pause()
        assert entry.value == "12"
    assert app.heard() == [("accepted", "1")]
