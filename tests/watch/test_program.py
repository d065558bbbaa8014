"""`tracker watch` as players run it: in a terminal of its own, beside a GM who plays."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pseudo_terminal import Terminal
from tests.trials import one_of
from tests.watch.secrets import HERO, HIDDEN, SAGE, SECRETS, SEEN, SYSTEM_KEYS, Game, full_of_secrets

BOXES = re.compile("[\u2500-\u259f]")


ONE_GAME = pytest.mark.parametrize("game", one_of(SYSTEM_KEYS), indirect=True)
"""No game decides these."""


@pytest.fixture(params=SYSTEM_KEYS)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    return full_of_secrets(tmp_path, str(request.param))


@pytest.fixture(params=[(), ("--plain",)], ids=["screen", "plain"])
def watching(request: pytest.FixtureRequest, game: Game) -> Iterator[Terminal]:
    terminal = Terminal("watch", str(game.path), *request.param)
    assert terminal.shows(SEEN), terminal.text
    yield terminal
    terminal.close()


def everything_written(terminal: Terminal) -> str:
    """Return what was written with and without its escape sequences, so that none can split a secret."""
    text = terminal.written.decode()
    return text + re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text) + terminal.text


def test_no_byte_reveals_a_secret(game: Game, watching: Terminal) -> None:
    game.play("siguiente")
    game.play(f"secreto iniciativa {SAGE} 1d4+71716")
    game.play(f"iniciativa {SAGE} 20")
    game.play("siguiente")
    assert watching.shows(SAGE)
    watching.read(1)
    watching.press("?", "\x1b[6~", "q")
    told = everything_written(watching)
    assert HERO in told
    assert [secret for secret in SECRETS if secret in told] == []


@ONE_GAME
def test_players_see_the_gms_actions(game: Game, watching: Terminal) -> None:
    game.play(f"muestra {HIDDEN}")
    assert watching.shows(HIDDEN)


@ONE_GAME
def test_it_leaves_no_file_anywhere(game: Game, watching: Terminal, tmp_path: Path) -> None:
    watching.read(0.5)
    found = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert {name for name in found if name.startswith("torre.json")} <= {
        "torre.json",
        "torre.json.bak",
        "torre.json.lock",
    }
    assert not Path(os.environ["XDG_STATE_HOME"]).exists()


@pytest.mark.usefixtures("interruptible")
def test_plain_is_letters_only(tmp_path: Path) -> None:
    game = full_of_secrets(tmp_path, SYSTEM_KEYS[0])
    terminal = Terminal("watch", str(game.path), "--plain")
    assert terminal.shows(SEEN)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.process.wait(3) == 0
    assert b"\x1b" not in terminal.written
    assert not BOXES.search(terminal.written.decode())
    terminal.close()


def test_a_save_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    terminal = Terminal("watch", str(tmp_path / "nada.json"))
    assert terminal.shows("No hay ninguna campaña")
    assert terminal.process.wait(3) == 1
    terminal.close()


@ONE_GAME
def test_no_byte_reveals_an_ambush_before_it_is_sprung(game: Game, watching: Terminal) -> None:
    game.play("aparece oculto 2 Zulmak")
    game.play("iniciativa zulmak* 1d6+90")
    game.play("siguiente")
    game.play("ajuste criaturas_que_llegan ocultas")
    game.play("aparece Zulmak jefe")
    watching.read(1)
    assert "Zulmak" not in everything_written(watching)
    game.play("muestra")
    assert watching.shows("Zulmak jefe", 3)
