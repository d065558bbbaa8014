"""The mouse in a real terminal: asked for only if wanted, and given back however the program ends."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pseudo_terminal import Start, Terminal, starting
from tests.trials import one_of, one_row_of
from tests.watch.secrets import HERO, Game, full_of_secrets

MODES = re.compile(rb"\x1b\[\?(9|100[0-35-7]|1015|1016)([hl])")
"""Every mode of a terminal that is about a mouse."""
FIRST_TAB = b"\x1b[<0;5;2M\x1b[<0;5;2m"
"""A click on it; the table opens on its fight, the second one."""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return full_of_secrets(tmp_path, "chronicle")


@pytest.fixture
def start(game: Game, tmp_path: Path) -> Iterator[Start]:
    """Start the program on the save, with a file of preferences, and wait for the table."""
    with starting(game.path, tmp_path) as start:

        def started(*words: str, toml: str = "", **environment: str) -> Terminal:
            terminal = start(str(game.path), *words, toml=toml, **environment)
            assert terminal.shows(HERO)
            assert terminal.shows("? Ayuda")
            return terminal

        yield started


def ended(terminal: Terminal) -> list[tuple[bytes, bytes]]:
    """Read to the end; return the modes about the mouse, as they were set and reset."""
    assert terminal.wait_until(lambda: terminal.process.poll() is not None)
    terminal.read(0.2)
    return MODES.findall(terminal.written)


@pytest.mark.parametrize(
    ("words", "toml", "environment"),
    one_row_of(
        [
            ((), "mouse = true", {"SSH_CONNECTION": "10.0.0.2 50000 10.0.0.1 22"}),
            ((), "", {}),
            ((), "mouse = false", {}),
        ]
    ),
)
def test_without_a_wish_no_mode_of_the_mouse_is_ever_touched(
    start: Start, words: tuple[str, ...], toml: str, environment: dict[str, str]
) -> None:
    terminal = start(*words, toml=toml, **environment)
    os.write(terminal.outside, FIRST_TAB)
    terminal.settle(0.5)
    assert "Ini Nombre" in terminal.text
    terminal.press("q", "s", "q")
    assert ended(terminal) == []


@pytest.mark.parametrize(
    ("words", "toml", "environment"),
    one_row_of(
        [
            ((), "mouse = true", {}),
            (("--mouse",), "", {}),
            (("--mouse",), "", {"SSH_CONNECTION": "10.0.0.2 50000 10.0.0.1 22"}),
        ]
    ),
)
def test_what_was_asked_for_is_given_back(
    start: Start, words: tuple[str, ...], toml: str, environment: dict[str, str]
) -> None:
    terminal = start(*words, toml=toml, **environment)
    os.write(terminal.outside, FIRST_TAB)
    assert terminal.wait_until(lambda: "Ini Nombre" not in terminal.text)
    terminal.press("q", "s", "q")
    modes = ended(terminal)
    assert {mode for mode, _end in modes} == {b"1000", b"1006"}
    assert dict(modes) == {b"1000": b"l", b"1006": b"l"}


@pytest.mark.parametrize("number", one_of([signal.SIGTERM, signal.SIGHUP]))
def test_a_program_that_is_ended_gives_the_mouse_back(start: Start, number: signal.Signals) -> None:
    terminal = start("--mouse")
    os.kill(terminal.process.pid, number)
    assert dict(ended(terminal)) == {b"1000": b"l", b"1006": b"l"}


def test_the_settings_turn_the_mouse_on_and_off_for_this_gm(start: Start, game: Game, tmp_path: Path) -> None:
    file = tmp_path / "config" / "tracker" / "tracker.toml"
    terminal = start(toml="cursor = false\n")
    for now, other in (("s", "true"), ("n", "false")):
        terminal.press("g", "a", "\x1b[F", "\r", now, "\x13")
        assert terminal.shows("El ratón queda así en")
        assert file.read_text() == f"mouse = {other}\ncursor = false\n"
    terminal.press("q", "s", "q")
    assert ended(terminal)[:2] == [(b"1000", b"h"), (b"1006", b"h")]
    assert dict(MODES.findall(terminal.written)) == {b"1000": b"l", b"1006": b"l"}
