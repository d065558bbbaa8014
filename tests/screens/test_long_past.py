"""A campaign with a long past: the log and the recap begin at once, and keys are read while more comes."""

from collections.abc import Sequence

import pytest

from tests.screens.game import Folder, Game, playing
from tests.widgets.stage import shown_lines
from tracker.features.recap import screens as recap
from tracker.screens import log
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.recap import NIGHT
from tracker.widgets.ink import text_of
from tracker.widgets.line_table import LineTable, Row
from tracker.widgets.text_panel import Block

NOTES = 60


@pytest.fixture
def long_past(folder: Folder) -> Folder:
    folder.begin("pj Lía", *(f"nota noche {number}" for number in range(NOTES)))
    return folder


def log_table(game: Game) -> LineTable:
    return game.app.screen.query_one(LineTable)


async def test_the_log_tells_only_what_is_in_view(long_past: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    make = log._row

    def counted(event: Event, history: History) -> Row:
        told.append(event.id)
        return make(event, history)

    monkeypatch.setattr(log, "_row", counted)
    async with playing(long_past) as game:
        await game.press("g", "l")
        assert f"noche {NOTES - 1}" in shown_lines(log_table(game))[-1]
        assert len(log_table(game).keys) == game.events
        assert len(told) < NOTES // 2
        await game.press("home")
        assert "Lía" in "".join(shown_lines(log_table(game))[:4])


async def test_a_search_of_the_log_shows_what_it_has_found_and_goes_on(
    long_past: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.screens.unhurried.SLICE", 0)
    async with playing(long_past) as game:
        await game.press("g", "l", "up", "up")
        at = log_table(game).cursor_key
        await game.press("/")
        await game.say("noche")
        await game.wait_until(lambda: 0 < len(log_table(game).keys) < NOTES, "the first events found")
        assert "sigo leyendo" in game.hint
        await game.wait_until(lambda: f"{NOTES} de {game.events}" in game.hint, "all of them")
        assert "sigo leyendo" not in game.hint
        assert log_table(game).cursor_key == at


@pytest.mark.slow
async def test_the_cursor_stays_where_it_is_moved_while_a_search_goes_on(
    long_past: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.screens.unhurried.SLICE", 0)
    async with playing(long_past) as game:
        await game.press("g", "l", "home", "/")
        await game.say("noche")
        await game.wait_until(lambda: len(log_table(game).keys) > 3, "the first events found")
        await game.press("down")
        at = log_table(game).cursor_key
        assert "sigo leyendo" in game.hint
        await game.wait_until(lambda: "sigo leyendo" not in game.hint, "all of them")
        assert log_table(game).cursor_key == at


async def test_the_recap_tells_the_last_evening_while_earlier_ones_are_read(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin("pj Lía", "nota primera")
    for number, night in enumerate(("segunda", "tercera", "última"), 1):
        monkeypatch.setattr("tests.screens.game.NOON", 1_900_000_000 + number * NIGHT)
        folder.play(f"nota {night}", "nota y ya", "nota ahora sí")
    monkeypatch.setattr("tracker.screens.unhurried.SLICE", 0)
    pages: list[list[str]] = []
    turn = recap.RecapScreen.turn_to

    def kept(screen: recap.RecapScreen, blocks: Sequence[Block]) -> None:
        pages.append([f"{block.heading}: {' '.join(map(text_of, block.lines))}" for block in blocks])
        turn(screen, blocks)

    monkeypatch.setattr(recap.RecapScreen, "turn_to", kept)
    async with playing(folder) as game:
        await game.press("g", "r")
        await game.wait_until(
            lambda: bool(pages) and len(pages[-1]) == 3 and "Sigo" not in str(pages[-1]), "all"
        )

    assert [each.partition(" · ")[0] for each in pages[-1]] == ["Sesión 5", "Sesión 4", "Sesión 3"]
    assert pages[0] == [pages[1][0].replace("25 %", "0 %")]
    assert "Sesión 5" in pages[1][0]
    assert "Sigo leyendo… 25 %" in pages[1][0]
    told = next(number for number, page in enumerate(pages) if "última" in page[0])
    assert len(pages[told]) == 1
    assert "última" in pages[told + 1][0]
    assert "Sesión 4" in pages[told + 1][1]
    assert "Sigo leyendo… 0 %" in pages[told + 1][1]
