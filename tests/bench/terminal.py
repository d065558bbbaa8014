"""A program in a terminal of its own: what it sends for a key, how soon, and what it uses."""

import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fcntl import ioctl
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).resolve().parents[2]
COLUMNS, LINES = 100, 30
QUIET = 0.06
"""Seconds without a byte after which a screen is settled."""
PATIENCE = 30.0
_FRAME_END = b"\x1b[?2026l"
_ASKED_ABOUT_FRAMES, _FRAMES_ARE_KNOWN = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes of the screen and when they came, in seconds after what was asked."""

    at: float
    data: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """All that came until the screen was settled."""

    chunks: tuple[Chunk, ...]

    @property
    def data(self) -> bytes:
        return b"".join(chunk.data for chunk in self.chunks)

    @property
    def first_frame(self) -> float:
        """Seconds to the end of the first complete frame."""
        ends = (chunk.at for chunk in self.chunks if _FRAME_END in chunk.data)
        return next(ends, self.settle_seconds)

    def seconds_until(self, text: str) -> float:
        """Return the seconds until a text had come.

        Raises `TimeoutError` if it never did.
        """
        come = b""
        for chunk in self.chunks:
            come += chunk.data
            if text.encode() in come:
                return chunk.at
        raise TimeoutError(f"{text!r} never came: {come[-300:]!r}")

    @property
    def settle_seconds(self) -> float:
        """Seconds to the last byte."""
        return self.chunks[-1].at if self.chunks else 0.0

    @property
    def frames(self) -> int:
        return self.data.count(_FRAME_END)

    def seconds_over_line(self, round_trip: float, bits: float) -> float:
        """Return when the last byte is seen through a line of this round trip and so many bits a second."""
        free = 0.0
        for chunk in self.chunks:
            free = max(free, chunk.at + round_trip / 2) + 8 * (len(chunk.data) + SSH_OVERHEAD) / bits
        return free + round_trip / 2


SSH_OVERHEAD = 40
"""Bytes that sshd adds to what it sends at once, as measured through one."""


def environment(**more: str) -> dict[str, str]:
    """Return what every program is started with: nothing of the developer's own settings."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TRACKER_", "TEXTUAL_", "XDG_", "PYTHON", "NO_COLOR", "COLUMNS", "LINES"))
    }
    given = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
    return kept | given | more


class Program:
    """A program and the terminal that it is in."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self.screen, inside = pty.openpty()
        ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, start_new_session=True, env=env, cwd=ROOT
        )
        os.close(inside)
        self._last = b""
        self.start = b""
        """The bytes that came until it was painted."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)

    def read(self, seconds: float) -> bytes:
        """Return what comes within so many seconds; a question about frames is answered."""
        if not select.select([self.screen], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.screen, 1 << 16)
        except OSError:
            return b""
        if _ASKED_ABOUT_FRAMES in self._last + data:
            os.write(self.screen, _FRAMES_ARE_KNOWN)
            self._last = b""
        else:
            self._last = data[-len(_ASKED_ABOUT_FRAMES) :]
        return data

    def first_paint_seconds(self, *texts: str) -> float:
        """Return the seconds from the start until all these are on the screen."""
        missing = {text.encode() for text in texts}
        while missing:
            if time.monotonic() - self.began > PATIENCE:
                raise TimeoutError(f"{missing} never came; the end of what did: {self.start[-300:]!r}")
            self.start += self.read(0.1)
            missing = {text for text in missing if text not in self.start}
        return time.monotonic() - self.began

    def settle(self, quiet: float = QUIET) -> Answer:
        """Read until nothing has come for a while."""
        chunks = []
        start = time.monotonic()
        while data := self.read(quiet):
            chunks.append(Chunk(time.monotonic() - start, data))
        return Answer(tuple(chunks))

    def press(self, keys: str, quiet: float = QUIET) -> Answer:
        """Press keys at once and return what comes of them, waiting longer for the first byte."""
        start = time.monotonic()
        os.write(self.screen, keys.encode())
        chunks = []
        wait = 0.5
        while data := self.read(wait):
            chunks.append(Chunk(time.monotonic() - start, data))
            wait = quiet
        return Answer(tuple(chunks))

    def leave_seconds(self, key: str) -> float:
        """Press the key that leaves; return the seconds until the process is gone."""
        start = time.monotonic()
        os.write(self.screen, key.encode())
        while self.process.poll() is None:
            if time.monotonic() - start > PATIENCE:
                raise TimeoutError(f"{key!r} does not leave")
            self.read(0.002)
        return time.monotonic() - start

    @property
    def cpu(self) -> float:
        """Seconds of processor used so far, all threads."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory(self, kind: str = "Rss") -> float:
        """MiB in use: all of it, or `Pss`, in which what is shared is split among its users."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        line = next(line for line in rollup.splitlines() if line.startswith(f"{kind}:"))
        return int(line.split()[1]) * 1024 / _MIB


def python(*words: str) -> list[str]:
    """Return the command of this same Python."""
    return [sys.executable, *words]


BASELINE_A = python("-m", "tests.bench.plain_app")
BASELINE_B = python("-m", "tests.bench.tabbed_app")
A_IS_PAINTED = ("palette",)
B_IS_PAINTED = ("Row 20", "palette")
"""The text that ends what the baselines paint: the last of the table and the end of Textual's footer."""
