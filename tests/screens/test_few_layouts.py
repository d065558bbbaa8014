"""A new dialog is laid out as it opens, a kept one never; typing and closing lay out nothing."""

from collections import Counter

import pytest
from textual._compositor import Compositor
from textual.geometry import Size
from textual.widget import Widget

from tests.screens.game import Folder, Game, fight, playing


@pytest.fixture
def layouts(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the layouts of each screen."""
    counted: Counter[str] = Counter()
    reflow = Compositor.reflow

    def noted(compositor: Compositor, parent: Widget, size: Size) -> object:
        counted[type(parent).__name__] += 1
        return reflow(compositor, parent, size)

    monkeypatch.setattr(Compositor, "reflow", noted)
    return counted


async def layouts_of_keys(game: Game, layouts: Counter[str], *keys: str) -> dict[str, int]:
    layouts.clear()
    await game.press(*keys)
    return dict(layouts)


@pytest.mark.parametrize(
    ("key", "typed", "dialog", "most"),
    [("d", "7", "ActDialog", 0), ("r", "2d6", "CommandPrompt", 0), ("m", "", "Picker", 3)],
)
async def test_a_dialog_lays_out_itself_alone_and_only_as_it_opens(
    folder: Folder, layouts: Counter[str], *, key: str, typed: str, dialog: str, most: int
) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2", key, *typed, "ctrl+c")
        opened = await layouts_of_keys(game, layouts, key)
        assert game.dialog == dialog
        assert opened.keys() <= {dialog}
        assert opened.get(dialog, 0) <= most
        assert await layouts_of_keys(game, layouts, *typed) == {}
        assert await layouts_of_keys(game, layouts, "ctrl+c") == {}


async def test_a_figure_lays_out_nothing_but_its_dialog(folder: Folder, layouts: Counter[str]) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2", "end", "d", "1", "enter")
        await game.press("d")
        assert await layouts_of_keys(game, layouts, "1", "enter") == {}


async def test_a_dialog_and_the_table_behind_it_follow_the_terminal(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2", "d")
        for width, height in ((60, 20), (110, 30)):
            await game.pilot.resize_terminal(width, height)
            await game.pilot.pause()
            lines = game.screen.splitlines()
            assert (len(lines), {*map(len, lines)}) == (height, {width})
            assert "DAÑO" in lines[-3] + lines[-2]
        await game.press("ctrl+c")
        assert game.table.size == (110, 30)
        assert "? Ayuda" in game.screen.splitlines()[-1]


async def test_a_form_is_lower_on_a_low_screen(folder: Folder) -> None:
    """Its lines follow the breakpoints of the app, so it is told its size like any screen."""
    folder.begin(*fight("siguiente"))
    async with playing(folder, size=(60, 20)) as game:
        await game.press("f")
        assert game.app.screen.has_class("-low")
