"""The library at the table: few keys take from it, `B` adds to it, and the game stays apart."""

import pytest

from tests.screens.game import NOON, Folder, playing
from tracker.cli.invocation import luck
from tracker.cli.play import play_lines
from tracker.session.state import Session
from tracker.store.library import Library
from tracker.store.paths import library_path
from tracker.widgets.entry import Entry
from tracker.widgets.text_prompt import TextPrompt

FIGHT = ("pj Lía", "lleva lia antorcha d6", "aparece 2 Goblin salud_total=7 salud=7", "combate Emboscada")


def play(folder: Folder, *lines: str, title: str = "mesa") -> None:
    """Play lines in another process; the campaign begins if need be."""
    if not folder.path(title).exists():
        folder.begin(title=title)
    campaign = folder.open("bea", title)
    assert not play_lines(campaign, lines, *luck(1), as_json=False)
    campaign.save.close()


def sections(folder: Folder) -> Session:
    """Return the library as its save has it."""
    path = library_path(folder.folders.saves, "chronicle")
    kept = Library(path, folder.root / "others", "chronicle", "zoe", lambda: NOON)
    session = kept.look().session
    kept.close()
    return session


async def test_three_goblins_of_the_library_join_the_fight_in_five_keys(folder: Folder) -> None:
    play(folder, *FIGHT, "biblioteca encuentro", title="otra")
    play(folder, "pj Bruno", "combate Puente")
    async with playing(folder) as game:
        await game.press("2")
        await game.press("+", "3", "space", "g")
        assert "Aparecen Goblin 1, Goblin 2 y Goblin 3." in game.screen
        await game.press("enter")
        names = [each.name for each in game.session.creatures.values()]
        assert names == ["Bruno", "Goblin 1", "Goblin 2", "Goblin 3"]

        fight = game.session.fight
        assert fight is not None
        assert len(fight.combatants) == 4
        await game.wait_until(lambda: len(folder.saved().creatures) == 4, "the save")
    assert sections(folder).lineups["emboscada"].members == {"goblin": 2}


async def test_the_line_completes_a_name_of_the_library(folder: Folder) -> None:
    play(folder, *FIGHT, "biblioteca encuentro", title="otra")
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press(":", *"aparece", "space", *"embo", "right", "enter")

        assert game.notice == "Aparecen Goblin 1 y Goblin 2."


async def test_three_keys_put_a_creature_into_the_library_and_the_game_stays(folder: Folder) -> None:
    play(folder, *FIGHT, 'daño "goblin 1" 5')
    async with playing(folder) as game:
        before = game.events
        await game.press("2")
        game.cursor_on("Goblin 1")
        await game.press("g", "b", "c", "enter")

        assert game.notice == "La plantilla Goblin va a la biblioteca."
        assert game.events == before
        await game.wait_until(lambda: "goblin" in sections(folder).templates, "the library's save")
        assert getattr(sections(folder).templates["goblin"].sheet, "health") == 7  # noqa: B009 - any game's


async def test_the_fight_the_things_and_the_undo(folder: Folder) -> None:
    play(folder, *FIGHT)
    async with playing(folder) as game:
        await game.press("2", "g", "b", "e", "enter")
        assert game.notice.endswith("El encuentro Emboscada (2) va a la biblioteca.")
        await game.press("1", "g", "b", "o")
        await game.say("Explorador")
        assert game.notice == "El equipo Explorador (1 objeto) va a la biblioteca."
        await game.press("g", "b", "v")
        assert "Explorador" in game.screen
        assert "antorcha d6" in game.screen
        assert "2 Goblin" in game.screen
        await game.press("q", "g", "b", "d")
        assert game.notice.startswith("En la biblioteca se deshace: ")
        await game.wait_until(lambda: sections(folder).kits == {}, "the library's save")
        assert sections(folder).lineups.keys() == {"emboscada"}


async def test_a_new_thing_may_be_a_kit(folder: Folder) -> None:
    play(folder, "pj Lía", "lleva Lía Cuerda d8", "biblioteca kit Lía Espeleólogo", "pj Bruno")
    async with playing(folder) as game:
        await game.press("1", "end", "m", "z")
        await game.say("kit espel")
        assert game.notice == "Bruno lleva Cuerda (d8)."
        await game.press("m", "z")
        await game.say("kit de coser")
        await game.press("ctrl+s")
        assert game.notice == "Bruno lleva kit de coser (d6)."


async def test_what_another_process_puts_there_is_taken_at_once(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("m", "y")
        play(folder, *FIGHT, "biblioteca goblin 1", title="otra")
        await game.say("2 gob")
        assert game.notice == "Aparecen Goblin 1 y Goblin 2."


async def test_an_empty_library_says_how_to_fill_it_and_writes_no_file(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        await game.press("3", "g", "b", "v")
        assert "La biblioteca está vacía" in game.screen
        await game.press("q", "g", "b", "d")
        assert game.notice == "No hay nada que deshacer."
    assert not library_path(folder.folders.saves, "chronicle").exists()


async def test_an_unreadable_library_is_said_and_the_table_goes_on(folder: Folder) -> None:
    play(folder, "pj Bruno")
    library_path(folder.folders.saves, "chronicle").mkdir()
    async with playing(folder) as game:
        await game.wait_until(
            lambda: "_library-chronicle.json" in game.notice, "the library that cannot be read"
        )
        await game.press("m", "y")
        await game.say("orco")
        assert game.notice == "Aparece orco."
        await game.press("g", "b", "c", "enter")
        assert "_library-chronicle.json" in game.screen.replace("\n", "")


@pytest.mark.slow
async def test_a_damaged_library_comes_back_and_says_so(folder: Folder) -> None:
    play(folder, *FIGHT, "biblioteca goblin 1")
    async with playing(folder) as game:
        path = library_path(folder.folders.saves, "chronicle")
        path.write_bytes(path.read_bytes()[:-9])
        await game.press("g", "b", "c", "enter")
        await game.wait_until(lambda: "_library-chronicle.json" in game.notice, "what was found")
        await game.wait_until(lambda: len(sections(folder).templates) == 2, "the library's save")


async def test_the_library_is_not_among_the_campaigns(folder: Folder) -> None:
    play(folder, *FIGHT, "biblioteca encuentro")
    async with playing(folder, home=True) as game:
        assert "mesa" in game.screen
        assert "library" not in game.screen


async def test_a_file_is_imported_at_the_table_and_one_undo_takes_it_back(folder: Folder) -> None:
    play(folder, "pj Bruno")
    path = folder.root / "bichos.csv"
    path.write_text("name,health_max\n" + "".join(f"Orco {n},12\n" for n in range(250)), encoding="utf-8")
    async with playing(folder) as game:
        await game.press("g", "b", "t")
        await game.say(str(path))
        assert "¿Se traen estas 250 cosas?" in game.screen
        await game.press("s")
        told = "Entran 250 cosas en la biblioteca, de un fichero."
        assert game.notice == f"{told} «biblioteca deshacer» lo quita todo."
        await game.wait_until(lambda: len(sections(folder).templates) == 250, "the library's save")
        await game.press("g", "b", "d")
        await game.wait_until(lambda: not sections(folder).templates, "it taken back")


@pytest.mark.slow
async def test_an_unreadable_file_is_refused_and_its_name_stays_typed(folder: Folder) -> None:
    play(folder, "pj Bruno")
    (folder.root / "roto.json").write_text("{")
    (folder.root / "carpeta.csv").mkdir()
    (folder.root / "malas.csv").write_text("name,health_max\nLobo,doce\n")
    async with playing(folder) as game:
        await game.press("g", "b", "t")
        for name, why in (
            ("nada.csv", "No hay ningún fichero en"),
            ("nada.txt", "el nombre tiene que acabar en .json, .csv, .tsv, .md"),
            ("roto.json", "Eso no es JSON"),
            ("carpeta.csv", "No hay ningún fichero en"),
            ("malas.csv", "«doce» no es un número entero"),
        ):
            await game.say(str(folder.root / name))
            prompt = game.app.screen
            assert isinstance(prompt, TextPrompt)
            assert why in game.hint
            assert prompt.query_one(Entry).value == str(folder.root / name)
            await game.press("ctrl+u")


@pytest.mark.slow
async def test_the_home_of_the_gm_is_written_short_and_blanks_round_a_path_are_none_of_it(
    folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder.root))
    play(folder, "pj Bruno")
    async with playing(folder) as game:
        for name, typed in (("Orco", "~/x.csv"), ("Lobo", " ~/x.csv"), ("Oso", "~/x.csv ")):
            (folder.root / "x.csv").write_text(f"name,health_max\n{name},12\n")
            await game.press("g", "b", "t")
            await game.say(typed)
            assert game.notice.startswith("Entra 1 cosa en la biblioteca, de un fichero")
            await game.wait_until(lambda: name.lower() in sections(folder).templates, "it")  # noqa: B023 - awaited at once


@pytest.mark.slow
async def test_a_file_with_wrong_rows_asks_before_the_others_come_in(folder: Folder) -> None:
    play(folder, "pj Bruno")
    (folder.root / "x.csv").write_text("name,health_max\nOrco,12\nLobo,doce\n")
    async with playing(folder) as game:
        await game.press("g", "b", "t")
        await game.say(str(folder.root / "x.csv"))
        assert "1 fila está mal. ¿Se traen las demás?" in game.screen
        assert "Criaturas, fila 3: " in game.screen
        await game.press("n")
        assert isinstance(game.app.screen, TextPrompt)
        assert not sections(folder).templates
        await game.press("enter", "s")
        await game.wait_until(lambda: list(sections(folder).templates) == ["orco"], "the good row")


async def test_in_a_kiosk_no_file_is_brought_in(folder: Folder) -> None:
    play(folder, "pj Bruno")
    async with playing(folder, kiosk=True) as game:
        await game.press("g", "b", "t")
        assert game.notice.startswith("Aquí no se puede «library import»")
