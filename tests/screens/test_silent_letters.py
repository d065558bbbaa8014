"""A letter that does nothing on this tab says so, and on which tab it would."""

import pytest
from textual import events

from tests.screens.game import Folder, fight, playing
from tests.trials import one_row_of
from tracker.widgets.preferences import Preferences

ELSEWHERE = (
    ("1", "h", "h no es de aquí: Tiempo, en Exploración (3)."),
    ("4", "F", "f no es de aquí: Ficha, en Grupo (1); Ficha, en Encuentro (2); Ficha, en Exploración (3)."),
    ("4", "d", "d no es de aquí: Daño, en Grupo (1); Daño, en Encuentro (2); Daño, en Exploración (3)."),
    ("4", "ñ", "ñ no hace nada: ? enseña las teclas."),
    ("2", "5", ""),
    ("2", "up", ""),
    ("2", "s", "Nada pendiente."),
)


async def test_a_letter_of_another_tab_names_it(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        before = game.events
        for tab, key, told in ELSEWHERE:
            game.table.say("")
            await game.press(tab, key)
            assert (key, game.notice_text, game.events, game.dialog) == (key, told, before, "")


@pytest.mark.parametrize(
    ("system", "tab"), one_row_of([("margin", "3"), ("percentile", "1"), ("margin", "2")])
)
async def test_where_the_game_has_no_conditions_their_letter_begins_an_effect(
    folder: Folder, system: str, tab: str
) -> None:
    folder.begin("pj Lía", "aparece goblin", "combate Puente", "siguiente lia", system=system)
    async with playing(folder) as game:
        await game.press(tab)
        assert "e Efecto" in game.screen or tab == "3"
        await game.press("e")
        assert "Efecto en goblin: NOMBRE" in game.screen, "never on who acts"
        await game.press(*"veneno", "space", "3", "r", "enter")
        effects = [(game.table.history.names[each.who], each.name) for each in game.session.effects.values()]
        assert effects == [("goblin", "veneno")]


async def test_harm_and_its_cure_have_their_letters_where_exhaustion_is_the_harm(folder: Folder) -> None:
    folder.begin("pj Lía", "pj Bren", system="margin")
    async with playing(folder) as game:
        assert "a Enfrenta  d Agota  c Repone  e Efecto" in game.screen
        await game.press("question_mark")
        ten_keys = game.screen.partition("Teclas de aquí")[0]
        assert all(
            each in ten_keys for each in ("d        agota", "e        efecto", "3 h h    pasa el tiempo")
        )
        await game.press("/", *"agotamiento")
        assert "d        Marca de agotamiento" in game.screen
        await game.press("enter")
        await game.press("q", "4", "d")
        assert game.notice_text.startswith("d no es de aquí: Agota, en Grupo (1)")
        await game.press("1")
        await game.press("d", "3", "enter")
        assert game.sheet("Lía").exhaustion == 3
        await game.press("c", "2", "enter")
        assert game.sheet("Lía").exhaustion == 1
        await game.command("daño bren 2")
        assert game.sheet("Bren").exhaustion == 2


async def test_a_letter_is_looked_for_as_the_gm_has_the_keys(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=Preferences(keys={"exploration.time": "ñ"})) as game:
        await game.press("1", "ñ")
        assert game.notice == "ñ no es de aquí: Tiempo, en Exploración (3)."


async def test_a_letter_that_is_not_offered_is_said_until_the_next_key(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("1", "t", "x")
        assert "«x» no está: no se ha hecho nada." in game.line
        await game.press("1")
        assert "«x»" not in game.line
        await game.press("Z", "V")
        assert "TIRADA  Fuerza · ventaja" in game.line


async def test_an_act_that_lacks_its_letter_says_so_at_enter(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("1", "t", "=", "7", "enter")
        assert "Falta algo: una letra o un número." in game.line
        await game.press("backspace", "backspace", "1", "=", "7", "enter")
        assert "d20 → 7✎" in game.notice


async def test_a_letter_of_no_option_says_how_to_look_for_one(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("1", "m", "w")
        assert "Menú · «w» no está; / busca." in game.screen
        await game.press("/")
        assert "«x»" not in game.screen
        assert "/ Filtrar" not in game.screen
        await game.press("escape", "r")
        assert game.dialog == ""


async def test_a_capital_is_its_small_letter(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("1", "F")
        assert game.dialog == "Form"


async def test_a_second_colon_leads_to_all_actions(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press(":", ":")
        assert game.dialog == "Palette"


async def test_leaving_asks_only_while_a_fight_is_open(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder) as game:
        await game.press("q")
        assert game.dialog == "Confirm"
        await game.press("n")
        await game.command("fin")
        await game.press("q")
        await game.wait_until(lambda: "Última vez" in game.screen, "home")


async def test_the_figures_of_a_tablet_are_those_of_a_keyboard(folder: Folder) -> None:
    folder.begin("pj Lía salud=9 salud_total=9")
    async with playing(folder) as game:
        await game.press("d", "３", "enter")
        assert "Lía recibe 3 de daño: queda en 6." in game.screen
        await game.press("d", "2")
        game.app.screen.post_message(events.Paste("＋１"))
        await game.press("enter")
        assert "queda en 3." in game.screen
