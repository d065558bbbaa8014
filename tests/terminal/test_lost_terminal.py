"""A terminal is lost at any moment: the program ends soon, and leaves no report of an error."""

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.play.shell import Place
from tests.pseudo_terminal import Terminal
from tests.trials import Trials
from tracker.cli.invocation import DONE, INTERRUPTED, UNWRITTEN, WRONG

pytestmark = pytest.mark.usefixtures("interruptible")
ROUNDS = 8
"""Times that each way is tried at each moment in the long trials."""
SOON = 5.0
"""Most seconds until the program has ended, on a busy machine."""
NO_TERMINAL = WRONG
HUNG_UP = 128 + signal.SIGHUP
ENDINGS = {DONE, HUNG_UP, -signal.SIGHUP, NO_TERMINAL, UNWRITTEN, INTERRUPTED}
"""Exit codes: left by itself, left at the hang-up, killed by it before that, or with nobody to show to."""


def hang_up(terminal: Terminal) -> None:
    """Send what the line's end sends, as often as the program still hears it: several parents may."""
    terminal.process.send_signal(signal.SIGHUP)


def close(terminal: Terminal) -> None:
    """Close the other end of the terminal."""
    os.close(terminal.outside)
    terminal.outside = -1


def close_and_hang_up(terminal: Terminal) -> None:
    """Close the terminal, and hang up while the program leaves because of that."""
    close(terminal)
    end = time.monotonic() + SOON
    while terminal.process.poll() is None and time.monotonic() < end:
        hang_up(terminal)
        time.sleep(0.002)


def hang_up_and_close(terminal: Terminal) -> None:
    """Hang up, and close the terminal while the program leaves because of that."""
    hang_up(terminal)
    close(terminal)


LOSSES = (close_and_hang_up, close, hang_up_and_close, hang_up)
UNASKED = "language"
"""The moment at which the language is asked for."""
MOMENTS = {
    "table": ("mesa",),
    "prompt": ("mesa", ":"),
    "act": ("mesa", ":", "pj Bren\r"),
    "leaving": ("mesa", "\x11"),
    "home": ("",),
    "watch": ("watch mesa",),
    "lines": ("do mesa",),
    UNASKED: ("mesa",),
}
"""The words of each start, and the keys that lead to the moment."""


@pytest.fixture
def at(tmp_path: Path) -> Place:
    at = Place(tmp_path)
    at.begin("mesa", "pj Lía")
    return at


def lose(at: Place, moment: str, loss: Callable[[Terminal], None], wait: float) -> None:
    """Bring the program to a moment, lose the terminal a little later, and see that it ends well."""
    words, *keys = MOMENTS[moment]
    own = {"TRACKER_SAVES": str(at.saves), "XDG_STATE_HOME": str(at.folder / "state")}
    language = {"LANG": "C.UTF-8"} if moment == UNASKED else {"TRACKER_LANG": "es"}
    terminal = Terminal(*words.split(), size=(80, 24), hindrance=None, **own, **language)
    try:
        if keys:
            assert terminal.shows("? Ayuda"), terminal.text
        for key in keys:
            os.write(terminal.outside, key.encode())
        terminal.read(wait)
        loss(terminal)
        if terminal.outside >= 0:
            terminal.wait_until(lambda: terminal.process.poll() is not None, SOON)
        code = terminal.process.wait(SOON)
    finally:
        terminal.process.kill()
        if terminal.outside >= 0:
            os.close(terminal.outside)
    assert not [*at.folder.glob("state/tracker/reports/*")], f"{moment}, {loss.__name__}, {wait}: {code}"
    assert code in ENDINGS, f"{moment}, {loss.__name__}, {wait}: {code}"


def test_a_terminal_that_goes_while_its_hang_up_comes_ends_no_program_in_an_error(
    at: Place, trials: Trials
) -> None:
    lose(at, "prompt", close_and_hang_up, 0.1)
    trials("terminal lost", 1)


@pytest.mark.slow
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: str(loss.__name__))
def test_a_terminal_lost_at_any_moment_ends_no_program_in_an_error(
    at: Place, trials: Trials, moment: str, loss: Callable[[Terminal], None]
) -> None:
    chance = random.Random(f"{moment} {loss.__name__}")
    for _round in range(ROUNDS):
        lose(at, moment, loss, chance.random() ** 2)
    trials("terminal lost", ROUNDS)
    assert at.run("doctor", "mesa").code == 0
