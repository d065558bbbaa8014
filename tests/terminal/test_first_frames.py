"""The first frames of the real program: in no size are they painted before the app has its styles."""

import fcntl
import signal
import struct
import termios
from pathlib import Path

import pytest

from tests.play.shell import Place
from tests.pseudo_terminal import Terminal
from tests.trials import Trials, one_of
from tracker.base_app import LEAST

Size = tuple[int, int]
SHOWN = {"list": (), "table": ("mesa",), "watch": ("watch", "mesa"), "demo": ("demo", "chronicle")}
"""The words that show each first screen."""
SMALL = ((50, 15), (39, 24), (80, 9), (10, 3), (1, 1))
LARGE = ((80, 24), (60, 20), (200, 50))
ENVIRONMENTS: tuple[dict[str, str], ...] = (
    {"NO_COLOR": "1"},
    {"TERM": "linux"},
    {"TERM": "linux", "NO_COLOR": "1"},
)


@pytest.fixture
def at(tmp_path: Path) -> Place:
    at = Place(tmp_path)
    at.begin("mesa", "pj Lía")
    return at


def start_program(at: Place, shown: str, size: Size, **environment: str) -> Terminal:
    """Start the program in a terminal of a size, with its language chosen."""
    own = {"TRACKER_SAVES": str(at.saves), "XDG_STATE_HOME": str(at.folder / "state"), "TRACKER_LANG": "es"}
    return Terminal(*SHOWN[shown], size=size, hindrance=None, **{**own, **environment})


def resize(terminal: Terminal, size: Size) -> None:
    """Make the terminal larger or smaller."""
    columns, rows = size
    terminal.screen.resize(rows, columns)
    fcntl.ioctl(terminal.outside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    terminal.process.send_signal(signal.SIGWINCH)


def sees(terminal: Terminal, size: Size) -> bool:
    """Whether the screen of a size comes: what was asked for, or how large the terminal has to be."""
    columns, rows = size
    fits = columns >= LEAST.width and rows >= LEAST.height
    # a terminal of one cell shows no more than a letter of it
    told = "? Ayuda" if fits else f"{columns}x{rows}" if columns > 9 else ""
    return terminal.wait_until(lambda: bool(terminal.text.strip()) and told in terminal.text)


@pytest.mark.parametrize("shown", one_of(sorted(SHOWN, key="table".__ne__)))
@pytest.mark.parametrize("size", one_of([*SMALL, *LARGE]), ids=lambda size: "{}x{}".format(*size))
def test_any_size_is_painted_and_any_other_after_it(
    at: Place, trials: Trials, shown: str, size: Size
) -> None:
    terminal = start_program(at, shown, size)
    other = (80, 24) if size in SMALL else (50, 15)
    try:
        for each in (size, other, size):
            resize(terminal, each)
            assert sees(terminal, each), f"{each}\n{terminal.text}"
        trials("first frames, and sizes after them", 3)
        terminal.press("\r")  # goes on in the small terminal
        terminal.settle(0.5)
        terminal.process.terminate()
        assert terminal.wait_until(lambda: terminal.process.poll() is not None)
        assert terminal.process.wait(0) == 128 + signal.SIGTERM, terminal.text
    finally:
        terminal.close()


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=" ".join)
@pytest.mark.parametrize("size", [(50, 15), (80, 24)])
@pytest.mark.slow
def test_a_poor_terminal_is_painted_too(
    at: Place, trials: Trials, size: Size, environment: dict[str, str]
) -> None:
    for shown in SHOWN:
        terminal = start_program(at, shown, size, **environment)
        try:
            assert sees(terminal, size), f"{shown}\n{terminal.text}"
            trials("first frames of a poor terminal", 1)
        finally:
            terminal.close()
