"""A page at the table: shown, then prepared with a yes."""

from tests.screens.game import Folder, playing

PAGE = "# Cripta\n\n## 1 Puerta\n\n> Roble.\n\n- salidas: norte 2\n- criaturas: dos ratas\n\n## 2 Nave\n"


async def test_a_page_is_shown_and_a_yes_prepares_it(folder: Folder) -> None:
    folder.begin()
    path = folder.root / "cripta.md"
    path.write_text(PAGE, encoding="utf-8")
    async with playing(folder) as game:
        await game.press("3", "m", "q")
        await game.paste(str(path))
        await game.press("enter")
        assert "¿Preparar esta página? 2 salas." in game.screen
        assert "? 8 dos ratas: el número va en cifras" in game.screen
        await game.press("n")
        assert not game.session.rooms
        await game.press("m", "q")
        await game.paste(str(path))
        await game.press("enter", "s")
        assert [each.name for each in game.session.rooms.values()] == ["Puerta", "Nave"]
        await game.press("u")
        await game.press("enter")
        assert not game.session.rooms
