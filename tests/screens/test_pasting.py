"""A creature pasted at the table: shown before it is made, made by Enter, left by Escape."""

import pytest

from tests.features.library.test_screens import play, sections
from tests.screens.game import Folder, Game, playing
from tests.session.exchange.test_pasted import MOLE, OLD_BLOCKS, OLD_LINES, SNAPPER
from tests.told import joined_sentence
from tracker.screens.dialogs.command_prompt import CommandPrompt
from tracker.screens.dialogs.sheet_preview import SheetPreview
from tracker.session.pasted import MOST_BYTES
from tracker.widgets.entry import Entry
from tracker.widgets.form import Form
from tracker.wording.library import DOUBT

THORN = "Thorn Wisp\nArmor Class 14\nHit Points 5 (2d4)\nPrick. Hit: 3 (1d6) damage, or 5 at night.\n"
TABLE_BLOCKS = [
    *(text for system, text, _plain, _doubtful in OLD_LINES + OLD_BLOCKS if system == "chronicle"),
    SNAPPER,
    MOLE,
]


def preview_text(game: Game) -> str:
    assert isinstance(game.app.screen, SheetPreview)
    return game.screen


async def test_a_pasted_creature_is_shown_and_enter_makes_it(folder: Folder) -> None:
    play(folder, "pj Bruno", "combate Puente")
    async with playing(folder) as game:
        await game.press("2", "+")
        await game.paste(MOLE)
        told = preview_text(game)
        assert "Topo de las tumbas: ¿así, como se ha leído?" in told
        assert "Salud total: 26" in told
        assert "Fuerza: 14" in told
        assert "Velocidad 30 pies" not in [each.name for each in game.session.creatures.values()]
        assert len(game.session.creatures) == 1
        await game.press("enter")
        assert game.notice == "Aparece Topo de las tumbas."
        mole = [*game.session.creatures.values()][-1]
        assert "Velocidad 30 pies" in mole.notes
        fight = game.session.fight
        assert fight is not None
        assert len(fight.combatants) == 2
        await game.press("u", "enter")
        assert [each.name for each in game.session.creatures.values()] == ["Bruno"]


async def test_a_doubtful_field_is_marked_with_a_sign_and_told_afterwards(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("2", "+")
        await game.paste(THORN)
        assert f"{DOUBT}armas: Prick 3" in preview_text(game)
        assert "  Salud total: 5" in game.screen
        await game.press("enter")
        assert game.notice == "Aparece Thorn Wisp. Por mirar en la ficha de Thorn Wisp: armas."


async def test_escape_leaves_all_as_it_was_and_the_text_in_its_line(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        before = game.events
        await game.press("2", "+", "3", "space")
        await game.paste(MOLE)
        await game.press("escape")
        assert isinstance(game.app.screen, CommandPrompt)
        assert game.app.screen.query_one(Entry).text == f"3 {MOLE.strip()}"
        assert game.events == before
        await game.press("enter")
        preview_text(game)
        await game.press("enter")
        names = [each.name for each in game.session.creatures.values()]
        assert names == ["Bruno", *(f"Topo de las tumbas {n}" for n in (1, 2, 3))]


@pytest.mark.slow
async def test_one_typed_line_is_shown_first_too(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("2", "+", *"2 Mordedor: CA 13, DG 2, AT 1d6, Mov 9", "enter")
        assert f"{DOUBT}Salud total: 9" in preview_text(game)
        await game.press("n")
        assert len(game.session.creatures) == 1
        await game.press("enter", "enter")
        names = [each.name for each in game.session.creatures.values()]
        assert names == ["Bruno", "Mordedor 1", "Mordedor 2"]


@pytest.mark.slow
async def test_what_an_old_or_new_book_prints_is_shown_at_the_table(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        for text in TABLE_BLOCKS:
            await game.press("2", "+")
            await game.paste(text)
            preview_text(game)
            await game.press("n", "ctrl+c")
            assert (game.dialog, len(game.session.creatures)) == ("", 1)


@pytest.mark.slow
async def test_a_hidden_creature_may_be_pasted(folder: Folder) -> None:
    play(folder, "pj Bruno", "combate Puente")
    async with playing(folder) as game:
        await game.press("2", "m", "l")
        await game.paste(MOLE)
        await game.press("enter")
        assert game.notice == "Aparece Topo de las tumbas, fuera de la vista de los jugadores."


@pytest.mark.slow
async def test_a_text_that_is_no_creature_here_is_refused_and_stays_typed(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        for text, why in (
            ("La novia\nviolencia 2, ingenio 1\nCordura 8", "no hay nada que tenga sitio en la ficha"),
            ("x" * (MOST_BYTES - 20), "4000"),
            ("Lobo\nSalud 6\n" + "aúlla\n" * 500, "502 líneas"),
        ):
            await game.press("2", "+")
            await game.paste(text)
            assert isinstance(game.app.screen, CommandPrompt)
            assert game.app.screen.query_one(Entry).text == text.strip()
            await game.press("enter")
            assert isinstance(game.app.screen, CommandPrompt)
            assert game.app.screen.query_one(Entry).text == text.strip()
            assert why in game.hint
            assert len(game.session.creatures) == 1
            await game.press("ctrl+c")


async def test_megabytes_are_refused_in_a_sentence(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("2", "+", *"3 ")
        await game.paste("Lobo\nSalud 6\n" * 100_000)
        assert str(MOST_BYTES) in game.hint
        assert game.app.screen.query_one(Entry).value == "3 "


async def test_a_players_character_is_pasted_into_its_form(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("+")
        await game.paste("Lía\nSalud 4/6\nFuerza 12/11\nCojea.\n")
        assert "Salud: 4" in preview_text(game)
        await game.press("escape")
        assert isinstance(game.app.screen, Form)
        assert game.app.screen.query_one(Entry).text.startswith("Lía\nSalud 4/6")
        assert len(game.session.creatures) == 1
        await game.press("enter", "enter")
        assert game.notice == f"{joined_sentence('Lía')}."
        creature = [*game.session.creatures.values()][-1]
        assert creature.party
        assert "Cojea." in creature.notes


async def test_a_line_with_fields_that_is_pasted_waits_for_enter(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("+")
        await game.paste("Lía salud=6")
        assert game.app.screen.query_one(Entry).text == "Lía salud=6"
        await game.press("escape", "n", "2", "+")
        await game.paste("goblin salud=6")
        assert isinstance(game.app.screen, CommandPrompt)


@pytest.mark.slow
async def test_the_library_takes_a_pasted_creature(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("g", "b", "p")
        await game.paste(THORN)
        preview_text(game)
        await game.press("enter")
        assert game.notice == (
            "La plantilla Thorn Wisp va a la biblioteca. Por mirar en la ficha de Thorn Wisp: armas."
        )
        await game.wait_until(lambda: "thorn wisp" in sections(folder).templates, "the library's save")
        assert len(game.session.creatures) == 1


def test_the_shell_reads_a_block_in_the_same_line(folder: Folder) -> None:
    play(folder, f"aparece 2 {MOLE}", 'aparece "Lobo, el gris"', "biblioteca pega Lobo. Salud 6, daño 4")
    names = [each.name for each in folder.saved().creatures.values()]
    assert names == ["Topo de las tumbas 1", "Topo de las tumbas 2", "Lobo, el gris"]
    assert list(sections(folder).templates) == ["lobo"]


async def test_several_lines_are_shown_and_played_one_by_one(folder: Folder) -> None:
    play(folder, "pj Bea salud=10")
    async with playing(folder) as game:
        before = game.events
        await game.press(":")
        await game.paste("daño Bea 2\r\n\r\n# quien cae\r\nnota Cae la reja\ncura Bea 1\n")
        assert "2 nota Cae la reja" in " ".join(game.screen.split())
        assert "Intro juega 3 líneas" in game.screen
        assert game.events == before
        await game.press("enter")
        assert game.events == before + 3
        assert "Bea recupera 1" in game.notice
        await game.press("u", "enter")
        assert game.sheet("Bea").health == 8


async def test_the_first_refused_line_stops_and_stays_with_those_behind(folder: Folder) -> None:
    play(folder, "pj Bea salud=10")
    async with playing(folder) as game:
        before = game.events
        await game.press(":")
        await game.paste("daño Bea 2\ndaño Beo 3\ncura Bea 1")
        await game.press("enter")
        assert game.events == before + 1
        assert game.dialog == "CommandPrompt"
        assert game.app.screen.query_one(Entry).text == "daño Beo 3\ncura Bea 1"
        assert "Beo" in game.hint
