"""Sends to the terminal at once, as long as it has room.

Written against Textual 8.2.8, whose thread for it has the processor once everything else is done: a third of
a millisecond after each frame. Here the thread has what the terminal does not take at once, so that nobody
waits for a bad line. What is left to do after a frame begins a moment later: on a machine with few processors
it kept whoever carries the frame on, `sshd` or `tmux`, waiting for two milliseconds one time in four.

`TRACKER_FULL_FRAMES=1` does without it.
"""

import os
import time
from contextlib import suppress
from typing import Any, TextIO

from textual._ansi_sequences import SYNC_END
from textual.app import App

from tracker.keyboard import PatientDriver

_MOMENT = 0.000_3
"""Seconds after a frame in which whoever carries it on has the processor."""


class Outlet:
    """A terminal that is written to from two threads, one of which never waits, in one order."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._way: int | None = None
        """The same terminal, opened so that writing to it never waits; None where it cannot be."""
        self._rest = b""
        """What was left of a text when there was no more room."""
        self._left = self._taken = self._written = 0
        """How many texts were left to the thread, how many it has, and how many of them are written."""
        with suppress(OSError):
            own = os.ttyname(file.fileno())
            self._way = os.open(own, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)

    def send(self, text: str) -> str | None:
        """Write a text if all before it is written; returns what is left to the thread, if anything."""
        if self._way is None or self._written != self._left:
            left: str | None = text
        else:
            left = self._sent(self._way, text)
        self._left += left is not None
        return left

    def _sent(self, way: int, text: str) -> str | None:
        data = self._encoded(text)
        try:
            size = os.write(way, data)
        except OSError:  # no room, or no terminal any more: the thread comes to know
            return text
        if size == len(data):
            if text.endswith(SYNC_END):
                time.sleep(_MOMENT)
            return None
        self._rest = data[size:]
        return ""

    def write(self, text: str) -> None:
        """Write, in the thread, what was left to it."""
        self._taken += 1
        rest, self._rest = self._rest, b""
        self._file.buffer.write(rest + self._encoded(text))

    def flush(self) -> None:
        """Bring all that the thread has to the terminal, however long it takes."""
        taken = self._taken
        self._file.flush()
        self._written = taken

    def close(self) -> None:
        """Let go of the terminal: from here on the thread has everything."""
        if self._way is not None:
            os.close(self._way)
            self._way = None

    def _encoded(self, text: str) -> bytes:
        return text.encode(self._file.encoding, self._file.errors or "strict")


class PromptDriver(PatientDriver):
    """Sends what it is given as soon as it has it."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._file: Any = Outlet(self._file)

    def write(self, data: str) -> None:
        """Send what there is room for, and leave the rest to Textual's thread."""
        left = self._file.send(data)
        if left is not None:
            super().write(left)

    def close(self) -> None:
        """Send all that is left."""
        super().close()
        self._file.close()
