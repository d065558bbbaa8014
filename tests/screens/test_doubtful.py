"""A question before an act that brings more than was asked for."""

from collections.abc import Awaitable, Callable

import pytest

from tests.screens.game import Folder, Game, playing
from tests.trials import one_of

SHARED = (
    "pj Lía habilidades=Trepar 12, Sigilo 10",
    "pj Bren habilidades=Trepar 9",
    "ajuste turno 10",
    "emprende Lía trepar margen 20 1h el muro",
    "colabora Lía, Bren",
)
TOLD = "Lía abandona el muro. Bren sigue con el muro sin Lía."


async def _typed(game: Game) -> None:
    await game.command("emprende Lía sigilo margen 5 1h")


async def _by_key(game: Game) -> None:
    await game.press("1", "x", "e", "2", "M", "5", "enter")


@pytest.mark.parametrize("give", one_of([_by_key, _typed]))
async def test_a_shared_action_is_given_up_for_another_once_that_is_said(
    folder: Folder, give: Callable[[Game], Awaitable[None]]
) -> None:
    folder.begin(*SHARED, system="margin")
    async with playing(folder) as game:
        for answer in ("n", "s"):
            await give(game)
            assert game.dialog == "Confirm"
            assert "¿Hacerlo así?" in game.screen
            assert all(sentence in game.screen for sentence in ("Lía abandona el muro.", "sin Lía."))
            await game.press(answer)
            assert (TOLD in game.notice) == (answer == "s")
        assert game.dialog == ""


async def test_an_action_of_ones_own_is_given_up_without_a_question(folder: Folder) -> None:
    folder.begin(*SHARED[:4], system="margin")
    async with playing(folder) as game:
        await _typed(game)
        assert game.dialog == ""
        assert "Lía abandona el muro. Lía emprende Sigilo" in game.notice


async def test_the_question_is_asked_anew_once_another_gm_has_changed_what_it_says(folder: Folder) -> None:
    folder.begin(*SHARED, "pj Cid habilidades=Trepar 8", system="margin")
    async with playing(folder) as game:
        await _typed(game)
        folder.play("colabora Lía, Cid", gm="bea")
        await game.wait_until(lambda: game.session == folder.saved(), "what bea did")
        await game.press("s")
        assert game.dialog == "Confirm"
        assert "Bren y Cid siguen con el muro" in game.screen
        await game.press("s")
        assert "Bren y Cid siguen con el muro sin Lía." in game.notice
