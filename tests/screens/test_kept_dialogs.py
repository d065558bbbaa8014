"""A dialog that stays mounted is like one made anew: nothing stands in it of what was asked before."""

import pytest

from tests.screens.game import Folder, Game, fight, playing
from tests.trials import one_of
from tests.widgets.stage import SIZE
from tracker.screens.dialogs.act_dialog import ActDialog
from tracker.widgets.theme import DARK, LIGHT

BEFORE = (
    ("d", "7"),
    ("d", "9", "9", "9", "z"),
    ("t", "2", "="),
    ("e", "z"),
    ("a", "full_stop"),
    ("colon", "n", "o", "t", "a"),
    ("z", "z"),
    ("plus",),
)
OTHERS = ((60, 20), (110, 30))


async def open_dialog(game: Game, keys: str) -> tuple[str, str]:
    await game.press(*keys.split())
    return game.dialog, game.screen


@pytest.mark.parametrize("keys", one_of(["a", "d", "colon", "e", "plus", "z z"]))
async def test_a_kept_dialog_is_like_a_new_one(folder: Folder, keys: str) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        anew = await open_dialog(game, keys)
        await game.press("ctrl+c")
        for before in BEFORE:
            await game.press(*before, "ctrl+c")
            assert await open_dialog(game, keys) == anew, before
            await game.press("ctrl+c")


@pytest.mark.parametrize("size", one_of(OTHERS))
async def test_a_kept_dialog_follows_the_terminal_while_it_is_closed(
    folder: Folder, size: tuple[int, int]
) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder, size=size) as game:
        await game.press("2")
        anew = await open_dialog(game, "a")
    async with playing(folder) as game:
        await game.press("2", "a", "ctrl+c")
        await game.pilot.resize_terminal(*size)
        assert await open_dialog(game, "a") == anew
        await game.press("ctrl+c")
        await game.pilot.resize_terminal(*SIZE)


async def test_each_theme_has_a_line_of_its_own_for_acts(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        found = []
        for theme in (DARK, LIGHT, DARK, LIGHT):
            game.app.theme = theme
            await game.press("d")
            assert isinstance(game.app.screen, ActDialog)
            found.append((game.app.screen, game.app.screen.query_one("#draft").rich_style))
            await game.press("ctrl+c")
        assert (found[0], found[1]) == (found[2], found[3])
        assert found[0][0] is not found[1][0]
        assert found[0][1] != found[1][1]


async def test_acts_pressed_without_a_rest_are_all_played(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        before = game.events
        await game.press("j", "d", "7", "X", "enter", "d", "2", "X", "enter", "c", "1", "enter")
        assert (game.events - before, game.sheet("Bruno").health) == (3, 16 - 7 - 2 + 1)


async def test_the_table_under_a_dialog_shows_its_keys_once_it_is_closed(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        keys = game.screen.splitlines()[-1]
        await game.press("d", "ctrl+c")
        assert game.screen.splitlines()[-1] == keys
        await game.press("d")
        folder.play("fin", gm="benito")
        await game.wait_until(lambda: game.session.fight is None, "the end of the fight")
        await game.press("ctrl+c")
        assert game.screen.splitlines()[-1] != keys
