"""A changed game file, and house rules, at the table: told, shown, asked about, played and undone."""

import os
from pathlib import Path
from shutil import copy

import pytest

from tests.screens.game import NOON, Folder, Game, playing
from tests.widgets.stage import shown_lines
from tracker.screens.workspace import Workspace
from tracker.store.game_files import Shelf
from tracker.widgets.line_table import LineTable

FILES = Path(__file__).parents[1] / "rules/game_file/files"


class Shelved(Folder):
    """A folder with game files beside its campaigns."""

    @property
    def games(self) -> Path:
        return self.folders.saves / "games"

    def workspace(self, gm: str = "ana", at: int = NOON) -> Workspace:
        shelf = Shelf((self.games,))
        return Workspace(self.folders, gm, self.roll, self.fresh, lambda: at, games=shelf)

    def put(self, name: str, old: str = "", new: str = "") -> Path:
        """Put a file on the shelf, with a text changed in it."""
        self.games.mkdir(parents=True, exist_ok=True)
        path = Path(copy(FILES / f"{name}.toml", self.games))
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        os.utime(path, (NOON + 1, NOON + 1))
        return path


@pytest.fixture
def shelved(tmp_path: Path) -> Shelved:
    folder = Shelved(tmp_path)
    path = folder.put("ascuas")
    os.utime(path, (NOON - 1, NOON - 1))
    folder.begin("pj Lía vigor=3", "pj Bo", "estado Lía ardiendo", system=str(path))
    return folder


async def _change_file(game: Game) -> None:
    game.table.sharer.offer_game()
    await game.pilot.pause()


async def test_a_file_that_changes_is_told_shown_played_and_undone(shelved: Shelved) -> None:
    async with playing(shelved) as game:
        assert "ha cambiado" not in game.notice_text
        shelved.put(
            "ascuas", "raciones = { start = 3 }", 'raciones = { start = 3 }\nmoral = { max = "temple" }'
        )
        await _change_file(game)
        assert "ascuas.toml ha cambiado" in game.notice_text

        await game.press("g", "j")
        assert game.dialog == "Confirm"
        assert "Contadores · llega: moral" in game.screen
        await game.press("n")
        assert "moral" not in shelved.saved().rules

        await game.press("g", "j", "s")
        assert "llega: moral" in game.notice
        assert "moral" in str(game.line_table.columns)
        await game.press("u")
        assert "Contadores · se va: moral" in game.screen
        await game.press("u")
        assert "moral" not in str(game.line_table.columns)


async def test_house_rules_are_chosen_among_the_files_and_taken_away(shelved: Shelved) -> None:
    async with playing(shelved) as game:
        shelved.put("posada")
        await game.press("g", "j")
        assert "Actos · llega: bebe, pelea" in game.screen
        await game.press("s")
        assert game.session.house

        await game.command("bebe Lía")
        assert "deudas" in game.notice
        await game.command("reglas nada")
        assert "Lía pierde deudas: 1." in game.screen
        assert "Lía ya no tiene «borracho»." in game.screen
        await game.press("s")
        assert not game.session.house


@pytest.mark.slow
async def test_home_calls_a_game_that_is_a_file_by_its_name_with_its_dice(shelved: Shelved) -> None:
    async with playing(shelved, size=(110, 24), home=True) as game:
        await game.wait_until(lambda: "Ascuas (d6)" in game.screen, "the name")
        await game.press("+", *"Otra", "enter")
        assert "Ascuas (d6)" in game.screen
        await game.press("escape", "m", "e")
        assert all(each in game.screen for each in ("Mareas (2d6)", "Rescoldos (d6)", "Travesía (d20)"))


async def test_the_menu_of_acts_offers_those_that_have_no_key_each_with_its_letter(shelved: Shelved) -> None:
    async with playing(shelved) as game:
        await game.press("x")
        table = game.app.screen.query_one(LineTable)
        offered = [" ".join(row.split()) for row in shown_lines(table) if row.strip()]
        assert offered == [
            "u Uso",
            "i Quitar estado",
            "a Aguantar",
            "p Aprieta",
            "m Muerte",
            "v Vuelta a la vida",
        ]


async def test_the_rules_of_a_file_are_told_without_ids(shelved: Shelved) -> None:
    async with playing(shelved) as game:
        await game.press("?", "end")
        assert "prueba. (con)d6" in game.screen
        assert "game." not in game.screen


async def test_a_letter_of_an_act_that_the_game_lacks_says_so(shelved: Shelved) -> None:
    shelved.begin("pj Lía", title="duelo", system=str(shelved.put("duelo")))
    async with playing(shelved, title="duelo") as game:
        before = game.events
        await game.press("1", "c")
        assert (game.notice_text, game.events, game.dialog) == (
            "Cura: no existe en Duelo (d100).",
            before,
            "",
        )
