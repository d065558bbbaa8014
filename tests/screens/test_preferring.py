"""The form of settings changes the GM's own preferences at once, and writes them into the GM's file."""

import pytest

from tests.screens.game import Folder, playing
from tests.trials import each_of
from tracker.rules.clock import MINUTE
from tracker.screens.asking.preferring import PREFERENCES, prefer, preference_fields
from tracker.widgets.preferences import USUAL, Occasion, Preferences, Shown

CHANGED = Preferences(
    timer=Shown.TURN,
    overdue=3 * MINUTE,
    bell=Occasion.OVERDUE,
    notification=Occasion.WAITING,
    title=False,
    port=9_000,
)
WRITTEN = {
    "timer": "turn",
    "overdue": "3m",
    "bell": "overdue",
    "notification": "waiting",
    "title": False,
    "port": "9000",
}


@each_of("preferences", [USUAL, CHANGED])
def test_every_preference_of_the_form_shows_its_value(preferences: Preferences) -> None:
    fields = {field.key: field for field in preference_fields(preferences)}
    assert sorted(fields) == sorted(PREFERENCES)
    assert all(field.value in field.choices for field in fields.values() if field.choices)


async def test_what_the_form_answers_holds_at_once_and_is_written(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.begin()
    written: dict[str, str | bool] = {}
    titles: list[str] = []
    monkeypatch.setattr("tracker.app.TrackerApp.keep_preferences", lambda _app, **kept: written.update(kept))
    monkeypatch.setattr("tracker.app.TrackerApp.show_title", lambda _app, title: titles.append(title))
    async with playing(folder) as game:
        before = len(titles)
        prefer(game.table.player, {field.key: field.value for field in preference_fields(CHANGED)})
        assert game.app.preferences == CHANGED
        assert written == WRITTEN
        assert titles[before:] == ["mesa"]
