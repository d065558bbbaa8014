"""Whatever is typed, the real program answers, writes nothing unclean and keeps the save whole."""

import fcntl
import os
import random
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from tests.hostile import FORBIDDEN, MIXED
from tests.play.shell import DONE, PROGRAM, Place
from tests.trials import Trials
from tracker.terminal.input_parser import LATE

STEPS = 5_000
"""In each of the four games."""
ROUND = 250
"""Steps after which the keyboard has to leave the program."""
SLOWEST = 2.0
"""Most seconds of a processor for the answer to one step."""
WAITED = 10.0
"""Most seconds of a clock for it: other programs may take the processor."""
FAILED = b"ha fallado"
NOT_WRITTEN = (*({*FORBIDDEN} - {b"\x1b]52"}), b"\x1b]52;c;b3duZWQ=")
"""Cutting the text of a line is a sequence to the terminal's clipboard, with that text alone."""
BEGUN, ENDED = "\x1b[200~", "\x1b[201~"
"""The bytes that a terminal sends before and after a paste."""
UNCLEAN = re.compile("[\x80-\x9f\u200b\u202a-\u202e\u2066-\u2069]")
LINES = (
    *("pj Lía", "pj Bren", "aparece 3 goblin", "aparece oculto 2 lobo", "combate Pozo todos", "fin"),
    *(
        "iniciativa todos 1d20",
        "siguiente",
        "anterior",
        "intervalo 1h",
        "intervalo 2d",
        "deshacer",
        "rehacer",
    ),
    *("lleva lia antorcha d6 luz cada 10m", "enciende antorcha", "daño lia 3", "cura lia 2", "come todos"),
    *("calendario A 30, B 12; semana x, y; horas 20; hoy 3 A 10", "2d6+3 # " + MIXED, "nota " + MIXED),
    *("vigila 17+", "paso bosque 6h", "viaja 3", "sella", "abre", "tabla cielo 1d6 1-3: sol; 4-6: agua"),
)
KEYS = (
    *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890.:/?+-*=ñé ",
    *("\r", "\r", "\r", "\x7f", "\t", "\x1b", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[5~", "\x1b[6~"),
    *("\x1b[H", "\x1b[F", "\x1b[3~", "\x12", "\x10", "\x03", "\x0c", "1", "2", "3", "4"),
)


class Typist:
    """The program in a terminal, and the hands that type into it."""

    def __init__(self, at: Place, seed: str) -> None:
        self._at = at
        self.chance = random.Random(seed)
        self._paste_is_open = False
        self._begin()

    def _begin(self) -> None:
        self.screen, self._inside = os.openpty()
        os.set_blocking(self.screen, False)
        self._size(80, 24)
        self.written = bytearray()
        self._process = subprocess.Popen(
            [*PROGRAM, "mesa"],
            stdin=self._inside,
            stdout=self._inside,
            stderr=self._inside,
            start_new_session=True,
            env=dict(self._at.environment),
            cwd=self._at.folder,
        )
        end = time.monotonic() + WAITED
        while b"Ayuda" not in self.written and time.monotonic() < end and self._process.poll() is None:
            self._read(0.05)

    def step(self) -> None:
        """Do anything, and wait for the answer; begin again if the program was left."""
        kinds: tuple[Callable[[], None], ...] = (
            self._line,
            self._mouse,
            self._paste,
            self._noise,
            self._resize,
        )
        weights = (6, 2, 3, 1, 1)
        if self.chance.random() < 0.85:
            self.type(self.chance.choice(KEYS))
        else:
            self.chance.choices(kinds, weights)[0]()
        self.wait()
        if self._process.poll() is not None:
            self.end()
            self._begin()

    def _line(self) -> None:
        line = self.chance.choice(LINES)
        if self.chance.random() < 0.3:
            place = self.chance.randrange(len(line))
            line = line[:place] + self.chance.choice("0 9²,;=-'\"") + line[place + 1 :]
        self.type(f"\x03:{BEGUN}{line}{ENDED}\r")

    def _mouse(self) -> None:
        x, y, button = (self.chance.choice((0, 1, 40, 79, 500, 99_999)) for _ in range(3))
        self._cut(f"\x1b[<{button};{x};{y}{self.chance.choice('Mm')}")

    def _paste(self) -> None:
        text = self.chance.choice((*LINES, "x" * 3_000, "una\ndos\ttres", ""))
        self._paste_is_open = self.chance.random() < 0.1
        self._cut(f"{BEGUN}{text}{'' if self._paste_is_open else ENDED}")

    def _noise(self) -> None:
        self.type(bytes(self.chance.randrange(256) for _ in range(self.chance.randrange(1, 12))))

    def _resize(self) -> None:
        if self.chance.random() < 0.6:
            self._size(80, 24)
        else:
            self._size(self.chance.choice((1, 20, 59, 60, 110, 300)), self.chance.choice((1, 5, 20, 44, 90)))

    def _size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def _cut(self, text: str) -> None:
        """Type a text in two pieces, the second a little later."""
        place = self.chance.randrange(len(text) + 1)
        self.type(text[:place])
        self._read(self.chance.choice((0.0, 0.0, 0.12)))
        self.type(text[place:])

    def type(self, text: str | bytes) -> None:
        left = text.encode() if isinstance(text, str) else text
        end = time.monotonic() + WAITED
        while left:
            assert time.monotonic() < end, "nobody reads the keyboard"
            try:
                left = left[os.write(self.screen, left) :]
            except BlockingIOError:
                self._read(0.01)

    def wait(self) -> None:
        """Read until the program has read everything and sleeps; it may not take long."""
        begun, used = time.monotonic(), self._used()
        quiet = 0
        while quiet < 2 and self._process.poll() is None:
            drawn = self._read(0.005)
            quiet = 0 if drawn or self._unread() or not self._sleeps() else quiet + 1
            assert time.monotonic() - begun < WAITED, "no answer"
        assert self._process.returncode is not None or self._used() - used <= SLOWEST, "a slow answer"

    def leave(self) -> None:
        """Leave the program by its keys, whatever it shows.

        `n` drops what a form has not saved; `s` answers `q`, which asks first while a fight is open.
        """
        self._size(80, 24)
        if self._paste_is_open:
            self._read(LATE + 0.3)
            self._paste_is_open = False
        end = time.monotonic() + 3 * WAITED
        while self._process.poll() is None:
            assert time.monotonic() < end, f"the keyboard is dead:\n{self._screen_text()}"
            self.type(self.chance.choice(("\x03", "\x1b", "qs", "n")))
            self._read(0.15)
        self.end()
        self._begin()

    def end(self) -> None:
        """Check how the program ended, and everything that it wrote."""
        self._read(0.05)
        told = bytes(self.written)
        text = told.decode(errors="ignore")
        assert self._process.wait() == 0, text[-3_000:]
        assert FAILED not in told
        assert not [each for each in NOT_WRITTEN if each in told]
        assert not UNCLEAN.search(text)
        self.close()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for fd in (self.screen, self._inside):
            os.close(fd)

    def _screen_text(self) -> str:
        """Return what the terminal shows."""
        screen = pyte.Screen(80, 24)
        pyte.ByteStream(screen).feed(bytes(self.written))
        return "\n".join(screen.display)

    def _read(self, seconds: float) -> bool:
        """Read what is written in this time; returns whether anything was."""
        before, end = len(self.written), time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            if not select.select([self.screen], [], [], max(left, 0))[0]:
                return len(self.written) > before
            self.written += os.read(self.screen, 1 << 16)
            if left <= 0:
                return True

    def _unread(self) -> int:
        unread: int = struct.unpack("i", fcntl.ioctl(self._inside, termios.FIONREAD, b"\0" * 4))[0]
        return unread

    def _figures(self) -> list[str]:
        return Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()

    def _sleeps(self) -> bool:
        return self._figures()[0] in "SZ"

    def _used(self) -> float:
        figures = self._figures()
        return (int(figures[11]) + int(figures[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.slow
@pytest.mark.parametrize("system", ["chronicle", "horror", "percentile", "margin"])
def test_anything_typed_is_answered_and_leaves_the_save_whole(
    tmp_path: Path, trials: Trials, system: str
) -> None:
    at = Place(tmp_path)
    assert at.run("new", "mesa", "--system", system).code == DONE
    typist = Typist(at, system)
    try:
        for number in range(1, STEPS + 1):
            typist.step()
            if number % ROUND == 0:
                typist.leave()
    finally:
        typist.close()
    trials("anything typed", STEPS)
    assert at.run("doctor", "mesa").code == DONE
    assert at.run("status", "mesa").code == DONE
    assert len(at.run("log", "mesa").out.splitlines()) > STEPS // 100
