"""The mouse, if wanted: tabs, rows, the key bar and the wheel do what their keys do, and no more."""

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.widget import Widget

from tests.screens.game import Folder, Game, fight, party, playing
from tests.told import turn
from tests.trials import one_of
from tests.widgets.stage import shown_lines
from tracker.screens.table_screen import TableScreen
from tracker.widgets.entry import Entry
from tracker.widgets.key_bar import KeyBar
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.painted import PaintedWidget
from tracker.widgets.tab_bar import TabBar
from tracker.widgets.text_panel import TextPanel


async def click(game: Game, widget: PaintedWidget, text: str) -> None:
    """Click on a text that a widget of the top screen shows."""
    y, row = next((y, row) for y, row in enumerate(shown_lines(widget)) if text in row)
    await game.pilot.click(widget, offset=(row.index(text) + 1, y))
    await game.pilot.pause()


async def turn_wheel(game: Game, widget: Widget, kind: type[MouseScrollDown | MouseScrollUp]) -> None:
    widget.post_message(kind(widget, 1, 1, 0, 0, 0, False, False, False))
    await game.pilot.pause()


async def test_a_click_opens_a_tab(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        for name in ("Dados", "Exploración", "Encuentro", "Grupo"):
            await click(game, game.table.query_one(TabBar), name)
            assert game.pane.id == f"tab-{('Grupo', 'Encuentro', 'Exploración', 'Dados').index(name) + 1}"


async def test_a_click_puts_the_cursor_on_a_row_and_a_second_one_does_nothing(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "estado Lía miedo"))
    async with playing(folder) as game:
        await game.press("2")
        before = game.events
        for _again in range(3):
            await click(game, game.line_table, "Goblin 2")
            assert game.creature("Goblin 2") == game.session.creatures[game.line_table.cursor_key or ""]
            assert (game.dialog, game.events) == ("", before)
        await game.pilot.click(game.line_table, offset=(3, 0))
        assert game.creature("Goblin 2") == game.session.creatures[game.line_table.cursor_key or ""]


async def test_a_click_on_the_key_bar_does_what_the_key_does(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        await click(game, game.table.query_one(KeyBar), "Turno")
        assert game.notice == f"{turn('Bruno')}."
        await click(game, game.table.query_one(KeyBar), "Daño")
        assert game.dialog == "ActDialog"
        await click(game, game.app.screen.query_one(KeyBar), "Sale")
        assert game.dialog == ""
        await click(game, game.table.query_one(KeyBar), "Ayuda")
        assert game.dialog == "HelpScreen"
        await click(game, game.app.screen.query_one(KeyBar), "Volver")
        assert game.dialog == ""


async def test_the_gaps_of_the_key_bar_do_nothing(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        bar = game.table.query_one(KeyBar)
        [row] = shown_lines(bar)
        await game.pilot.click(bar, offset=(row.index("Daño") + len("Daño"), 0))
        assert game.dialog == ""


async def test_the_wheel_looks_further_and_leaves_the_cursor(folder: Folder) -> None:
    folder.begin(*party("aparece 40 goblin", "aparece 30 trasgo", "combate Cueva goblin* trasgo*"))
    async with playing(folder) as game:
        await game.press("2")
        cursor = game.line_table.cursor_key
        first = game.rows[0]
        await turn_wheel(game, game.line_table, MouseScrollDown)
        assert (game.rows[0] != first, game.line_table.cursor_key) == (True, cursor)
        for _turn in range(30):
            await turn_wheel(game, game.line_table, MouseScrollDown)
        assert "trasgo 30" in game.rows[-1]
        for _turn in range(30):
            await turn_wheel(game, game.line_table, MouseScrollUp)
        assert game.rows[0] == first


async def test_the_wheel_scrolls_a_page(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("question_mark")
        panel = game.app.screen.query_one(TextPanel)
        first = shown_lines(panel)[0]
        await turn_wheel(game, panel, MouseScrollDown)
        assert shown_lines(panel)[0] != first
        await turn_wheel(game, panel, MouseScrollUp)
        assert shown_lines(panel)[0] == first


async def test_a_second_click_chooses_from_a_list(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("x")
        table = game.app.screen.query_one(LineTable)
        await click(game, table, "Caída")
        assert game.dialog == "Picker"
        await click(game, table, "Caída")
        assert game.dialog == "CommandPrompt"


async def test_a_second_click_opens_a_campaign(folder: Folder) -> None:
    folder.begin(title="una")
    folder.begin(title="otra")
    async with playing(folder, home=True) as game:
        table = game.app.screen.query_one(LineTable)
        second = shown_lines(table)[2].split()[0]
        await click(game, table, second)
        assert not any(isinstance(screen, TableScreen) for screen in game.app.screen_stack)
        await click(game, table, second)
        await game.wait_until(
            lambda: any(isinstance(screen, TableScreen) for screen in game.app.screen_stack), "the table"
        )
        assert game.session.title == second


async def test_a_click_elsewhere_in_a_form_keeps_what_was_typed(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("f")
        form = game.app.screen
        table = form.query_one(LineTable)
        table.move_to("level")
        await game.press("7")
        await click(game, table, "especie")
        assert "1 cambio sin guardar" in game.hint
        table.move_to("age")
        await game.press("9", "9", "9", "9", "9", "9")
        await click(game, table, "especie")
        assert isinstance(form.focused, Entry)
        assert form.query_one(Entry).value == "999999"
        assert "!" in shown_lines(form.query_one(Notice))[0]


@pytest.mark.parametrize("size", one_of([(60, 20), (80, 24)]))
async def test_a_click_on_nothing_does_nothing(folder: Folder, size: tuple[int, int]) -> None:
    folder.begin(*party())
    async with playing(folder, size=size) as game:
        before, cursor = game.events, game.line_table.cursor_key
        for y in range(size[1] - 1):
            if y not in (1, *range(3, 5)):
                await game.pilot.click(offset=(size[0] - 1, y))
        assert (game.dialog, game.events, game.line_table.cursor_key) == ("", before, cursor)
        await game.press("down")
        assert game.line_table.cursor_key != cursor
