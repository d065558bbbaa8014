"""Creatures at hand while one is added: offered as one types, with their figures, and taken by few keys."""

import pytest

from tests.features.library.test_screens import FIGHT, play
from tests.screens.game import Folder, Game, playing
from tracker.screens.dialogs.command_prompt import CommandPrompt
from tracker.widgets.entry import Entry
from tracker.widgets.line_table import LineTable

CAMPAIGN = (
    *("pj Bruno", "aparece 2 Ogro salud_total=30 salud=30", "plantilla ogro 1 Ogro mayor"),
    *("aparece Orco salud_total=11 salud=11", "daño orco 4", "retira orco"),
)


def offered_names(game: Game) -> list[str]:
    assert isinstance(game.app.screen, CommandPrompt)
    table = game.app.screen.query_one(LineTable)
    return [" ".join(row.text.split()) for row in table.rows] if table.display else []


def typed(game: Game) -> str:
    return game.app.screen.query_one(Entry).value


def names(game: Game) -> list[str]:
    return [each.name for each in game.session.creatures.values()]


async def test_names_of_campaign_library_and_earlier_fights_are_offered_with_figures(folder: Folder) -> None:
    play(folder, *FIGHT, "biblioteca encuentro", title="otra")
    play(folder, *CAMPAIGN)
    async with playing(folder) as game:
        await game.press("2", "+", "o")
        found = offered_names(game)
        assert found[0] == "Ogro mayor Salud 30/30"
        assert "Orco Salud 11/11" in found
        assert "Ogro Salud 30/30" in found
        await game.press("ctrl+u", *"emb")
        assert offered_names(game) == ["Emboscada 2 Goblin"]
        await game.press("ctrl+u", *"lobo salud=3, 2 emb", "tab")
        assert typed(game) == "lobo salud=3, 2 Emboscada"
        await game.press("ctrl+u", *"xyz")
        assert offered_names(game) == []
        await game.press("ctrl+u", *"bruno")
        assert offered_names(game) == []


async def test_cursor_keys_take_one_and_enter_adds_as_many_as_stand_before_it(folder: Folder) -> None:
    play(folder, *CAMPAIGN)
    async with playing(folder) as game:
        await game.press("2", "+", *"3 or", "down")
        assert typed(game) == "3 Orco"
        assert "Aparecen Orco 1, Orco 2 y Orco 3." in game.screen
        await game.press("up")
        assert typed(game) == "3 or"
        await game.press("tab")
        assert typed(game) == "3 Orco"
        await game.press("enter")
        assert names(game)[-3:] == ["Orco 1", "Orco 2", "Orco 3"]
        orc = [*game.session.creatures.values()][-1]
        assert getattr(orc.sheet, "health") == 11  # noqa: B009 - any game's
        await game.press("u", "enter")
        assert "Orco 1" not in names(game)


@pytest.mark.slow
async def test_a_prepared_encounter_is_taken_whole(folder: Folder) -> None:
    play(folder, *FIGHT, "biblioteca encuentro", title="otra")
    play(folder, "pj Bruno", "combate Puente")
    async with playing(folder) as game:
        await game.press("2", "+", *"2 embos", "tab", "enter")
        assert names(game) == ["Bruno", "Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4"]


@pytest.mark.slow
async def test_the_line_of_orders_offers_too_and_earlier_lines_stay_a_key_away(folder: Folder) -> None:
    play(folder, *CAMPAIGN)
    async with playing(folder) as game:
        await game.press(":", *"nota hola", "enter")
        await game.press(":", *"aparece oculto 2 orc")
        assert offered_names(game) == ["Orco Salud 11/11"]
        await game.press("down")
        assert typed(game) == "aparece oculto 2 Orco"
        await game.press("up", "up")
        assert typed(game) == "nota hola"
        assert offered_names(game) == []
        await game.press("down")
        assert typed(game) == "aparece oculto 2 orc"


async def test_a_name_stands_in_the_line_so_that_it_is_read_whole(folder: Folder) -> None:
    odd = ("Señor de 3 brazos", "Lobo, el gris", "2 hermanas", "Guardia")
    made = (f'aparece "{name}" salud_total=13 salud=13' for name in odd)
    play(folder, "pj Bruno", *made, "retira todos")
    async with playing(folder) as game:
        await game.press("2")
        for name in odd:
            before = len(names(game))
            await game.press("+", *name.rsplit(maxsplit=1)[-1][:4], "down", "enter")
            new = [*game.session.creatures.values()][before:]
            assert [each.name.removesuffix(" 1") for each in new] == [name]
            assert [getattr(each.sheet, "health") for each in new] == [13]  # noqa: B009 - any game's


async def test_offers_fit_on_sixty_columns(folder: Folder) -> None:
    play(folder, *CAMPAIGN)
    async with playing(folder, size=(60, 20)) as game:
        await game.press("2", "+", *"or")
        assert "Orco" in game.screen
        assert "Salud 11/11" in game.screen


def test_the_shell_brings_more_of_an_earlier_kind(folder: Folder) -> None:
    play(folder, *CAMPAIGN, "aparece 2 orco", "aparece orco salud=3")
    orcs = [each for each in folder.saved().creatures.values() if each.name.startswith("Orco")]
    assert [getattr(each.sheet, "health") for each in orcs] == [11, 11, 3]  # noqa: B009 - any game's
