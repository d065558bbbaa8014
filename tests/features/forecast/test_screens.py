"""The forecast by keys: of the fight under way, and of one of the past from the log."""

import pytest

from tests.screens.game import Folder, fight, playing
from tests.told import damaged_sentence

PAST = (
    "pj Lía salud_total=14 salud=14",
    "pj Bren",
    "aparece 2 goblin",
    "combate Puente",
    "oculta goblin 2",
    "siguiente",
    "daño Lía 3",
    "nota fin",
)


async def test_a_forecast_is_played_beside_the_keys_and_saves_nothing(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin(*fight("ficha Lía daño=1d6", 'ficha "Goblin 1" daño=3', "siguiente"))
    async with playing(folder) as game:
        before = game.events
        await game.press("2")
        await game.menu("encounter.forecast")
        await game.wait_until(lambda: "El grupo vence en" in game.screen, "the forecast")
        assert "Pronóstico de «Emboscada»" in game.screen
        assert "Se supone" in game.screen
        await game.press("/")
        await game.paste("blindaje")
        assert "Salvación de Agilidad" in game.screen
        assert "El grupo vence" not in game.screen
        await game.press("enter", "q")
        assert (game.dialog, game.events) == ("", before)
        monkeypatch.setattr("tracker.features.forecast.trials.PLAYS", 1_000_000)
        await game.command("pronóstico")
        assert "una y otra vez" in game.screen
        await game.press("q")
        assert game.dialog == ""


async def test_a_fight_of_the_past_is_forecast_and_a_line_of_it_is_noted(folder: Folder) -> None:
    folder.begin(*PAST)
    folder.play("ficha Lía daño=1d6", "daño Lía 1", "nota fin")
    async with playing(folder) as game:
        await game.press("g", "l", "home")
        assert "Pronóstico" not in game.screen
        await game.press("f")
        assert game.dialog == "LogScreen"
        await game.press("end", "up", "up", "up", "up", "f")
        assert "nadie puede herir" in game.hint
        await game.press("end", "up", "f")
        assert game.dialog == "ForecastPage", game.hint
        await game.press("q", "n")
        assert game.dialog == "Picker"
        await game.press("enter")
        assert game.dialog == "CommandPrompt"
        await game.press("enter")
        assert damaged_sentence("Lía", 1) in game.notice
