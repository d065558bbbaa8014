"""Every entry of every menu answers, also where there is nobody and nothing to do it with."""

from collections.abc import Iterable

import pytest

from tests.screens.game import Folder, Game, party, playing
from tracker.app import TrackerApp
from tracker.rules.refusal import Refusal
from tracker.screens.asking.menus import entries_of
from tracker.screens.table_screen import TableScreen

SCENES = {"nobody": (), "a party": tuple(party()), "no order": (*party(), "aparece orco", "combate Puente")}


@pytest.mark.parametrize("tab", "1234")
async def test_every_entry_of_a_menu_asks_does_or_says_why_not(folder: Folder, tab: str) -> None:
    """Of an entry that several tabs have the first; where there is something, `test_every_key` presses it."""
    folder.begin(*SCENES["nobody"])
    async with playing(folder) as game:
        earlier = set[str]()
        for each in "1234"[: "1234".index(tab)]:
            await game.press(each)
            earlier |= letters_of(game).keys()
        await game.press(tab)
        await _all_answer(game, [letter for name, letter in letters_of(game).items() if name not in earlier])


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("tab", "1234")
async def test_every_entry_of_a_menu_answers_in_every_scene(folder: Folder, scene: str, tab: str) -> None:
    folder.begin(*SCENES[scene])
    async with playing(folder) as game:
        await game.press(tab)
        await _all_answer(game, letters_of(game).values())


async def _all_answer(game: Game, letters: Iterable[str]) -> None:
    for letter in letters:
        await game.press("m", letter)
        assert game.app.is_running, letter
        while not isinstance(game.app.screen, TableScreen):
            game.app.pop_screen()
            await game.pilot.pause()


def letters_of(game: Game) -> dict[str, str]:
    """Return the letters of the menu of the tab that is shown, by the ids of their actions."""
    table = game.app.screen
    assert isinstance(table, TableScreen)
    return {str(entry.binding.id): entry.letter for entry in entries_of("m", (table.pane, table, game.app))}


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
