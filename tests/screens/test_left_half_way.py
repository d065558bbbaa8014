"""Dialogs answered after another GM has removed their subject."""

import pytest

from tests.screens.game import Folder, fight, party, playing
from tests.told import refusal
from tests.trials import one_row_of

TORCH = "lleva Lía Antorcha d6 luz cada 10m"


async def test_an_edited_supply_that_is_gone_is_refused_by_its_name(folder: Folder) -> None:
    folder.begin(*party(TORCH))
    async with playing(folder) as game:
        await game.press("3", "home", "f", "enter")
        await game.say(" vieja")
        folder.play("deshacer", gm="bea")
        await game.wait_until(lambda: not game.session.supplies, "it gone")
        await game.press("ctrl+s")
        assert game.notice == "No hay ningún objeto que se llame «Antorcha». Hay: —."


async def test_a_chosen_supply_that_is_gone_is_refused_by_its_name(folder: Folder) -> None:
    folder.begin(*party(TORCH))
    async with playing(folder) as game:
        await game.press("1", "home", "x", "u")
        folder.play("deshacer", gm="bea")
        await game.wait_until(lambda: not game.session.supplies, "it gone")
        await game.press("enter")
        assert game.notice == "No hay ningún objeto que se llame «Antorcha». Hay: —."


async def test_nothing_is_given_to_somebody_who_is_gone(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("m", "z")
        await game.paste("Antorcha d6")
        folder.play("retira Lía", gm="bea")
        await game.wait_until(lambda: len(game.session.creatures) == 1, "her gone")
        await game.press("enter")
        assert game.hint == refusal("unknown_creature", name="Lía", known="Bruno")


@pytest.mark.parametrize(
    ("keys", "told"),
    one_row_of(
        [
            (("d", "5", "enter"), "Goblin 2 ya no está en pie: no se ha hecho nada."),
            (("t", "1", "V", "enter"), "Goblin 2 ya no está en pie: no se ha hecho nada."),
            (
                ("f", "down", "2", "enter", "ctrl+s"),
                refusal("unknown_creature", name="Goblin 2", known="Lía, Bruno, Goblin 1"),
            ),
        ]
    ),
)
async def test_an_act_on_a_removed_creature_is_refused_by_name(
    folder: Folder, keys: tuple[str, ...], told: str
) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        game.cursor_on("Goblin 2")
        await game.press(keys[0])
        folder.play("retira Goblin 2", gm="bea")
        await game.wait_until(lambda: len(game.session.creatures) == 3, "nobody there")
        await game.press(*keys[1:])
        assert told in game.screen


async def test_a_menu_acts_on_nobody_else_if_its_row_is_gone(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        await game.press("2")
        game.cursor_on("Goblin 2")
        await game.press("m")
        folder.play("retira Goblin 2", gm="bea")
        await game.wait_until(lambda: len(game.session.creatures) == 3, "nobody there")
        before = game.events
        await game.press("s")
        assert (game.notice, game.events) == (
            "Mientras elegías ha cambiado la lista: pídelo otra vez.",
            before,
        )


async def test_an_encounter_that_is_over_is_said_to_be(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "combate Otro"))
    async with playing(folder) as game:
        await game.press("2")
        await game.menu("encounter.switch")
        folder.play("deshacer", gm="bea")
        await game.wait_until(lambda: len(game.session.encounters) == 1, "one of them over")
        await game.press("end", "enter")
        assert game.notice == "Ese encuentro ya no está en marcha."


async def test_a_long_time_is_refused_if_the_clock_has_moved(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder) as game:
        await game.press("1", "z", "d")
        folder.play("intervalo 2h", gm="bea")
        await game.wait_until(lambda: game.session.elapsed == 2 * 3600, "two hours")
        await game.press("enter")
        assert game.notice == "Mientras lo mirabas ha cambiado el reloj: pídelo otra vez."
        assert game.session.elapsed == 2 * 3600
        await game.press("z", "d", "enter")
        assert game.session.elapsed == 10 * 3600
