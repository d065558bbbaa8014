from pathlib import Path
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from tests.screens.saves import wait_until
from tests.watch.secrets import full_of_secrets
from tracker.base_app import TooSmall
from tracker.features.page.reply.watch import public_view_of
from tracker.players_app import PlayersApp
from tracker.screens.players import PlayersScreen
from tracker.widgets.picker import Picker
from tracker.widgets.preferences import Preferences


def app_in(tmp_path: Path, *mistakes: str, theme: str = "dark") -> PlayersApp:
    game = full_of_secrets(tmp_path, "chronicle")
    return PlayersApp(public_view_of(game.path), {}, Preferences(theme=theme), mistakes=mistakes)


async def resize_and_wait(pilot: Pilot[None], width: int, height: int, shown: type[Screen[Any]]) -> None:
    await pilot.resize_terminal(width, height)
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, shown))


async def test_a_terminal_too_small_says_so_grows_back_and_may_be_endured(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(50, 18)) as pilot:
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, TooSmall))
        await resize_and_wait(pilot, 70, 22, PlayersScreen)
        await resize_and_wait(pilot, 59, 22, TooSmall)
        await pilot.press("enter")
        await wait_until(pilot, lambda: isinstance(pilot.app.screen, PlayersScreen))
        await resize_and_wait(pilot, 58, 22, PlayersScreen)
        await resize_and_wait(pilot, 60, 20, PlayersScreen)
        await resize_and_wait(pilot, 60, 19, TooSmall)


async def test_q_leaves_the_program_also_from_a_terminal_too_small(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(50, 18)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, TooSmall))
        await pilot.press("q")
        await wait_until(pilot, lambda: not app.is_running)


async def test_mistakes_come_before_anything_else(tmp_path: Path) -> None:
    async with app_in(tmp_path, "Una.", "Otra.").run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not isinstance(pilot.app.screen, PlayersScreen)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, PlayersScreen)


async def test_the_colours_are_chosen_with_a_key(tmp_path: Path) -> None:
    app = app_in(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, Picker)
        await pilot.press("q")
