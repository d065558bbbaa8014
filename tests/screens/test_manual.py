"""The manual is read over the help, in the language and with the keys in use."""

import pytest

from tests.screens.game import Folder, Game, playing
from tracker.manual import PAGES, title
from tracker.screens.manual import ManualScreen
from tracker.widgets.picker import Picker
from tracker.widgets.preferences import Preferences
from tracker.wording.language import speak


def page_of(game: Game) -> str:
    """Return the title of the page that is open."""
    assert isinstance(game.app.screen, ManualScreen)
    return game.screen.split("─")[0].strip()


@pytest.fixture
def campaign(folder: Folder) -> Folder:
    folder.begin("pj Lía")
    return folder


async def test_the_help_leads_to_the_manual_and_back(campaign: Folder) -> None:
    async with playing(campaign) as game:
        await game.press("?", "m")
        assert isinstance(game.app.screen, ManualScreen)
        assert page_of(game) == "La primera noche"
        await game.press("n")
        assert page_of(game) == "Combate"
        await game.press("b", "b")
        assert page_of(game) == title(PAGES[-1])
        await game.press("q", "q")
        assert game.dialog == ""


async def test_a_page_is_chosen_from_the_list(campaign: Folder) -> None:
    async with playing(campaign) as game:
        await game.press("?", "m", "m")
        assert isinstance(game.app.screen, Picker)
        await game.press("d")
        assert page_of(game) == "Dados"


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", "en"])
async def test_every_page_can_be_drawn(campaign: Folder, language: str) -> None:
    speak(language)
    async with playing(campaign) as game:
        await game.press("?", "m")
        for page in PAGES:
            assert page_of(game) == title(page)
            await game.press("n")


async def test_the_keys_are_the_gm_s_own(campaign: Folder) -> None:
    async with playing(campaign) as game:
        game.app.preferences = Preferences(keys={"encounter.next": "ñ", "encounter.declare": "Z"})
        await game.press("?", "m", "n")
        for wanted in ("ñ pasa al siguiente", "Z apunta"):
            await game.press("slash")
            await game.say(wanted[1:])
            assert wanted in " ".join(game.screen.split())
            await game.press("slash", "ctrl+u", "escape")


async def test_a_table_keeps_its_columns_and_a_long_line_its_indent(campaign: Folder) -> None:
    async with playing(campaign, size=(60, 32)) as game:
        game.app.push_screen(ManualScreen("settings"))
        await game.press()
        names = [row.index(row.split()[1]) for row in game.screen.splitlines() if row.startswith(" TRACKER_")]
        assert len(names) > 3
        assert len({*names}) == 1
        assert f"\n{' ' * names[0]}" in game.screen
