"""The name of a key typed as a line does what the key does."""

from tests.screens.game import Folder, party, playing


async def test_the_name_of_a_key_without_a_line_does_what_the_key_does(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press(":", *"registro")
        assert "Intro lo hace." in game.screen
        await game.press("enter")
        assert game.dialog == "LogScreen"
        await game.press("q", ":", *"dados", "enter")
        assert game.table.tab == "4"
        await game.press(":", *"media hora", "enter")
        assert game.notice.startswith("Pasan 30 minutos")
        await game.press(":", *"añadir a las guardadas")
        assert "Intro lo hace." in game.screen
        await game.press("enter", *"emboscada 2d6", "enter")
        assert "emboscada" in game.notice
        await game.press(":", "?")
        assert game.dialog not in ("", "CommandPrompt")
