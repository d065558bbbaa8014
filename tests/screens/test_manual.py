"""The manual is read over the help, in the language and with the keys in use."""

import pytest
from textual.widgets import Markdown

from tests.screens.game import Folder, playing
from tracker.manual import PAGES, title
from tracker.screens.manual import ManualScreen
from tracker.widgets.picker import Picker
from tracker.widgets.preferences import Preferences
from tracker.wording.language import speak


@pytest.fixture
def campaign(folder: Folder) -> Folder:
    folder.begin("pj Lía")
    return folder


async def test_the_help_leads_to_the_manual_and_back(campaign: Folder) -> None:
    async with playing(campaign) as game:
        await game.press("?", "m")
        assert isinstance(game.app.screen, ManualScreen)
        assert game.app.screen.query_one(Markdown).source.startswith("# La primera noche")
        await game.press("n")
        assert game.app.screen.query_one(Markdown).source.startswith("# Combate")
        await game.press("b", "b")
        assert game.app.screen.query_one(Markdown).source.startswith(f"# {title(PAGES[-1])}")
        await game.press("q", "q")
        assert game.dialog == ""


async def test_a_page_is_chosen_from_the_list(campaign: Folder) -> None:
    async with playing(campaign) as game:
        await game.press("?", "m", "m")
        assert isinstance(game.app.screen, Picker)
        await game.press("d")
        assert game.app.screen.query_one(Markdown).source.startswith("# Dados\n")


@pytest.mark.parametrize("language", ["es", pytest.param("en", marks=pytest.mark.slow)])
async def test_every_page_can_be_drawn(campaign: Folder, language: str) -> None:
    speak(language)
    async with playing(campaign) as game:
        await game.press("?", "m")
        for page in PAGES:
            assert game.app.screen.query_one(Markdown).source.startswith(f"# {title(page)}")
            await game.press("n")


async def test_the_keys_are_the_gm_s_own(campaign: Folder) -> None:
    async with playing(campaign) as game:
        game.app.preferences = Preferences(keys={"encounter.next": "ñ", "encounter.declare": "Z"})
        await game.press("?", "m", "n")
        text = game.app.screen.query_one(Markdown).source
        assert "**`ñ`** pasa al siguiente" in text
        assert "**`Z`** apunta" in text
        assert "menu:" not in text
        assert "keys.md" not in text
