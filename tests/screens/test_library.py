"""The library at the table: few keys take from it, `B` adds to it, and the game stays apart."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.events import Paste
from textual.pilot import Pilot

from tests.screens.game import notice_of
from tests.widgets.stage import painted_lines
from tracker.app import TrackerApp
from tracker.cli.invocation import luck
from tracker.cli.play import play_lines
from tracker.screens.table_screen import TableScreen
from tracker.screens.workspace import Workspace
from tracker.session.state import Session
from tracker.store.campaign import Campaign
from tracker.store.library import Library
from tracker.store.paths import Folders, library_path
from tracker.widgets.entry import Entry
from tracker.widgets.notice import Notice
from tracker.widgets.text_prompt import TextPrompt

NOON = 1_900_000_000
FIGHT = ("pj Lía", "lleva lia antorcha d6", "aparece 2 Goblin salud_total=7 salud=7", "combate Emboscada")


def workspace(root: Path, gm: str = "ana") -> Workspace:
    ids = count(1)
    folders = Folders(root / "saves", root / "journals")
    return Workspace(folders, gm, lambda sides: sides, lambda: f"{gm}{next(ids)}", lambda: NOON)


def play(root: Path, *lines: str, title: str = "mesa", gm: str = "bea") -> None:
    """Play lines in another process; the campaign begins if need be."""
    path = root / "saves" / f"{title}.json"
    if not path.exists():
        workspace(root).begin("chronicle", title)
    campaign = Campaign.open(path, root / "journals", gm, lambda: NOON)
    assert not play_lines(campaign, lines, *luck(1), as_json=False)
    campaign.save.close()


def sections(root: Path) -> Session:
    """Return the library as its save has it."""
    path = library_path(root / "saves", "chronicle")
    kept = Library(path, root / "others", "chronicle", "zoe", lambda: NOON)
    session = kept.look().session
    kept.close()
    return session


def saved(root: Path) -> Session:
    campaign = Campaign.open(root / "saves" / "mesa.json", root / "others", "zoe", lambda: NOON)
    campaign.save.close()
    return campaign.session


class LibraryGame:
    """The GM at the table."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot

    @property
    def table(self) -> TableScreen:
        return next(each for each in self.pilot.app.screen_stack if isinstance(each, TableScreen))

    @property
    def notice(self) -> str:
        return notice_of(self.table)

    @property
    def screen(self) -> str:
        return "\n".join(strip.text for strip in painted_lines(self.pilot.app.screen))

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
        await self.pilot.pause()

    async def say(self, text: str) -> None:
        assert self.pilot.app.screen.focused is not None
        self.pilot.app.screen.focused.post_message(Paste(text))
        await self.pilot.pause()
        await self.press("enter")

    async def until(self, holds: Any, awaited: str) -> None:
        for _ in range(400):
            if holds():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"never: {awaited}\n{self.screen}")


@asynccontextmanager
async def playing_with_library(root: Path, *, kiosk: bool = False) -> AsyncIterator[LibraryGame]:
    where = replace(workspace(root), kiosk=kiosk)
    app = TrackerApp(where, {"TERM": "xterm-256color"}, path=root / "saves" / "mesa.json")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        game = LibraryGame(pilot)
        await pilot.pause()
        await game.until(
            lambda: any(
                isinstance(each, TableScreen) and each.is_mounted and each.pane.is_mounted
                for each in app.screen_stack
            ),
            "the table",
        )
        await pilot.pause()
        yield game


async def test_three_goblins_of_the_library_join_the_fight_in_eight_keys(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, "biblioteca encuentro", title="otra")
    play(tmp_path, "pj Bruno", "combate Puente")
    keys = ["+", "3", "space", "g", "o", "b", "enter"]
    async with playing_with_library(tmp_path) as game:
        await game.press("2")
        await game.press(*keys[:-1])
        assert "Aparecen Goblin 1, Goblin 2 y Goblin 3." in game.screen
        await game.press(keys[-1])

        fight = game.table.session.fight
        assert fight is not None
        assert len(fight.combatants) == 4
        assert len(keys) <= 8
        await game.until(lambda: len(saved(tmp_path).creatures) == 4, "the save")
    assert sections(tmp_path).lineups["emboscada"].members == {"goblin": 2}


async def test_the_line_completes_a_name_of_the_library(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, "biblioteca encuentro", title="otra")
    play(tmp_path, "pj Bruno")
    async with playing_with_library(tmp_path) as game:
        await game.press(":", *"aparece", "space", *"embo", "right", "enter")

        assert game.notice == "Aparecen Goblin 1 y Goblin 2."


async def test_three_keys_put_a_creature_into_the_library_and_the_game_stays(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, 'daño "goblin 1" 5')
    async with playing_with_library(tmp_path) as game:
        before = len(game.table.history)
        await game.press("2")
        game.table.pane.table.move_to(
            next(who for who, each in game.table.session.creatures.items() if each.name == "Goblin 1")
        )
        await game.press("g", "b", "c", "enter")

        assert game.notice == "La plantilla Goblin va a la biblioteca."
        assert len(game.table.history) == before
        await game.until(lambda: "goblin" in sections(tmp_path).templates, "the library's save")
        assert getattr(sections(tmp_path).templates["goblin"].sheet, "health") == 7  # noqa: B009 - any game's


async def test_the_fight_the_things_and_the_undo(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT)
    async with playing_with_library(tmp_path) as game:
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
        await game.until(lambda: sections(tmp_path).kits == {}, "the library's save")
        assert sections(tmp_path).lineups.keys() == {"emboscada"}


async def test_three_goblins_come_with_five_keys(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, "biblioteca encuentro", title="otra")
    play(tmp_path, "pj Bruno", "combate Puente")
    async with playing_with_library(tmp_path) as game:
        await game.press("2")
        await game.press("+", "3", "space", "g", "enter")
        names = [each.name for each in game.table.session.creatures.values()]
        assert names == ["Bruno", "Goblin 1", "Goblin 2", "Goblin 3"]


async def test_a_new_thing_may_be_a_kit(tmp_path: Path) -> None:
    play(tmp_path, "pj Lía", "lleva Lía Cuerda d8", "biblioteca kit Lía Espeleólogo", "pj Bruno")
    async with playing_with_library(tmp_path) as game:
        await game.press("1", "end", "m", "z")
        await game.say("kit espel")
        assert game.notice == "Bruno lleva Cuerda (d8)."
        await game.press("m", "z")
        await game.say("kit de coser")
        await game.press("ctrl+s")
        assert game.notice == "Bruno lleva kit de coser (d6)."


async def test_what_another_process_puts_there_is_taken_at_once(tmp_path: Path) -> None:
    play(tmp_path, "pj Bruno")
    async with playing_with_library(tmp_path) as game:
        await game.press("m", "y")
        play(tmp_path, *FIGHT, "biblioteca goblin 1", title="otra")
        await game.say("2 gob")
        assert game.notice == "Aparecen Goblin 1 y Goblin 2."


async def test_an_empty_library_says_how_to_fill_it_and_writes_no_file(tmp_path: Path) -> None:
    play(tmp_path, "pj Bruno")
    async with playing_with_library(tmp_path) as game:
        await game.press("3", "g", "b", "v")
        assert "La biblioteca está vacía" in game.screen
        await game.press("q", "g", "b", "d")
        assert game.notice == "No hay nada que deshacer."
    assert not library_path(tmp_path / "saves", "chronicle").exists()


async def test_an_unreadable_library_is_said_and_the_table_goes_on(tmp_path: Path) -> None:
    play(tmp_path, "pj Bruno")
    library_path(tmp_path / "saves", "chronicle").mkdir()
    async with playing_with_library(tmp_path) as game:
        await game.until(lambda: "_library-chronicle.json" in game.notice, "the library that cannot be read")
        await game.press("m", "y")
        await game.say("orco")
        assert game.notice == "Aparece orco."
        await game.press("g", "b", "c", "enter")
        assert "_library-chronicle.json" in game.screen.replace("\n", "")


async def test_a_damaged_library_comes_back_and_says_so(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, "biblioteca goblin 1")
    async with playing_with_library(tmp_path) as game:
        path = library_path(tmp_path / "saves", "chronicle")
        path.write_bytes(path.read_bytes()[:-9])
        await game.press("g", "b", "c", "enter")
        await game.until(lambda: "_library-chronicle.json" in game.notice, "what was found")
        await game.until(lambda: len(sections(tmp_path).templates) == 2, "the library's save")


async def test_the_library_is_not_among_the_campaigns(tmp_path: Path) -> None:
    play(tmp_path, *FIGHT, "biblioteca encuentro")
    app = TrackerApp(workspace(tmp_path), {"TERM": "xterm-256color"})
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = "\n".join(strip.text for strip in painted_lines(app.screen))
        assert "mesa" in screen
        assert "library" not in screen


async def test_a_file_is_imported_at_the_table_and_one_undo_takes_it_back(tmp_path: Path) -> None:
    play(tmp_path, "pj Bruno")
    path = tmp_path / "bichos.csv"
    path.write_text("name,health_max\n" + "".join(f"Orco {n},12\n" for n in range(250)), encoding="utf-8")
    async with playing_with_library(tmp_path) as game:
        await game.press("g", "b", "t")
        await game.say(str(path))
        told = "Van a la biblioteca 250 cosas de un fichero (ya estaban y cambian: 0)."
        assert game.notice == f"{told} «biblioteca deshacer» lo quita todo."
        await game.until(lambda: len(sections(tmp_path).templates) == 250, "the library's save")
        await game.press("g", "b", "d")
        await game.until(lambda: not sections(tmp_path).templates, "it taken back")


async def test_an_unreadable_file_is_refused_and_its_name_stays_typed(tmp_path: Path) -> None:
    play(tmp_path, "pj Bruno")
    (tmp_path / "roto.json").write_text("{")
    (tmp_path / "carpeta.csv").mkdir()
    (tmp_path / "malas.csv").write_text("name,health_max\nLobo,doce\n")
    async with playing_with_library(tmp_path) as game:
        await game.press("g", "b", "t")
        for name, why in (
            ("nada.csv", "No hay ningún fichero en"),
            ("nada.txt", "el nombre tiene que acabar en .json, .csv, .md"),
            ("roto.json", "Eso no es JSON"),
            ("carpeta.csv", "No hay ningún fichero en"),
            ("malas.csv", "«doce» no es un número entero"),
        ):
            await game.say(str(tmp_path / name))
            prompt = game.pilot.app.screen
            assert isinstance(prompt, TextPrompt)
            assert why in "".join(text for text, _ink in prompt.query_one(Notice).text)
            assert prompt.query_one(Entry).value == str(tmp_path / name)
            await game.press("ctrl+u")


@pytest.mark.parametrize("typed", ["~/x.csv", " ~/x.csv", "~/x.csv "])
async def test_the_home_of_the_gm_is_written_short_and_blanks_round_a_path_are_none_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    play(tmp_path, "pj Bruno")
    (tmp_path / "x.csv").write_text("name,health_max\nOrco,12\n")
    async with playing_with_library(tmp_path) as game:
        await game.press("g", "b", "t")
        await game.say(typed)
        assert game.notice.startswith("Va a la biblioteca 1 cosa de un fichero")


async def test_a_file_with_wrong_rows_asks_before_the_others_come_in(tmp_path: Path) -> None:
    play(tmp_path, "pj Bruno")
    (tmp_path / "x.csv").write_text("name,health_max\nOrco,12\nLobo,doce\n")
    async with playing_with_library(tmp_path) as game:
        await game.press("g", "b", "t")
        await game.say(str(tmp_path / "x.csv"))
        assert "1 fila está mal. ¿Se traen las demás?" in game.screen
        assert "Criaturas, fila 3: " in game.screen
        await game.press("n")
        assert isinstance(game.pilot.app.screen, TextPrompt)
        assert not sections(tmp_path).templates
        await game.press("enter", "s")
        await game.until(lambda: list(sections(tmp_path).templates) == ["orco"], "the good row")


async def test_in_a_kiosk_no_file_is_brought_in(tmp_path: Path) -> None:
    play(tmp_path, "pj Bruno")
    async with playing_with_library(tmp_path, kiosk=True) as game:
        await game.press("g", "b", "t")
        assert game.notice.startswith("Aquí no se puede «library import»")
