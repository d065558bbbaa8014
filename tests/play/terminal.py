"""A terminal of 80 by 24: a pty to type into, and pyte to read its screen."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from tests.play.shell import PROGRAM
from tests.play.warm import PATIENCE, WarmProgram, starts_warm
from tracker.terminal.running import PLAIN_TERMINAL

COLUMNS, ROWS = 80, 24
SETTLED = 0.2
"""Seconds without anything drawn after which a key has had its effect."""
NOTICES = (ROWS - 3, ROWS - 2)
"""The rows on which a sentence of the table may begin."""
EVENT = re.compile(r" (Día \d+ )?\d\d:\d\d( \S+)?  ")
"""How a line of the last events begins: its hour, and the GM if there are several."""
HELP = "? Ayuda"
"""The last hint of the table; a dialog has other hints."""
ASKS = "Esc Cancelar"
"""The last key beside the title of a line to type in, which leaves the key bar as it is."""
ASKED_ABOUT_FRAMES, FRAMES_ARE_KNOWN = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
"""What Textual asks a terminal, and what most of them answer: that they show a frame in one piece."""
KEYS = {
    "enter": "\r",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "home": "\x1b[H",
    "backspace": "\x7f",
    "ctrl+r": "\x12",
    "ctrl+s": "\x13",
    "ctrl+p": "\x10",
    "ctrl+c": "\x03",
    "space": " ",
    "tab": "\t",
}
"""The bytes that a terminal sends for the keys that are no letters."""


class Terminal:
    """The real program in a terminal; tests wait for texts on the screen."""

    def __init__(
        self, *words: str, environment: Mapping[str, str], folder: Path, program: Sequence[str] = PROGRAM
    ) -> None:
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self._plain = PLAIN_TERMINAL in environment
        self._stream = pyte.ByteStream(self.screen)
        self._master, inside = pty.openpty()
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.process: WarmProgram | subprocess.Popen[bytes]
        if program is PROGRAM and starts_warm(environment):
            self.process = WarmProgram(words, [inside] * 3, environment, folder)
        else:
            self.process = subprocess.Popen(
                [*program, *words],
                stdin=inside,
                stdout=inside,
                stderr=inside,
                start_new_session=True,
                env=dict(environment),
                cwd=folder,
            )
        os.close(inside)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        return [line.rstrip() for line in self.screen.display]

    def press(self, *keys: str) -> None:
        """Type keys, named as Textual names them; one by one where the plain terminal keeps no order."""
        for key in keys:
            os.write(self._master, KEYS.get(key, key).encode())
            if self._plain:
                self.settle()

    def settle(self) -> None:
        """Read what a key draws, until nothing more is drawn for a while."""
        patience = 1.0
        while select.select([self._master], [], [], patience)[0] and self.read(0):
            patience = SETTLED

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self._master, text.encode())

    def wait(self, holds: Callable[[list[str]], bool], awaited: str) -> None:
        """Read the output until a condition holds for the lines of the screen."""
        end = time.monotonic() + PATIENCE
        while not holds(self.lines):
            if time.monotonic() > end or not self.read(0.2):
                raise AssertionError("\n".join([f"never seen: {awaited}", *self.lines]))

    def see(self, text: str) -> None:
        """Wait until a text is on the screen."""
        self.wait(lambda lines: any(text in line for line in lines), text)

    def see_notice(self, sentence: str) -> None:
        """Wait until the table tells a sentence, cut to fit, and no dialog covers the table.

        What was played is the newest of the last events; the rest stands on the line for sentences.
        """

        def says(lines: list[str]) -> bool:
            said = [_plain(" ".join(lines[first:-1])) for first in NOTICES] + _newest_event(lines)
            asks = any(line.rstrip().endswith(ASKS) for line in lines)
            return not asks and lines[-1].endswith(HELP) and any(_is_said(each, sentence) for each in said)

        self.wait(says, sentence)

    def read(self, seconds: float) -> bool:
        """Read what has been drawn meanwhile; returns whether the program was still there before."""
        running = self.process.poll() is None
        while select.select([self._master], [], [], seconds)[0]:
            try:
                drawn = os.read(self._master, 65536)
            except OSError:
                return False
            if ASKED_ABOUT_FRAMES in drawn:
                os.write(self._master, FRAMES_ARE_KNOWN)
            self._stream.feed(drawn)
            seconds = 0
        return running

    def end(self, signal_number: int | None = None) -> int:
        """Read on until the program has ended, after a signal if one is given; returns its status."""
        if signal_number is not None:
            os.kill(self.process.pid, signal_number)
        end = time.monotonic() + PATIENCE
        while self.read(0.05):
            assert time.monotonic() < end, "\n".join(["it never ended", *self.lines])
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End the program as if the power had gone."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _newest_event(lines: Sequence[str]) -> list[str]:
    """Return what the newest event may be: the rest of its line, and as many of the next as it may take."""
    last = max((row for row, line in enumerate(lines) if EVENT.match(line)), default=len(lines))
    told = [EVENT.sub("", line) for line in lines[last:-1]]
    return [_plain(" ".join(told[:count])) for count in range(1, len(told) + 1)]


def _plain(text: str) -> str:
    return " ".join(text.removeprefix("!").removeprefix("!").split())


def _is_said(said: str, sentence: str) -> bool:
    """Whether a text is a sentence, or the beginning of it that fits."""
    whole = " ".join(sentence.split())
    return said == whole or (len(said) > COLUMNS // 2 and whole.startswith(said.removesuffix("…")))
