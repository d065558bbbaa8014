"""The title of the window: the campaign and whose turn it is, and afterwards the one from before."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pseudo_terminal import Start, Terminal, starting
from tests.terminal.test_bad_terminals import PROGRAM, Running
from tests.trials import each_of
from tests.watch.secrets import HERO, HIDDEN, SAGE, Game, full_of_secrets
from tracker.terminal.running import PLAIN_TERMINAL

TITLE = re.compile(rb"\x1b\]2;([^\x07]*)\x07")
FAILING = PROGRAM.replace(
    "    def action_flood",
    "    def on_mount(self): self.show_title('Mesa')\n    def action_flood(self): 1 / 0\n    def never",
)
"""An app with a title that fails at `f`."""
GIVEN_BACK = b"\x1b]2;\x07\x1b[23;2t"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return full_of_secrets(tmp_path, "chronicle")


@pytest.fixture
def start(game: Game, tmp_path: Path) -> Iterator[Start]:
    with starting(game.path, tmp_path) as start:
        yield start


def titles(terminal: Terminal) -> list[str]:
    """Return the titles that were shown, in their order; an empty one gives the old one back."""
    return [title.decode() for title in TITLE.findall(terminal.written)]


def ends(terminal: Terminal) -> int:
    """Read until the program has ended, and return its status."""
    assert terminal.wait_until(lambda: terminal.process.poll() is not None)
    terminal.read(0.1)
    return terminal.process.wait(1)


def test_it_follows_the_turn_and_is_given_back_at_the_end(start: Start) -> None:
    terminal = start()
    assert terminal.shows("? Ayuda")
    terminal.press("n", "n", "\x1b[B", "3")
    turn_title = f"Turno de {SAGE} · La Torre"
    assert terminal.wait_until(lambda: titles(terminal)[-1:] == [turn_title])
    assert titles(terminal) == [f"Turno de {HERO} · La Torre", "La Torre", turn_title]
    terminal.press("q", "s")
    assert terminal.wait_until(lambda: titles(terminal)[-1] == "tracker")
    terminal.press("q")
    assert ends(terminal) == 0
    assert terminal.written.count(b"\x1b[22;2t") == terminal.written.count(b"\x1b[23;2t") == 1
    assert GIVEN_BACK in terminal.written


def test_a_hidden_turn_names_nobody_to_those_who_only_see_the_title(start: Start, game: Game) -> None:
    terminal, watching = start(), start("watch", str(game.path))
    assert terminal.shows("? Ayuda")
    terminal.press("n")
    assert terminal.shows(f"Turno de {HIDDEN}")
    assert terminal.wait_until(lambda: titles(terminal)[-1:] == ["La Torre"])
    assert watching.wait_until(lambda: titles(watching)[-1:] == [f"Turno de {HERO} · La Torre"])
    terminal.press("n")
    assert watching.wait_until(lambda: titles(watching)[-1] == f"Turno de {SAGE} · La Torre")
    assert not [title for title in (*titles(terminal), *titles(watching)) if HIDDEN in title]


@each_of(
    ("toml", "environment"),
    [
        ("title = false\n", {}),
        ("", {"TERM": "linux"}),
        ("", {"TERM": "vt220"}),
    ],
)
def test_nothing_is_said_where_it_is_not_wanted_or_would_be_printed(
    start: Start, toml: str, environment: dict[str, str]
) -> None:
    terminal = start(toml=toml, **environment)
    assert terminal.shows("? Ayuda")
    terminal.press("n", "\x11")
    assert ends(terminal) == 0
    assert b"\x1b]" not in terminal.written
    assert b"\x1b[22;2t" not in terminal.written


def test_it_is_given_back_after_a_signal_and_while_suspended(start: Start) -> None:
    terminal = start()
    assert terminal.shows("? Ayuda")
    terminal.process.send_signal(signal.SIGTSTP)
    assert terminal.wait_until(lambda: GIVEN_BACK in terminal.written)
    terminal.process.send_signal(signal.SIGCONT)
    assert terminal.wait_until(lambda: titles(terminal)[-1] == f"Turno de {HERO} · La Torre")
    terminal.process.send_signal(signal.SIGTERM)
    assert ends(terminal) == 128 + signal.SIGTERM
    assert terminal.written.count(GIVEN_BACK) == 2


def test_it_is_given_back_after_an_error(tmp_path: Path) -> None:
    program = Running(f"{tmp_path}/note", program=FAILING)
    try:
        assert b"lista" in program.read_until(b"lista")
        os.write(program.screen, b"f")
        written = program.read_until(GIVEN_BACK)
        assert TITLE.findall(written) == [b""]
        assert GIVEN_BACK in written
        assert program.status() == 1
    finally:
        program.close()


def test_a_lost_terminal_is_no_error(start: Start) -> None:
    terminal = start()
    assert terminal.shows("? Ayuda")
    os.close(terminal.outside)
    terminal.outside = os.open(os.devnull, os.O_RDWR)
    assert terminal.process.wait(5) in (128 + signal.SIGHUP, -signal.SIGHUP)


def test_textuals_own_driver_shows_none(start: Start) -> None:
    terminal = start(**{PLAIN_TERMINAL: "1"})
    assert terminal.shows("? Ayuda")
    assert titles(terminal) == []
