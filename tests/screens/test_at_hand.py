"""Creatures at hand while one is added: offered as one types, with their figures, and taken by few keys."""

from pathlib import Path

import pytest

from tests.screens.test_library import FIGHT, LibraryGame, play, playing_with_library, saved, workspace
from tracker.app import TrackerApp
from tracker.screens.dialogs.command_prompt import CommandPrompt
from tracker.widgets.entry import Entry
from tracker.widgets.line_table import LineTable

CAMPAIGN = (
    *("pj Bruno", "aparece 2 Ogro salud_total=30 salud=30", "plantilla ogro 1 Ogro mayor"),
    *("aparece Orco salud_total=11 salud=11", "daño orco 4", "retira orco"),
)


def offered(game: LibraryGame) -> list[str]:
    assert isinstance(game.pilot.app.screen, CommandPrompt)
    table = game.pilot.app.screen.query_one(LineTable)
    return [" ".join(row.text.split()) for row in table.rows] if table.display else []


def typed(game: LibraryGame) -> str:
    return game.pilot.app.screen.query_one(Entry).value


def names(game: LibraryGame) -> list[str]:
    return [each.name for each in game.table.session.creatures.values()]


async def test_names_of_campaign_library_and_earlier_fights_are_offered_with_figures(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, "biblioteca encuentro", title="otra")
    play(tmp_path, *CAMPAIGN)
    async with playing_with_library(tmp_path) as game:
        await game.press("2", "+", "o")
        found = offered(game)
        assert found[0] == "Ogro mayor Salud 30/30"
        assert "Orco Salud 11/11" in found
        assert "Ogro Salud 30/30" in found
        await game.press("ctrl+u", *"emb")
        assert offered(game) == ["Emboscada 2 Goblin"]
        await game.press("ctrl+u", *"xyz")
        assert offered(game) == []
        await game.press("ctrl+u", *"bruno")
        assert offered(game) == []


async def test_cursor_keys_take_one_and_enter_adds_as_many_as_stand_before_it(tmp_path: Path) -> None:
    play(tmp_path, *CAMPAIGN)
    async with playing_with_library(tmp_path) as game:
        await game.press("2", "+", *"3 or", "down")
        assert typed(game) == "3 Orco"
        assert "Aparecen Orco 1, Orco 2 y Orco 3." in game.screen
        await game.press("up")
        assert typed(game) == "3 or"
        await game.press("tab")
        assert typed(game) == "3 Orco"
        await game.press("enter")
        assert names(game)[-3:] == ["Orco 1", "Orco 2", "Orco 3"]
        orc = [*game.table.session.creatures.values()][-1]
        assert getattr(orc.sheet, "health") == 11  # noqa: B009 - any game's
        await game.press("u", "enter")
        assert "Orco 1" not in names(game)


async def test_a_prepared_encounter_is_taken_whole(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, "biblioteca encuentro", title="otra")
    play(tmp_path, "pj Bruno", "combate Puente")
    async with playing_with_library(tmp_path) as game:
        await game.press("2", "+", *"2 embos", "tab", "enter")
        assert names(game) == ["Bruno", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]


async def test_the_line_of_orders_offers_too_and_earlier_lines_stay_a_key_away(tmp_path: Path) -> None:
    play(tmp_path, *CAMPAIGN)
    async with playing_with_library(tmp_path) as game:
        await game.press(":", *"nota hola", "enter")
        await game.press(":", *"aparece oculto 2 orc")
        assert offered(game) == ["Orco Salud 11/11"]
        await game.press("down")
        assert typed(game) == "aparece oculto 2 Orco"
        await game.press("up", "up")
        assert typed(game) == "nota hola"
        assert offered(game) == []
        await game.press("down")
        assert typed(game) == "aparece oculto 2 orc"


@pytest.mark.parametrize("name", ["Señor de 3 brazos", "Lobo, el gris", "2 hermanas", "Guardia"])
async def test_a_name_stands_in_the_line_so_that_it_is_read_whole(tmp_path: Path, name: str) -> None:
    play(tmp_path, "pj Bruno", f'aparece "{name}" salud_total=13 salud=13', "retira todos")
    async with playing_with_library(tmp_path) as game:
        before = len(names(game))
        await game.press("2", "+", *name.rsplit(maxsplit=1)[-1][:4], "down", "enter")
        new = [*game.table.session.creatures.values()][before:]
        assert [each.name.removesuffix(" 1") for each in new] == [name]
        assert [getattr(each.sheet, "health") for each in new] == [13]  # noqa: B009 - any game's


async def test_offers_fit_on_sixty_columns(tmp_path: Path) -> None:
    play(tmp_path, *CAMPAIGN)
    app = TrackerApp(workspace(tmp_path), {"TERM": "xterm-256color"}, path=tmp_path / "saves" / "mesa.json")
    async with app.run_test(size=(60, 20), notifications=True) as pilot:
        game = LibraryGame(pilot)
        await game.until(lambda: bool(app.screen.query("#tab-1, Pane")), "the table")
        await game.press("2", "+", *"or")
        assert "Orco" in game.screen
        assert "Salud 11/11" in game.screen


def test_the_shell_brings_more_of_an_earlier_kind(tmp_path: Path) -> None:
    play(tmp_path, *CAMPAIGN, "aparece 2 orco", "aparece orco salud=3")
    orcs = [each for each in saved(tmp_path).creatures.values() if each.name.startswith("Orco")]
    assert [getattr(each.sheet, "health") for each in orcs] == [11, 11, 3]  # noqa: B009 - any game's
