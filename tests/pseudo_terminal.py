"""The real program in a terminal of its own: what it writes, byte by byte, and what that looks like."""

import contextlib
import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyte

from tests.play.warm import ROOT, Hindrance, WarmProgram

QUIET = 0.04
"""Seconds without a byte after which all of a screen has been drawn."""


class Terminal:
    """`tracker` with these words, drawn on a screen of this size; everything it writes is kept."""

    def __init__(
        self,
        *words: str,
        size: tuple[int, int] = (80, 24),
        hindrance: Hindrance | None = None,
        **environment: str,
    ) -> None:
        columns, rows = size
        self.outside, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.written = b""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        inherited = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        own = {**inherited, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **environment}
        self.process = WarmProgram(words, [inside] * 3, own, Path.cwd(), hindrance)
        os.close(inside)

    def read(self, seconds: float) -> bytes:
        """Return what is written in this time."""
        end = time.monotonic() + seconds
        drawn = b""
        while (left := end - time.monotonic()) > 0:
            if select.select([self.outside], [], [], min(left, 0.05))[0]:
                try:
                    drawn += os.read(self.outside, 65536)
                except OSError:
                    break
        self.written += drawn
        # pyte cannot read private modes with a `>` or `=`, which only ask the terminal what it can do
        self._stream.feed(drawn)
        return drawn

    def shows(self, text: str, seconds: float = 10) -> bool:
        """Whether the screen comes to show a text within this time."""
        return self.wait_until(lambda: text in self.text, seconds)

    def wait_until(self, holds: Callable[[], bool], seconds: float = 10) -> bool:
        """Read until something holds, and return whether it does within this time."""
        end = time.monotonic() + seconds
        while not holds() and time.monotonic() < end:
            self.read(0.05)
        return holds()

    @property
    def text(self) -> str:
        """The text to be read on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def press(self, *keys: str) -> None:
        """Type, a key at a time."""
        for key in keys:
            os.write(self.outside, key.encode())
            self.settle(0.2)

    def settle(self, seconds: float) -> bool:
        """Wait so long for something to be drawn, and until no more is; returns whether anything was."""
        end = time.monotonic() + seconds
        while not self.read(QUIET):
            if time.monotonic() > end:
                return False
        while self.read(QUIET):
            pass
        return True

    def close(self) -> None:
        """End the program, if it has not ended by itself."""
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            os.close(self.outside)


Start = Callable[..., Terminal]


@contextlib.contextmanager
def starting(save: Path, folder: Path) -> Iterator[Start]:
    """Give what starts the program, on the save if nothing else is named, with a file of preferences."""
    running: list[Terminal] = []

    def start(*words: str, toml: str = "", size: tuple[int, int] = (80, 24), **environment: str) -> Terminal:
        preferences = folder / "config" / "tracker" / "tracker.toml"
        preferences.parent.mkdir(parents=True, exist_ok=True)
        preferences.write_text(toml)
        environment["XDG_CONFIG_HOME"] = str(folder / "config")
        running.append(Terminal(*(words or (str(save),)), size=size, hindrance=None, **environment))
        return running[-1]

    yield start
    for terminal in running:
        terminal.close()
