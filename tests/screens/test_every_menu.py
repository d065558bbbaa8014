"""Every entry of every menu answers, also where there is nobody and nothing to do it with."""

import pytest

from tests.screens.game import Folder, Game, party, playing
from tracker.app import TrackerApp
from tracker.rules.refusal import Refusal
from tracker.screens.asking.menus import entries_of
from tracker.screens.table_screen import TableScreen

SCENES = {"nobody": (), "a party": tuple(party()), "no order": (*party(), "aparece orco", "combate Puente")}


def letters_of(game: Game) -> list[str]:
    table = game.app.screen
    assert isinstance(table, TableScreen)
    return [entry.letter for entry in entries_of("m", (table.pane, table, game.app))]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("tab", "1234")
async def test_every_entry_of_a_menu_asks_does_or_says_why_not(folder: Folder, scene: str, tab: str) -> None:
    folder.begin(*SCENES[scene])
    async with playing(folder) as game:
        await game.press(tab)
        for letter in letters_of(game):
            await game.press("m", letter)
            assert game.app.is_running, letter
            while not isinstance(game.app.screen, TableScreen):
                game.app.pop_screen()
                await game.pilot.pause()


async def test_a_refused_action_says_why_and_the_table_goes_on(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_screen: TableScreen) -> None:
        raise Refusal("no_encounter")

    monkeypatch.setattr(TableScreen, "action_undo", refuse)
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("u")
        assert isinstance(game.app, TrackerApp)
        assert game.notice.startswith("No hay ningún encuentro")
