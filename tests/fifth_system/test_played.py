"""A game from outside this repository: listed, begun, played by commands and by keys, refused in words."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fifth_system.coin import COIN, Gambler
from tests.fifth_system.conftest import INSTALLED, forget
from tests.told import joined_sentence
from tracker.app import TrackerApp
from tracker.rules.games import SYSTEMS
from tracker.rules.refusal import Refusal
from tracker.rules.systems import known_systems, system_of
from tracker.screens.workspace import Workspace
from tracker.session.state import Session
from tracker.store.campaign import Campaign
from tracker.store.paths import Folders
from tracker.wording.language import speak
from tracker.wording.sentences import refusal_sentence
from tracker.wording.words import term, words_of

ROOT = Path(__file__).resolve().parents[2]


def tracker(folder: Path, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {
        "PYTHONPATH": f"{ROOT}{os.pathsep}{INSTALLED}",
        "TRACKER_SAVES": str(folder),
        "XDG_STATE_HOME": str(folder / "state"),
        "TRACKER_GM": "ana",
    }
    command = [sys.executable, "-m", "tracker", *words]
    return subprocess.run(command, input=lines, env=environment, text=True, capture_output=True, check=False)


@pytest.mark.usefixtures("installed")
def test_an_installed_game_is_listed_after_our_own_and_speaks_its_own_words() -> None:
    assert known_systems() == (*SYSTEMS, "coin")
    assert system_of("coin") is COIN
    assert term(words_of("coin"), "system", "coin") == "Cara o cruz"


def test_a_game_that_is_not_installed_is_refused_in_words() -> None:
    forget()
    with pytest.raises(Refusal) as refused:
        system_of("coin")

    assert refusal_sentence(refused.value).startswith("No conozco el juego «coin». Hay: ")


def test_a_game_that_does_not_load_is_refused_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (broken / "entry_points.txt").write_text("[tracker.systems]\nbroken = tests.nowhere:GAME\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    with pytest.raises(Refusal) as refused:
        system_of("broken")

    assert "«broken» está instalado y no se puede usar" in refusal_sentence(refused.value)
    assert words_of("broken").space("verb") == words_of("").space("verb")
    forget()


def test_a_game_is_spoken_in_the_language_in_use_or_in_one_that_it_has(
    installed_copy: Path,
) -> None:
    speak("en")
    assert term(words_of("coin"), "act", "flip") == "flip of the coin"

    (installed_copy / "en.json").unlink()
    forget()
    assert term(words_of("coin"), "act", "flip") == "lanzar la moneda"
    assert term(words_of("coin"), "mode", "advantage") == "advantage"


def test_a_game_whose_words_are_broken_is_refused_in_words(installed_copy: Path) -> None:
    (installed_copy / "es.json").write_text("{")
    forget()
    with pytest.raises(Refusal) as refused:
        words_of("coin")

    assert "«coin» está instalado y no se puede usar" in refusal_sentence(refused.value)


def test_starting_up_does_not_look_for_installed_games(tmp_path: Path) -> None:
    tracker(tmp_path, "new", "mesa")
    watched = "import sys, tracker.app, tracker.cli; tracker.cli.main(['status', 'mesa']);"
    counted = "print(sys.modules['tracker.rules.systems']._entry_points.cache_info().currsize)"
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TRACKER_SAVES": str(tmp_path)}
    command = [sys.executable, "-c", watched + counted]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    assert ran.stdout.splitlines()[-1] == "0"


def test_it_is_played_in_the_shell(tmp_path: Path) -> None:
    assert tracker(tmp_path, "new", "taberna", "--system", "coin").returncode == 0
    lines = "pj Lía amuleto=pata de conejo\nlanza lia cara = 1\nlanza lia cruz = 1\nlanza lia = 1\n"
    played = tracker(tmp_path, "do", "taberna", lines=lines)

    assert played.stdout.splitlines() == [
        f"{joined_sentence('Lía')}.",
        "Lía gana: 4 monedas.",
        "Lía pierde: 3 monedas.",
        "Falta un dato: lado. Uso: lanza QUIEN LADO [= CARAS]",
    ]
    status = tracker(tmp_path, "status", "taberna").stdout
    assert "taberna — Cara o cruz" in status
    assert "Lía · Monedas 3" in status


def gambler(session: Session) -> Gambler:
    sheet = session.creatures[session.party()[0]].sheet
    assert isinstance(sheet, Gambler)
    return sheet


@pytest.mark.usefixtures("installed")
async def test_it_is_played_with_the_keys(tmp_path: Path) -> None:
    folders = Folders(tmp_path / "saves", tmp_path / "journals")
    workspace = Workspace(folders, "ana", lambda sides: sides, lambda: "lia", lambda: 1_900_000_000)
    path = workspace.begin("coin", "taberna")
    app = TrackerApp(workspace, {}, path=path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("+", *"Lia", "ctrl+s")
        await pilot.press("x", "l")
        await pilot.press("c", "=", "2", "enter")
        await pilot.press("u", "u")
        await pilot.press("3", "h", "t")
        await pilot.pause()

    session = Campaign.open(path, folders.journals, "ana", lambda: 0).session
    assert gambler(session).coins == 3
    assert session.elapsed == 60
