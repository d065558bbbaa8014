"""The first start: an example or a new campaign says what to press, through a whole fight."""

import pytest

from tests.screens.game import Folder, Game, playing
from tracker.rules.systems import known_systems
from tracker.screens.table_screen import TableScreen

ORDER_OF_THE_MENU = ("chronicle", "horror", "margin", "percentile")
WITHOUT_DAMAGE = ("margin",)


async def open_example(game: Game, system: str) -> None:
    await game.press("e", *["down"] * ORDER_OF_THE_MENU.index(system), "enter")
    await game.until(lambda: any(isinstance(s, TableScreen) for s in game.app.screen_stack), "the table")
    await game.until(lambda: bool(game.pending), "the first thing to try")
    assert game.session.system == system


@pytest.mark.parametrize("system", known_systems())
async def test_it_walks_through_a_fight_in_every_game(folder: Folder, system: str) -> None:
    async with playing(folder, home=True) as game:
        await open_example(game, system)
        assert "pulsa 2" in game.pending
        await game.press("2")
        assert "n pasa el turno" in game.pending
        await game.press("n")
        if system not in WITHOUT_DAMAGE:
            assert "pulsa d 5 Intro" in game.pending
            await game.press("end", "d", "5", "enter")
        assert "u dice qué volvería" in game.pending
        await game.press("u", "u")
        assert "3 abre la exploración" in game.pending
        await game.press("3", "h")
        while game.session.pending:
            await game.press("s")
        assert game.pending.startswith("Eso es todo")
        await game.press("1")
        assert game.pending.startswith("Eso es todo")
        await game.press("o")
        await game.say("seguimos")
        assert game.pending == ""
        await game.press("2")
        assert game.pending == ""


@pytest.mark.parametrize("system", known_systems())
async def test_it_leads_a_new_campaign_to_its_first_fight_in_every_game(folder: Folder, system: str) -> None:
    folder.begin(system=system)
    async with playing(folder) as game:
        assert game.pending == "Para empezar: A añade un PJ, con su ficha delante."
        await game.press("A")
        await game.say("Lía")
        await game.press("ctrl+s")
        assert "g le da a cada cual sus cosas" in game.pending
        await game.press("g")
        await game.say("Antorcha d6 luz")
        assert "2 abre la pestaña y w lo empieza" in game.pending
        await game.press("2", "w", "enter")
        assert game.notice == "Encuentro preparado: Combate 1 (1 criatura)."
        assert "a los añade" in game.pending
        await game.press("a")
        await game.say("3 goblin")
        assert "i en cada PJ" in game.pending
        game.cursor_on("goblin 1")
        await game.press("i", "enter", "escape")
        assert game.pending.startswith("n da el turno")
        await game.press("n")
        while game.session.pending:
            await game.press("s")
        assert game.pending == "U ataca, n da el turno y W termina el combate."
        await game.command("fin")
        assert "3, y h deja pasar un rato" in game.pending
        await game.press("3", "h")
        while game.session.pending:
            await game.press("s")
        assert game.pending.startswith("Eso es todo")
        await game.press("o")
        await game.say("seguimos")
        assert game.pending == ""


async def test_what_a_new_campaign_leaves_out_is_not_asked_for_again(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.command("pj Lía")
        await game.command("combate Emboscada")
        assert "a los añade" in game.pending
        await game.press("3", "h")
        assert game.pending.startswith("Eso es todo")


async def test_a_campaign_is_led_only_in_its_first_sitting(folder: Folder) -> None:
    folder.begin()
    async with playing(folder) as game:
        await game.command("pj Lía")
    async with playing(folder) as game:
        assert game.pending == ""


async def test_it_is_silent_where_somebody_has_played(folder: Folder) -> None:
    folder.begin("nota una mesa de verdad")
    async with playing(folder) as game:
        assert game.pending == ""
