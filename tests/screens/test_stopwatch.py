"""The time at the table: off without being asked, to the minute, rung once."""

import pytest

from tests.screens.game import NOON, Folder, Game, fight, party, playing
from tracker.rules.clock import HOUR, MINUTE
from tracker.screens.table.stopwatch import Stopwatch
from tracker.session.pending import SharedRoll
from tracker.widgets.preferences import Occasion, Preferences, Shown


def later(game: Game, seconds: int) -> None:
    """Let real time pass, and look at the clock as the timer does."""
    game.table.campaign.now = lambda: NOON + seconds
    game.table.picture_status()


def top(game: Game) -> str:
    return game.screen.split("\n", 1)[0]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with every notification on the desktop."""
    sentences: list[str] = []
    monkeypatch.setattr("tracker.app.TrackerApp.notify_desktop", lambda _app, text: sentences.append(text))
    return sentences


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows with every ring of the bell."""
    rings: list[str] = []
    monkeypatch.setattr("tracker.app.TrackerApp.bell", lambda _app: rings.append("ring"))
    return rings


async def test_without_a_preference_nothing_is_counted_and_nothing_rings(
    folder: Folder, rung: list[str]
) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder) as game:
        later(game, 9 * HOUR)
        await game.command("intervalo 10m")
        assert "turno" not in top(game)
        assert "sesión" not in top(game)
        assert rung == []


async def test_the_turn_and_the_evening_stand_in_the_top_line_to_the_minute(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder, size=(120, 30), preferences=Preferences(timer=Shown.BOTH)) as game:
        later(game, 30)
        assert "turno 0 min · sesión 0 min" in top(game)
        later(game, 3 * MINUTE + 59)
        assert "turno 3 min · sesión 3 min" in top(game)
        await game.press("2", "n")
        later(game, 5 * MINUTE)
        assert "turno 1 min · sesión 5 min" in top(game)


async def test_an_evening_of_another_day_is_over(folder: Folder) -> None:
    folder.begin(*party())
    async with playing(folder, size=(120, 30), preferences=Preferences(timer=Shown.EVENING)) as game:
        game.table.campaign.now = lambda: NOON + 20 * HOUR
        game.table.stopwatch = Stopwatch(game.table)
        game.table.picture_status()
        assert "sesión 0 min" in top(game)
        assert "turno" not in top(game)


async def test_a_long_turn_is_marked_and_rings_once(folder: Folder, rung: list[str]) -> None:
    folder.begin(*fight("siguiente"))
    preferences = Preferences(overdue=5 * MINUTE, bell=Occasion.OVERDUE)
    async with playing(folder, size=(120, 30), preferences=preferences) as game:
        later(game, 4 * MINUTE)
        assert ("turno" in top(game), rung) == (False, [])
        later(game, 5 * MINUTE)
        assert ("turno 5 min" in top(game), rung) == (True, ["ring"])
        later(game, 6 * MINUTE)
        assert rung == ["ring"]
        await game.press("2", "n")
        later(game, 12 * MINUTE)
        assert rung == ["ring", "ring"]


async def test_something_new_that_waits_rings_once(folder: Folder, rung: list[str]) -> None:
    folder.begin(*party("lleva Lía antorcha d6 luz", "enciende antorcha"))
    async with playing(folder, preferences=Preferences(bell=Occasion.WAITING)) as game:
        await game.command("intervalo 10m")
        assert [each.kind for each in game.session.pending.values()] == [SharedRoll.USAGE]
        game.table.picture_status()
        assert rung == ["ring"]


async def test_what_waited_already_when_the_table_opened_does_not_ring(
    folder: Folder, rung: list[str]
) -> None:
    folder.begin(*party("lleva Lía antorcha d6 luz", "enciende antorcha", "intervalo 10m"))
    async with playing(folder, preferences=Preferences(bell=Occasion.BOTH)) as game:
        assert game.session.pending
        assert rung == []


async def test_the_desktop_tells_once_what_the_bell_would_ring_for_and_names_nobody(
    folder: Folder, rung: list[str], told: list[str]
) -> None:
    folder.begin(*fight("lleva Lía antorcha d6 luz", "enciende antorcha", "siguiente"))
    preferences = Preferences(overdue=5 * MINUTE, notification=Occasion.BOTH)
    async with playing(folder, preferences=preferences) as game:
        later(game, 6 * MINUTE)
        later(game, 7 * MINUTE)
        assert told == ["mesa: el turno dura ya 6 min"]
        await game.command("intervalo 10m")
        assert game.session.pending
        assert told[1:] == ["mesa: hay algo pendiente"]
        assert rung == []


@pytest.mark.slow
async def test_the_settings_change_it_at_once_and_nothing_of_it_is_saved(folder: Folder) -> None:
    folder.begin(*fight("siguiente"))
    async with playing(folder, size=(120, 30)) as game:
        before = (game.events, folder.path().read_bytes())
        await game.press("g", "a", "end", *["up"] * 5, "enter", "e", "ctrl+s")
        assert game.app.preferences.timer is Shown.TURN
        assert "turno 0 min" in top(game)
        assert (game.events, folder.path().read_bytes()) == before
        await game.press("g", "a", "end", *["up"] * 4, "enter", "ctrl+u", *"pronto", "enter")
        assert game.dialog == "Form"
        await game.press("ctrl+u", *"3m", "ctrl+s")
        assert game.app.preferences.overdue == 3 * MINUTE
        await game.press("g", "a", "end", *["up"] * 4, "enter", "ctrl+u", *"Nunca", "ctrl+s")
        assert game.app.preferences.overdue == 0
        await game.press("q")
