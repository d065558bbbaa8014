"""The search over everything: what is found, where Enter goes, how the tab is filtered."""

import pytest

from tests.screens.game import Folder, Game, fight, party, playing
from tracker.screens.search import SearchScreen
from tracker.widgets.line_table import LineTable

LINES = (
    "lleva Lía farol d8 luz",
    "cuaderno persona Morda: tabernera de Orvega",
    "reloj Marea 6 desenlace se hunde el muelle",
    "tabla Rumores 1d4 1-2: lobos; 3-4: un tesoro",
    "cita 12: vence el plazo",
    "nota Compran pan",
    "apunta Bruno debe dinero",
)


def found_text(game: Game) -> str:
    assert isinstance(game.app.screen, SearchScreen)
    return game.screen


async def look_for(game: Game, text: str, awaited: str) -> None:
    """Paste what is searched for and wait for a result."""
    await game.press("/")
    await game.paste(text)
    await game.wait_until(lambda: awaited in found_text(game), awaited)


async def choose(game: Game, key: str) -> None:
    """Go to the result with a key."""
    game.app.screen.query_one(LineTable).move_to(key)
    await game.press("enter")


async def test_everything_is_found_with_a_line_of_context(folder: Folder) -> None:
    cases = (
        ("farol", "Objetos", "farol d8"),
        ("tabernera", "Cuaderno", "tabernera de Orvega"),
        ("muelle", "Relojes", "se hunde el muelle"),
        ("tesoro", "Tablas", "un tesoro"),
        ("vence", "Fechas", "vence el plazo"),
        ("pan", "Notas", "Compran pan"),
        ("debe", "Criaturas", "debe dinero"),
        ("hambre", "Reglas", "hambre"),
        ("sshd_config", "Manual", "sshd_config"),
        ("enciende", "Registro", "Lía enciende su farol"),
    )
    folder.begin(*party(*LINES, "enciende farol"))
    async with playing(folder) as game:
        before = (game.events, folder.path().read_bytes())
        await game.press("/")
        for text, group, context in cases:
            await game.paste(text)
            await game.wait_until(lambda: all(each in found_text(game) for each in (group, context)), text)  # noqa: B023 - awaited at once
            await game.press("ctrl+u")
        await game.press("ctrl+c")
        assert (game.dialog, game.events, folder.path().read_bytes()) == ("", *before)


@pytest.mark.slow
async def test_all_words_count_whatever_their_accents(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await game.press("/", *"ORVEGA mórda")
        await game.wait_until(lambda: "Cuaderno" in found_text(game), "the notebook")
        await game.press(*" nadie")
        await game.wait_until(lambda: "Encontrado: 0" in found_text(game), "nothing")
        await game.press("enter")
        assert game.dialog == "SearchScreen"


async def test_enter_goes_to_the_entry_the_event_and_the_tab(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await look_for(game, "tabernera", "Cuaderno")
        await game.press("enter")
        assert game.dialog == "NotebookScreen"
        await game.press("q")
        await look_for(game, "compran", "Notas")
        await game.press("enter")
        assert game.dialog == "LogScreen"
        assert "Nota: Compran pan" in game.screen
        await game.press("q")
        await look_for(game, "farol", "Objetos")
        await game.press("enter")
        assert (game.pane.id, game.line_table.cursor_key) == ("tab-3", next(iter(game.session.supplies)))


@pytest.mark.slow
async def test_a_rule_a_table_and_a_page_of_the_manual_are_opened(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await look_for(game, "R1-039", "Reglas")
        await choose(game, "rule.R1-039")
        assert "R1-039" in game.screen
        assert "R1-043" not in game.screen
        await game.press("q")
        await look_for(game, "tesoro", "Tablas")
        await choose(game, "table.rumores")
        assert "3–4  un tesoro" in game.screen
        await game.press("q")
        await look_for(game, "jugadores_keys", "Manual")
        await game.press("enter")
        assert game.dialog == "ManualScreen"
        await game.wait_until(lambda: "jugadores_keys" in game.screen, "the line of the page")
        await game.press("home")
        assert game.screen.lstrip().startswith("La pantalla de los jugadores")


@pytest.mark.slow
async def test_a_creature_is_found_in_its_tab_or_on_its_card(folder: Folder) -> None:
    folder.begin(
        *fight("combate Otra", "cambia Emboscada", "aparece Lobo", "apunta Lobo cojea", "quita Lobo")
    )
    async with playing(folder) as game:
        await game.press("1")
        await look_for(game, "Goblin 2", "Criaturas")
        await game.press("enter")
        assert game.pane.id == "tab-2"
        await game.wait_until(
            lambda: game.session.creatures[str(game.line_table.cursor_key)].name == "Goblin 2", "its row"
        )
        await look_for(game, "cojea", "Criaturas")
        await choose(game, f"creature.{game_key(game, 'Lobo')}")
        assert game.dialog == "PageScreen"
        assert "cojea" in game.screen


def game_key(game: Game, name: str) -> str:
    return next(who for who, each in game.session.creatures.items() if each.name == name)


async def test_a_row_of_this_tab_comes_first_and_the_filter_before_it(folder: Folder) -> None:
    """A filter stays until it is cleared; going to a row that it hides shows all rows again."""
    folder.begin(*party("pj Ñandú"))
    async with playing(folder) as game:
        await look_for(game, "nan", "Ver solo lo que contiene «nan»: 1")
        await game.press("down", "enter")
        assert len(game.rows) == 3
        assert game.session.creatures[str(game.line_table.cursor_key)].name == "Ñandú"
        await game.press("/")
        await game.say("ñan")
        assert len(game.rows) == 1
        await game.press("/", "ctrl+c")
        assert len(game.rows) == 1
        await game.press("/", *["backspace"] * 3, *"bruno")
        await game.wait_until(lambda: "Criaturas" in found_text(game), "a creature")
        await choose(game, f"creature.{game_key(game, 'Bruno')}")
        await game.wait_until(lambda: len(game.rows) == 3, "all rows again")
        assert game.session.creatures[str(game.line_table.cursor_key)].name == "Bruno"


async def test_what_another_gm_removed_meanwhile_is_refused(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await look_for(game, "tabernera", "Cuaderno")
        folder.play("cuaderno Morda nada", gm="bea")
        await game.wait_until(lambda: not game.session.notebook, "what the other GM did")
        await game.press("enter")
        assert game.dialog == ""
        assert "ha cambiado la lista" in game.notice


@pytest.mark.slow
async def test_a_long_log_is_read_piece_by_piece(folder: Folder) -> None:
    folder.begin(*party(*(f"nota Suceso {number}" for number in range(300))))
    async with playing(folder) as game:
        await game.press("/")
        await game.paste("suceso 7")
        await game.wait_until(lambda: "Notas" in found_text(game), "the newest notes")
        await game.wait_until(lambda: "sigo leyendo" not in found_text(game), "the end of the log")
        assert "Notas 57" in found_text(game)
