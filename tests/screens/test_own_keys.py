"""Keys that the GM has given to lines of the typed language."""

import tomllib
from typing import Any

import pytest

from tests.screens.game import Folder, Game, fight, playing
from tests.trials import one_of, one_row_of
from tracker.cli.config import config_of
from tracker.cli.config_file import import_every_screen, own_keys
from tracker.rules.system import Fact
from tracker.store.game_files import Shelf
from tracker.widgets.keymap import covering_sentences, with_usable_keys
from tracker.widgets.preferences import Preferences
from tracker.wording.language import speak
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

import_every_screen()


def preferring(keys: dict[str, Any]) -> Preferences:
    """Return the preferences of a GM whose file has these keys, all of them right."""
    config = config_of({"keys": keys})
    preferences, mistakes = with_usable_keys(config.preferences)
    assert (config.mistakes, mistakes) == ((), [])
    return preferences


def wrong(keys: dict[str, Any]) -> list[tuple[str, Any]]:
    """Return the codes of the mistakes in a GM's keys, each with the key that it names."""
    config = config_of({"keys": keys})
    found = [*config.mistakes, *with_usable_keys(config.preferences)[1]]
    assert all("keys" in refusal_sentence(each) for each in found)
    return [(each.code, each.data.get("key") or each.data.get("name")) for each in found]


def health(game: Game, name: str) -> int:
    value = game.sheet(name).health
    assert isinstance(value, int)
    return value


def active(game: Game) -> str:
    assert game.session.fight is not None
    return game.session.fight.active


def last_fact(game: Game) -> Fact:
    return list(game.table.history)[-1].facts[0]


async def test_a_key_plays_its_line_for_the_chosen_rows(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"ctrl+d": "daño . 4"})) as game:
        await game.press("2", "end", "ctrl+d")
        assert health(game, "Goblin 2") == 2
        await game.press("u", "u")
        assert health(game, "Goblin 2") == 6


async def test_a_line_that_ends_in_dots_asks_for_its_rest(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"ñ": "daño .…"})) as game:
        await game.press("2", "end", "ñ")
        assert game.dialog == "CommandPrompt"
        await game.press("3", "enter")
        assert health(game, "Goblin 2") == 3


@pytest.mark.slow
async def test_a_line_that_lacks_a_part_asks_for_it(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"ñ": "daño . directo"})) as game:
        await game.press("2", "end", "ñ")
        assert game.dialog == "CommandPrompt"


async def test_the_key_of_the_gm_wins_and_a_wrong_line_is_a_sentence(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"d": "nota hecha", "v": "daño nadie 3"})) as game:
        await game.press("2", "d")
        assert (game.dialog, game.session.fight is not None) == ("", True)
        assert "hecha" in game.screen
        before = game.session
        await game.press("v")
        assert "nadie" in game.notice
        assert game.session == before
        await game.press("D")
        assert (game.dialog, game.events) == ("", len(game.table.history))
        assert last_fact(game).kind == "note"


async def test_at_stands_for_whoever_has_the_turn(folder: Folder) -> None:
    folder.begin(*fight("siguiente", "ficha Lía daño=1d6"))
    async with playing(folder, preferences=preferring({"y": "daño @ 2 directo", "ñ": "ataca @"})) as game:
        name = game.session.creatures[active(game)].name
        before = health(game, name)
        await game.press("2", "end", "y")
        assert health(game, name) == before - 2
        await game.press("ñ")
        assert (game.dialog, name in game.screen) == ("ActDialog", True)  # her damage comes first


@pytest.mark.slow
async def test_without_a_fight_at_stands_for_the_row_under_the_cursor(folder: Folder) -> None:
    folder.begin("pj Lía", "pj Bren")
    async with playing(folder, preferences=preferring({"y": "daño @ 1"})) as game:
        before = health(game, "Bren")
        await game.press("end", "y")
        assert health(game, "Bren") == before - 1


async def test_with_nobody_at_turn_at_is_refused_with_a_sentence(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"y": "daño @ 1", "ñ": "ataca @"})) as game:
        before = game.session
        for key in ("y", "ñ"):
            await game.press("2", key)
            assert game.notice == say("refusal.no_turn_now")
        assert game.session == before


@pytest.mark.parametrize(
    ("line", "typed", "name"),
    one_row_of(
        [
            (
                'aparece "{¿Quién?}" salud=5',
                'Bren "el Rojo" de Orvega; el sordo',
                "Bren el Rojo de Orvega; el sordo",
            ),
            ("aparece {¿Quién?}", "Sor Inés", "Sor Inés"),
        ]
    ),
)
async def test_what_a_key_asks_is_put_into_its_line(folder: Folder, line: str, typed: str, name: str) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"ñ": line})) as game:
        await game.press("2", "ñ")
        assert (game.dialog, "¿Quién?" in game.screen) == ("TextPrompt", True)
        await game.say(typed)
        assert name in {each.name for each in game.session.creatures.values()}


@pytest.mark.slow
async def test_a_note_keeps_what_was_typed_as_it_was_typed(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"ñ": "nota {¿Qué pasa?}"})) as game:
        text = 'Dice "no; nunca" y mide 5" = 3 {bis}'
        await game.press("2", "ñ")
        await game.say(text)
        assert last_fact(game).data["text"] == text


async def test_a_refused_answer_is_asked_again_and_nothing_is_lost(folder: Folder) -> None:
    folder.begin(*fight())
    preferences = preferring({"ñ": "daño {¿A quién?} {¿Cuánto?}; nota {¿Cuánto?}"})
    async with playing(folder, preferences=preferences) as game:
        before = game.session
        await game.press("2", "ñ")
        await game.say("Goblin 2")
        await game.say("mucho")
        assert (game.dialog, game.session) == ("TextPrompt", before)
        assert "mucho" in game.screen
        await game.press("ctrl+u")
        await game.say("2")
        assert health(game, "Goblin 2") == 4
        assert [each.facts[0].kind for each in list(game.table.history)[-2:]] == ["damaged", "note"]


@pytest.mark.slow
async def test_leaving_a_question_plays_nothing(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"ñ": "siguiente; nota {¿Qué?}"})) as game:
        before = game.session
        await game.press("2", "ñ", "escape")
        assert (game.dialog, game.session) == ("", before)


THREE = {"f5": "daño . 1; daño . 2; nota fin;; por hoy"}


@pytest.mark.slow
async def test_two_lines_are_two_events_for_the_same_rows(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(
        folder, preferences=preferring({"f5": "daño . 1; daño . 2; nota fin;; por hoy"})
    ) as game:
        await game.press("2", "end", "space", "up", "space")
        marked = [game.session.creatures[who].name for who in game.table.chosen]
        before = [health(game, name) for name in marked]
        events = game.events
        await game.press("f5")
        assert len(marked) == 2
        assert game.events == events + 3
        assert [health(game, name) for name in marked] == [each - 3 for each in before]
        assert last_fact(game).data["text"] == "fin; por hoy"
        await game.press("u", "u", "u", "u")
        assert [health(game, name) for name in marked] == [each - 1 for each in before]


async def test_lines_stop_at_the_first_that_is_refused_and_say_what_is_left(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"f5": "daño . 1; daño nadie 3; siguiente"})) as game:
        before, events = active(game), game.events
        await game.press("2", "end", "f5")
        assert (game.events, active(game)) == (events + 1, before)
        assert "siguiente" in game.notice
        assert "nadie" in game.notice


@pytest.mark.slow
async def test_a_key_may_have_hundreds_of_lines(folder: Folder) -> None:
    folder.begin(*fight())
    lines = "; ".join(["cura . 1", "daño . 1"] * 120)
    async with playing(folder, preferences=preferring({"ctrl+d": lines})) as game:
        await game.press("2", "end", "ctrl+d")
        events = [each.facts[0].kind for each in list(game.table.history)[-240:]]
        assert events == ["healed", "damaged"] * 120


@pytest.mark.slow
async def test_lines_go_on_after_a_dialog(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"f5": "daño .…; nota hecho"})) as game:
        await game.press("2", "end", "f5", "3", "enter")
        assert health(game, "Goblin 2") == 3
        assert last_fact(game).kind == "note"


PLACED = {"d": {"do": "nota aquí", "in": "encounter", "say": "Apunte", "tip": "Anota que fue aquí"}}


async def test_a_key_of_one_tab_is_the_programs_on_the_others(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring(PLACED)) as game:
        await game.press("1", "d")
        assert game.dialog == "ActDialog"
        assert "Apunte" not in game.screen
        await game.press("escape", "2")
        assert "d Apunte" in game.screen
        assert say("key.creature.damage") not in game.screen.splitlines()[-1]
        await game.press("d")
        assert (game.dialog, last_fact(game).kind) == ("", "note")


@pytest.mark.slow
async def test_the_page_of_keys_tells_the_gms_own_and_what_they_take_the_place_of(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring(PLACED)) as game:
        await game.press("question_mark", "slash", *"apunte", "enter")
        assert say("own_keys.heading") in game.screen
        for part in ("nota aquí", "Anota que fue aquí", say("key.creature.damage")):
            assert part in game.screen


@pytest.mark.slow
async def test_the_palette_has_the_gms_own_keys_and_goes_to_their_tab(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring(PLACED)) as game:
        await game.press("1", "ctrl+p", *"apunte", "enter")
        assert (game.table.tab, last_fact(game).kind) == ("2", "note")


async def test_the_table_says_at_once_which_keys_are_the_gms(folder: Folder) -> None:
    folder.begin(*fight())
    preferences = preferring({"d": "nota hecha", "ctrl+d": "daño . 1"})
    async with playing(folder, preferences=preferences) as game:
        assert game.notice_text == say("own_keys.covers", key="d", what=say("key.creature.damage"))
        await game.press("g", "a")
        assert "nota hecha" in game.screen


@pytest.mark.slow
async def test_an_action_that_lost_its_key_is_in_the_palette(folder: Folder) -> None:
    folder.begin(*fight())
    async with playing(folder, preferences=preferring({"c": "nota hecha"})) as game:
        assert game.app.key_of("creature.heal") == ""
        await game.press("2", "ctrl+p", *"cura", "enter")
        assert game.dialog == "ActDialog"


def test_what_lists_do_keeps_its_keys_in_dialogs() -> None:
    preferences = preferring({"j": "nota hecha", "u": "nota deshecha"})
    assert "list.down" in preferences.own["j"].covers
    assert "list.down" not in preferences.keys
    assert "undo.yes" not in preferences.keys


def test_a_key_with_an_action_is_another_key_of_it() -> None:
    preferences = preferring({"ç": "encounter.next", "v": "encounter.hide"})
    assert preferences.own == {}
    assert preferences.keys["encounter.next"] == "ç,n"
    assert preferences.keys["encounter.hide"].startswith("v,")


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ({"ctrl+d": " "}, [("key_without_line", "ctrl+d")]),
        ({"ctrl+d": ";"}, [("key_without_line", "ctrl+d")]),
        ({"ctrl+d": {"say": "Nada"}}, [("key_without_line", "ctrl+d")]),
        ({"ctrl+m": "siguiente"}, [("key_is_another", "ctrl+m")]),
        ({"xx": "siguiente"}, [("unknown_key", "xx")]),
        ({"b": "siguiente; frobula . 3"}, [("key_without_verb", "b")]),
        ({"b": "daño . {¿Cuánto?"}, [("key_asks_nothing", "b")]),
        ({"b": "daño . {cuanto}"}, [("key_asks_nothing", "b")]),
        ({"?": "siguiente", "question_mark": "nota a"}, [("key_twice", "question_mark")]),
        ({"b": {"do": "siguiente", "in": "cripta"}}, [("bad_preference", "keys b.in")]),
        ({"b": {"do": "siguiente", "in": []}}, [("bad_preference", "keys b.in")]),
        ({"b": {"do": "siguiente", "in": 3}}, [("bad_preference", "keys b.in")]),
        ({"b": {"do": 3}}, [("bad_preference", "keys b.do")]),
        ({"b": {"do": "siguiente", "color": "rojo"}}, [("unknown_preference", "keys b.color")]),
        ({"b": 3}, [("bad_preference", "keys b")]),
        ({"b": ["siguiente"]}, [("bad_preference", "keys b")]),
        ({"table.undo": {"do": "siguiente"}}, [("bad_preference", "keys table.undo")]),
    ],
)
def test_a_wrong_key_is_a_sentence_and_the_others_hold(
    keys: dict[str, Any], codes: list[tuple[str, Any]]
) -> None:
    rest = {"f9": "siguiente", "encounter.next": "ç"}
    assert wrong({**keys, **rest}) == codes
    preferences, _mistakes = with_usable_keys(config_of({"keys": {**keys, **rest}}).preferences)
    assert preferences.keys["encounter.next"] == "ç"
    assert {*preferences.own} - {"question_mark"} == {"f9"}


def test_a_verb_of_a_game_that_is_a_file_is_a_verb(folder: Folder) -> None:
    preferences = config_of({"keys": {"b": "aviva ."}}).preferences
    games = Shelf.for_campaign(folder.folders.saves, {}).systems
    assert [each.code for each in with_usable_keys(preferences)[1]] == ["key_without_verb"]
    assert with_usable_keys(preferences, games)[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", one_of(["es", "en"]))
async def test_the_examples_of_the_file_play_what_they_say(folder: Folder, language: str) -> None:
    speak(language)
    document = tomllib.loads("\n".join(line for line, _what in own_keys()))
    preferences = preferring(document)
    assert list(covering_sentences(preferences)) == []
    folder.begin(*fight("siguiente", "ficha Lía daño=1d6"))
    folder.faces.extend([1] * 9)
    async with playing(folder, preferences=preferences) as game:
        goblin = health(game, "Goblin 2")
        await game.press("2", "end", "ctrl+d")
        assert health(game, "Goblin 2") == goblin - 1
        await game.press("f8")
        assert game.dialog == "ActDialog"
        await game.press("escape", "f6")
        assert game.dialog == "CommandPrompt"
        await game.press("escape", "i")
        await game.say("2")
        await game.say("ogro viejo")
        assert sum(each.name.startswith("ogro viejo") for each in game.session.creatures.values()) == 2
        before = active(game)
        await game.press("f5")
        assert active(game) != before
        await game.press("down", "b")
        assert last_fact(game).kind == "afflicted"
        await game.press("v")
        assert last_fact(game).kind != "afflicted"
    speak("es")
