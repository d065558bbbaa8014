"""The notebook by keys: written, told, linked with the log, shared with another GM."""

import pytest

from tests.screens.game import Folder, Game, party, playing, spoken_by
from tracker.features.notebook.screens import NotebookScreen
from tracker.session.notebook import NotebookEntry
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice

LINES = (
    "cuaderno persona Morda: tabernera de Orvega",
    "cuaderno lugar Orvega: visitado; una aldea",
    "cuaderno hilo El plazo: abierto",
)


def entry(game: Game, name: str) -> NotebookEntry:
    return next(each for each in game.session.notebook.values() if each.name == name)


def notice_text(game: Game) -> str:
    return spoken_by(game.app.screen.query_one(Notice))


async def open_at(game: Game, name: str) -> None:
    """Open the notebook with the cursor on an entry."""
    await game.press("g", "c")
    table = game.app.screen.query_one(LineTable)
    table.move_to(next(key for key, each in game.session.notebook.items() if each.name == name))
    await game.pilot.pause()


async def test_an_entry_is_added_and_read_at_once(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await game.press("g", "c", "a")
        await game.say("persona Ferrán: primo de Morda")
        assert game.dialog == "NotebookScreen"
        assert notice_text(game) == "Cuaderno: Ferrán (persona): primo de Morda"
        assert "Enlaces: Morda" in game.screen
        await game.press("q")
        assert game.dialog == ""


async def test_every_key_of_an_entry_writes_and_is_taken_back(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await open_at(game, "Morda")
        await game.press("v")
        assert entry(game, "Morda").told
        await game.press("e", "h")
        assert entry(game, "Morda").status == "dead"
        await game.press("o")
        await game.say(", y espía")
        assert entry(game, "Morda").text == "tabernera de Orvega, y espía"
        await game.press("delete")
        assert [each.name for each in game.session.notebook.values()] == ["Orvega", "El plazo"]
        await game.press("u", "u")
        assert "Morda" in game.screen
        assert entry(game, "Morda").status == "dead"


async def test_a_status_in_the_gms_own_words(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await open_at(game, "El plazo")
        await game.press("e", "o")
        await game.say("aplazado")
        assert entry(game, "El plazo").status == "aplazado"


async def test_the_form_changes_everything_at_once(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await open_at(game, "Orvega")
        before = game.events
        await game.press("enter")
        assert game.dialog == "Form"
        await game.press("enter", *" Vieja", "enter", "down", "enter")
        await game.press(*["backspace"] * len("visitado"), *"destruido", "enter", "ctrl+s")
        assert (entry(game, "Orvega Vieja").status, game.events - before) == ("destroyed", 1)


async def test_a_refused_name_stays_in_the_form(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await open_at(game, "Orvega")
        await game.press("enter", "enter", *["backspace"] * len("Orvega"), *" ", "enter", "ctrl+s")
        assert game.dialog == "Form"
        await game.press("q", "n")
        assert entry(game, "Orvega")


async def test_an_entry_that_another_gm_removed_loses_no_text(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await open_at(game, "Morda")
        await game.press("o", *" Sirve vino.")
        folder.play("cuaderno Morda nada", gm="bea")
        await game.wait_until(lambda: len(game.session.notebook) == 2, "what the other GM did")
        await game.press("enter")
        assert game.dialog == "TextPrompt"
        assert "tabernera de Orvega Sirve vino." in game.screen
        await game.press("ctrl+c")


async def test_another_gms_entry_appears_by_itself(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await game.press("g", "c")
        folder.play("cuaderno persona Ferrán: barbero", gm="bea")
        await game.wait_until(lambda: "Ferrán" in game.screen, "the other GM's entry")


async def test_the_last_events_that_name_an_entry_stand_below_it(folder: Folder) -> None:
    folder.begin(*party(*LINES, "nota Morda les vende un mapa", "nota Nadie dice nada"))
    async with playing(folder) as game:
        await open_at(game, "Morda")
        await game.wait_until(lambda: "Nota: Morda les vende un mapa" in game.screen, "the note")
        assert "Nadie dice nada" not in game.screen
        await game.press("r")
        assert game.dialog == "LogScreen"
        assert "Cuaderno: Morda" in game.screen


async def test_links_lead_from_entry_to_entry(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    async with playing(folder) as game:
        await open_at(game, "Morda")
        await game.press("l", "o")
        screen = game.app.screen
        assert isinstance(screen, NotebookScreen)
        assert game.session.notebook[str(screen.query_one(LineTable).cursor_key)].name == "Orvega"


@pytest.mark.parametrize("name", ["Morda", "Orvega"], ids=["first", "last"])
async def test_the_log_leads_to_the_entry_that_an_event_names(folder: Folder, name: str) -> None:
    folder.begin(*party(*LINES, f"nota Llegan a {name}"))
    async with playing(folder) as game:
        await game.press("g", "l")
        assert f"Cuaderno: {name}" in game.screen
        await game.press("c")
        assert game.dialog == "NotebookScreen"
        screen = game.app.screen
        assert game.session.notebook[str(screen.query_one(LineTable).cursor_key)].name == name


async def test_the_log_offers_no_entry_where_none_is_named(folder: Folder) -> None:
    folder.begin(*party(*LINES, "nota Nadie"))
    async with playing(folder) as game:
        await game.press("g", "l", "c")
        assert game.dialog == "LogScreen"


async def test_a_told_entry_that_names_what_players_do_not_know_says_so(folder: Folder) -> None:
    folder.begin(*party(*LINES, "cuaderno Morda visible"))
    async with playing(folder) as game:
        await open_at(game, "Morda")
        assert "nombra algo que no conocen" in game.screen


async def test_the_notebook_fits_small_and_wide_terminals(folder: Folder) -> None:
    folder.begin(*party(*LINES))
    for size in ((60, 20), (120, 30)):
        async with playing(folder, size=size) as game:
            await open_at(game, "Morda")
            assert "Morda" in game.screen
            assert "tabernera de Orvega" in game.screen
            assert "visitado" in game.screen
