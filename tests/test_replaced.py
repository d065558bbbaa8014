"""Each tab with nothing replaced: Textual draws, waits and reads its styles as for a GM."""

from pathlib import Path

import pytest

from tests.replaced import nothing_replaced
from tests.screens.game import Folder, party, playing
from tests.told import undone


@pytest.mark.parametrize("tab", "1234")
async def test_a_tab_is_opened_and_played_with_nothing_replaced(tab: str, tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.begin(*party("aparece goblin", "combate Puente"))
    with nothing_replaced():
        async with playing(folder) as game:
            await game.press(tab, "r", *"2d6", "enter")
            assert "12" in game.notice
            assert "Lía" in game.screen or tab == "4"
            await game.press("u", "u")
            assert game.notice.startswith(undone())
