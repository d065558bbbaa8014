"""Dados and the log: the odds while typing, a search, the moment of a throw, how the dice have fallen."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.events import Paste
from textual.pilot import Pilot

from tests.widgets.stage import shown_lines
from tracker.app import TrackerApp
from tracker.screens.log import LogScreen
from tracker.screens.page_screen import PageScreen
from tracker.screens.search import SearchScreen
from tracker.screens.table_screen import TableScreen
from tracker.screens.workspace import Workspace
from tracker.store.paths import Folders
from tracker.widgets.entry import Entry
from tracker.widgets.ink import text_of
from tracker.widgets.line_table import LineTable
from tracker.widgets.notice import Notice
from tracker.widgets.text_panel import TextPanel
from tracker.widgets.text_prompt import TextPrompt


@pytest.fixture
async def pilot(tmp_path: Path) -> AsyncIterator[Pilot[None]]:
    """Sit at a table where three lines have been played, in Dados."""
    folders = Folders(tmp_path / "saves", tmp_path / "state" / "journals")
    fresh = iter(f"x{n}" for n in range(99))
    workspace = Workspace(folders, "ana", lambda sides: 3, lambda: next(fresh), lambda: 0)
    app = TrackerApp(workspace, {}, path=workspace.begin("chronicle", "Torre"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        for order in ("sella", "2d6 # salto", "1d20 = 17"):
            table.player.play_line(order)
        await pilot.press("4")
        await pilot.pause()
        yield pilot


async def types(pilot: Pilot[None], text: str) -> None:
    """Paste a text into the line that is open."""
    entry = pilot.app.screen.focused
    assert isinstance(entry, Entry)
    entry.post_message(Paste(text))
    await pilot.pause()


def rows(pilot: Pilot[None]) -> list[str]:
    return [row.key for row in pilot.app.screen.query(LineTable).last().rows]


async def test_the_odds_stand_under_what_is_typed(pilot: Pilot[None]) -> None:
    await pilot.press("r")
    await types(pilot, "2d6>=7")

    assert isinstance(pilot.app.screen, TextPrompt)
    assert "58,3 %" in text_of(pilot.app.screen.query_one(Notice).text)


async def test_a_search_in_dados_keeps_the_throws_it_finds(pilot: Pilot[None]) -> None:
    await pilot.press("/")
    await types(pilot, "caras:tecleadas")
    await pilot.press("enter")
    await pilot.pause()

    assert len(rows(pilot)) == 1


async def test_a_wrong_search_says_so_and_changes_nothing(pilot: Pilot[None]) -> None:
    before = rows(pilot)
    await pilot.press("/")
    await types(pilot, "quiem:lia")
    await pilot.press("enter")

    assert isinstance(pilot.app.screen, SearchScreen)
    assert "quiem" in text_of(pilot.app.screen.query_one(Notice).text)

    await pilot.press("escape")
    assert isinstance(pilot.app.screen, TableScreen)
    assert rows(pilot) == before


async def test_a_throw_opens_its_moment_and_a_result_opens_the_events_around_it(pilot: Pilot[None]) -> None:
    await pilot.press("up", "m", "m")
    await pilot.pause()
    log = pilot.app.screen
    assert isinstance(log, LogScreen)
    event = log.query_one(LineTable).cursor_key
    everything = rows(pilot)
    assert "salto" in " ".join(shown_lines(log.query_one(TextPanel)))

    await pilot.press("/")
    await types(pilot, "salto")
    await pilot.press("enter")
    await pilot.pause()
    assert rows(pilot) == [event]

    await pilot.press("enter")
    await pilot.pause()
    assert rows(pilot) == everything
    assert log.query_one(LineTable).cursor_key == event


@pytest.mark.slow
async def test_how_the_dice_have_fallen_is_a_key_away(pilot: Pilot[None]) -> None:
    await pilot.press("m", "e")
    await pilot.pause()

    assert isinstance(pilot.app.screen, PageScreen)


async def page_searched_for(pilot: Pilot[None], wanted: str) -> list[str]:
    await pilot.press("m", "e", "slash")
    await types(pilot, wanted)
    return [line.rstrip() for line in shown_lines(pilot.app.screen.query_one(TextPanel)) if line.strip()]


async def test_searching_a_heading_shows_its_block(pilot: Pilot[None]) -> None:
    lines = await page_searched_for(pilot, "D20")

    assert [lines[0].strip(" ─"), lines[1][:20]] == ["d20", "todos: 1 (1 tecleado"]
    assert len(lines) > 20


async def test_searching_a_name_shows_its_indented_lines(pilot: Pilot[None]) -> None:
    lines = await page_searched_for(pilot, "ana (DJ)")

    assert [sum(each in told for told in lines) for each in ("todos", "ana (DJ)", "▇")] == [0, 3, 2]


async def test_a_page_says_when_a_word_is_not_found(pilot: Pilot[None]) -> None:
    assert await page_searched_for(pilot, "dragones") == ["Aquí nada contiene «dragones»."]


async def test_the_help_has_every_key_of_a_search(pilot: Pilot[None]) -> None:
    await pilot.press("question_mark", "slash")
    await types(pilot, "reloj:")

    assert "reloj:2h..1d" in " ".join(shown_lines(pilot.app.screen.query_one(TextPanel)))


@pytest.mark.slow
async def test_an_event_that_was_undone_says_so_in_the_log(pilot: Pilot[None]) -> None:
    await pilot.press("u", "u", "g", "l")
    await pilot.pause()
    log = pilot.app.screen
    assert isinstance(log, LogScreen)
    table = log.query_one(LineTable)
    await pilot.press("up")

    assert "(deshecho) Tirada 1d20" in table.rows[-2].text
    assert "(deshecho)" not in table.rows[-1].text
    assert "Deshecho" in shown_lines(log.query_one(TextPanel))[1]
