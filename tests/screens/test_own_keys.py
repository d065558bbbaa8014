"""Keys that the GM has given to lines of the typed language."""

import pytest

from tests.screens.game import Folder, fight, playing
from tracker.cli.config_file import import_every_screen
from tracker.widgets.keymap import checked_keys
from tracker.widgets.preferences import Preferences
from tracker.wording.sentences import refusal_sentence

import_every_screen()

LINES = {"ctrl+d": "daño . 4", "ñ": "daño .…", "d": "nota hecha", "v": "daño nadie 3"}


@pytest.fixture
def own() -> Preferences:
    keys, lines, mistakes = checked_keys(LINES | {"encounter.next": "ç"})
    assert (keys, mistakes) == ({"encounter.next": "ç"}, [])
    return Preferences(keys=keys, lines=lines)


async def test_a_key_plays_its_line_for_the_chosen_rows(folder: Folder, own: Preferences) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=own) as game:
        await game.press("2", "end", "ctrl+d")
        assert game.sheet("Goblin 2").health == 2
        await game.press("u", "u")
        assert game.sheet("Goblin 2").health == 6


async def test_a_line_that_ends_in_dots_asks_for_its_rest(folder: Folder, own: Preferences) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=own) as game:
        await game.press("2", "end", "ñ")
        assert game.dialog == "CommandPrompt"
        await game.press("3", "enter")
        assert game.sheet("Goblin 2").health == 3


async def test_the_key_of_the_gm_wins_and_a_wrong_line_is_a_sentence(
    folder: Folder, own: Preferences
) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=own) as game:
        await game.press("2", "d")
        assert (game.dialog, game.session.fight is not None) == ("", True)
        assert "hecha" in game.screen
        before = game.session
        await game.press("v")
        assert "nadie" in game.notice
        assert game.session == before
        await game.press("question_mark")
        await game.press("slash", *"tuyas", "enter")
        assert "Tuyas" in game.screen
        assert "daño .…" in game.screen


@pytest.mark.parametrize(
    ("key", "line", "sentence"),
    [
        ("ctrl+d", " ", "[keys] ctrl+d: falta la orden que hace, como «daño . 1d6»."),
        ("ctrl+m", "siguiente", "[keys] ctrl+m: en una terminal ctrl+m es enter."),
        ("xx", "siguiente", "[keys] xx: «xx» no es ninguna tecla."),
    ],
)
def test_a_key_that_cannot_play_a_line_is_a_sentence(key: str, line: str, sentence: str) -> None:
    _keys, lines, mistakes = checked_keys({key: line})
    assert (lines, [refusal_sentence(each) for each in mistakes]) == ({}, [sentence])
