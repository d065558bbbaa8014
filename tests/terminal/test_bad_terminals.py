"""The program in a bad terminal: a real pty, real signals, real bytes."""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from tests.trials import Trials, one_of
from tracker.terminal.app import ControlFilter, KeyboardFilter
from tracker.terminal.input_parser import InputParser

PROGRAM = """
import os, sys
from textual.widgets import Label
from tracker.terminal.app import InTerminal
from tracker.terminal.running import run
class Probe(InTerminal):
    BINDINGS = [("q", "quit"), ("f", "flood"), ("escape", "tell")]
    def compose(self): yield Label("lista")
    def on_unmount(self):
        open(sys.argv[1], "w").write("unmounted")
        if sys.__stdout__:
            sys.__stdout__.write("what a terminal that is gone does not take")
    def action_tell(self): self.query_one(Label).update("escape")
    def action_flood(self): self.set_interval(0.001, lambda: self.refresh(layout=True))
sys.exit(run(Probe(), os.environ))
"""
STOCK = PROGRAM.replace("sys.exit(run(Probe(), os.environ))", "Probe().run()")
"""The same app without the tracker's own `run`."""
FAILING = """
from tracker.terminal.input_parser import InputParser
def failing(*_):
    yield 1 // 0
InputParser.feed = failing
"""
BAD_BYTES = (
    b"\xe9",
    b"\x1b[:u",
    b"\x1b[1::A",
    b"\x1b[99999999999u",
    b"\x1b[97;1;1114112u",
    b"\x1b[M\x20\xff\xff",
    b"\x1b[48;99999999;99999999;9;9t",
)
PIECES = (*"\x1b[<:;1uMmA~té", "9" * 12, "48", "\x1b[<0;1;1M")
"""Pieces of escape sequences."""
NOISE = st.sampled_from(PIECES)


def _environment() -> dict[str, str]:
    """Return the environment without a size, which would override the terminal's own.

    Without `PYTHONUNBUFFERED`, output waits for its flush, as in an ordinary shell.
    """
    unwanted = ("COLUMNS", "LINES", "PYTHONUNBUFFERED")
    return {name: value for name, value in os.environ.items() if name not in unwanted}


class Running:
    """The program, started in a terminal of its own."""

    def __init__(self, note: str, *before: str, program: str = PROGRAM) -> None:
        self.note = note
        self.screen, inside = pty.openpty()
        self.process = subprocess.Popen(
            [*before, sys.executable, "-c", program, note],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
            env={**_environment(), "TERM": "xterm-256color"},
        )
        os.close(inside)

    def read_until(self, text: bytes = b"\x00", seconds: float = 10) -> bytes:
        """Read the output until `text` appears or the time is up."""
        drawn = b""
        end = time.monotonic() + seconds
        while text not in drawn and time.monotonic() < end:
            if select.select([self.screen], [], [], 0.05)[0]:
                try:
                    drawn += os.read(self.screen, 65536)
                except OSError:
                    break
        return drawn

    def status(self) -> int:
        """Read the output until the program ends, and return its exit status."""
        end = time.monotonic() + 10
        while self.process.poll() is None and time.monotonic() < end:
            self.read_until(seconds=0.1)
        return self.process.wait(0.1)

    def wakings(self) -> int:
        """Return how often any thread of the program has gone to sleep so far."""
        statuses = (file.read_text() for file in Path(f"/proc/{self.process.pid}/task").glob("*/status"))
        counts = (re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.MULTILINE) for text in statuses)
        return sum(int(count[1]) for count in counts if count)

    def share_of_cpu(self, seconds: float) -> float:
        """Return the share of one processor that the program uses in this time."""
        before = self._cpu()
        self.read_until(seconds=seconds)
        return (self._cpu() - before) / seconds

    def _cpu(self) -> float:
        figures = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.screen >= 0:
            os.close(self.screen)

    def is_unmounted(self) -> bool:
        return os.path.exists(self.note)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    program = Running(f"{tmp_path}/note")
    assert b"lista" in program.read_until(b"lista")
    yield program
    program.close()


def test_no_bytes_end_the_program(running: Running) -> None:
    for noise in BAD_BYTES:
        os.write(running.screen, noise)
        running.read_until(seconds=0.25)
        assert running.process.poll() is None, noise
    os.write(running.screen, b"q")
    assert running.status() == 0
    assert running.is_unmounted()


def test_a_byte_that_is_not_utf8_still_ends_textuals_own_driver(tmp_path: Path) -> None:
    """Once this fails, the keys may be read by Textual's own thread."""
    program = Running(f"{tmp_path}/note", program=STOCK)
    try:
        assert b"lista" in program.read_until(b"lista")
        os.write(program.screen, BAD_BYTES[0])
        program.read_until(seconds=0.5)
        os.write(program.screen, b"q")
        assert b"utf-8" in program.read_until(b"utf-8", seconds=3)
    finally:
        program.close()


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("number", one_of([signal.SIGHUP, signal.SIGTERM]))
def test_a_signal_still_kills_an_app_that_textual_runs(tmp_path: Path, number: signal.Signals) -> None:
    """Once this fails, `tracker/terminal/signals.py` can go."""
    program = Running(f"{tmp_path}/note", program=STOCK)
    try:
        assert b"lista" in program.read_until(b"lista")
        program.process.send_signal(number)
        assert program.status() == -number
        assert not program.is_unmounted()
    finally:
        program.close()


def test_an_error_in_the_parser_ends_the_program(tmp_path: Path) -> None:
    """Otherwise the screen would stay and no key would reach it."""
    program = Running(f"{tmp_path}/note", program=FAILING + PROGRAM)
    try:
        assert b"lista" in program.read_until(b"lista")
        os.write(program.screen, b"z")
        assert b"ZeroDivisionError" in program.read_until(b"ZeroDivisionError")
        assert program.status() == 1
    finally:
        program.close()


@pytest.mark.slow
def test_keys_are_read_after_the_terminal_has_answered_a_question(running: Running) -> None:
    os.write(running.screen, b"\x1b[?2026;2$y")
    running.read_until(seconds=0.3)
    os.write(running.screen, b"q")
    assert running.status() == 0


def test_a_lone_escape_is_not_taken_for_the_beginning_of_an_arrow(running: Running) -> None:
    os.write(running.screen, b"\x1b[A")
    assert b"escape" not in running.read_until(b"escape", seconds=0.3)
    os.write(running.screen, b"\x1b")
    assert b"escape" in running.read_until(b"escape")


def test_a_program_left_alone_does_not_wake(running: Running) -> None:
    time.sleep(1)
    before = running.wakings()
    time.sleep(2)
    assert running.wakings() - before < 10


@pytest.mark.slow
@pytest.mark.everywhere
def test_a_hundred_soups_end_no_program_and_leave_it_idle(running: Running, trials: Trials) -> None:
    trials("soup of bytes typed", 100)
    chance, bits = random.Random(4), [*map(str.encode, PIECES), *BAD_BYTES]
    for _ in range(100):
        pieces = chance.choices(bits, k=chance.randrange(1, 9))
        soup = b"".join(bytes([chance.randrange(256)]) if chance.random() < 0.1 else each for each in pieces)
        os.write(running.screen, soup.translate(None, b"qf\x11\x1a"))
        running.read_until(seconds=0.02)
        assert running.process.poll() is None, soup
    assert any(running.share_of_cpu(2) <= 0.05 for _ in range(20)), "it never comes to rest"
    os.write(running.screen, b"\x1b[201~\x1b\\zzq")
    assert running.status() == 0


@pytest.mark.parametrize(
    "name", one_of(["TERM", "HUP", "QUIT", "USR1", "USR2", "ALRM", "VTALRM", "PROF", "XCPU"])
)
def test_a_signal_is_a_clean_exit_with_its_status(running: Running, name: str) -> None:
    number = signal.Signals[f"SIG{name}"]
    running.process.send_signal(number)
    assert running.status() == 128 + number
    assert running.is_unmounted()
    modes = termios.tcgetattr(running.screen)[3]
    assert modes & termios.ECHO
    assert modes & termios.ICANON


@pytest.mark.slow
def test_the_program_ends_when_its_terminal_goes_away(running: Running) -> None:
    os.close(running.screen)
    running.screen = -1
    assert running.process.wait(3) == 128 + signal.SIGHUP


def test_the_program_ends_when_its_terminal_goes_away_and_hang_ups_are_ignored(tmp_path: Path) -> None:
    """`nohup` makes a program ignore hang-ups: it must not spin on a dead terminal."""
    program = Running(f"{tmp_path}/note", "sh", "-c", 'trap "" HUP; exec "$@"', "sh")
    try:
        assert b"lista" in program.read_until(b"lista")
        os.close(program.screen)
        program.screen = -1
        assert program.process.wait(3) != 0
    finally:
        program.close()


@pytest.mark.slow
def test_the_program_runs_with_a_closed_standard_output(tmp_path: Path) -> None:
    program = Running(f"{tmp_path}/note", "sh", "-c", 'exec "$@" >&-', "sh")
    try:
        assert b"lista" in program.read_until(b"lista")
        os.write(program.screen, b"q")
        assert program.status() == 0
    finally:
        program.close()


@pytest.mark.slow
def test_a_terminal_that_no_longer_reads_does_not_hold_the_program(running: Running) -> None:
    os.write(running.screen, b"f")
    time.sleep(1.5)
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(4) == 128 + signal.SIGTERM


@pytest.mark.slow
def test_no_size_and_no_storm_of_sizes_ends_the_program(running: Running) -> None:
    for number in range(300):
        columns, rows = ((1, 1), (20, 5), (0, 0), (500, 200), (2, 1), (80, 24))[number % 6]
        termios.tcsetwinsize(running.screen, (rows, columns))
        running.process.send_signal(signal.SIGWINCH)
        running.read_until(seconds=0.002)
    assert running.process.poll() is None
    running.read_until(seconds=0.5)
    termios.tcsetwinsize(running.screen, (25, 81))
    running.process.send_signal(signal.SIGWINCH)
    assert b"lista" in running.read_until(b"lista")
    os.write(running.screen, b"q")
    assert running.status() == 0


def test_without_a_terminal_the_program_says_what_it_needs() -> None:
    refused = subprocess.run(
        [sys.executable, "-c", PROGRAM, "/dev/null"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )
    assert (refused.returncode, refused.stderr) == (2, "Hace falta una terminal. Con ssh, usa «ssh -t».\n")


@given(st.lists(NOISE, min_size=1))
def test_no_escape_soup_stops_the_reader(soup: list[str]) -> None:
    parser = InputParser()
    list(parser.feed("".join(soup)))
    list(parser.feed("\x1b\x1b[A" + "z" * 40))
    assert not parser.is_eof


def test_what_follows_noise_is_still_read() -> None:
    keys = [getattr(event, "key", "") for event in InputParser().feed("a\x1b[:ub")]
    assert keys == ["a", "b"]


def test_a_size_no_screen_has_is_noise() -> None:
    assert list(InputParser().feed("\x1b[48;99999;99999;9;9t\x1b[48;0;0;0;0t")) == []


@given(st.text(alphabet="aé龍\x00\x07\x1b\x9b\u200b\u202e\n👩"))
def test_no_control_character_passes_the_filter_and_the_width_stays(text: str) -> None:
    [segment] = ControlFilter().apply([Segment(text)], Color(0, 0, 0))
    assert not set(segment.text) & set("\x00\x07\x1b\x9b\u200b\u202e\n")
    assert cell_len(segment.text) == cell_len(text)


def test_the_keyboard_filter_gives_each_height_of_a_histogram_its_own_sign() -> None:
    [shown] = KeyboardFilter().apply([Segment(".▁▂▃▅▇ ✎")], Color.parse("black"))

    assert shown.text == "._-=%# *"
