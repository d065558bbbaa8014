"""What is typed, read by a thread that sleeps until there is something, and handed over a key at a time.

Written against Textual 8.2.8, whose thread wakes ten times a second, ends at a byte that is not UTF-8
(Textualize/textual#6456) and at some escape sequences, and spins when its terminal is gone (#6690).
"""

import asyncio
import os
import select
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from concurrent.futures import wait
from contextlib import suppress
from typing import Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Resize
from textual.keys import Keys
from textual.message import Message

from tracker import garbage

LARGEST = 1000
"""Columns or rows above which a reported size is noise on the line."""

SETTLING = 2.0
"""Seconds that one key may hold back the next: more than a dialog takes on a processor that many share."""

_LOOK = 0.02
"""Seconds between looks at whether the program is leaving."""

_UNDISTURBED = 0.01
"""Seconds that a key has to itself before anybody asks whether it is dealt with: most are painted by then."""

_PASSES = 3
"""Times at most that a key is followed from the widget up to the app: what it does, the dialog that this
opens or closes, and what the answer to that does."""

_MOST_BYTES = 4_096
"""Bytes read at once."""

_TICKS = 3
"""Times that the reader is asked whether a sequence has ended, before it sleeps; Escape alone takes one."""


class ForgivingParser(XTermParser):
    """Textual's reader of keys, which drops what it cannot read instead of ending the program."""

    def feed(self, data: str) -> Iterable[Message]:
        """Yield what was typed; a size that no terminal has is noise."""
        for message in super().feed(data):
            if not isinstance(message, Resize) or 0 < max(message.size) <= LARGEST:
                yield message

    def parse_mouse_code(self, code: str) -> Message | None:
        """Return what a mouse did, None for what no mouse does."""
        try:
            return super().parse_mouse_code(code)
        except ZeroDivisionError:
            return None

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):
            yield Key(Keys.Ignore, sequence)


class PatientDriver(LinuxDriver):
    """Hands a key over once the one before it has had its effect.

    Textual gives every key to what has the focus when it arrives; over a slow line several arrive at once,
    and those meant for a dialog would go to the table behind it. They wait here, in the thread that reads.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._alarm, self._bell = os.pipe()
        """What wakes the thread that reads, and what rings it."""
        os.set_blocking(self._alarm, False)
        self._hurried = False
        """Whether more has been read than what is being handed over."""

    def disable_input(self) -> None:
        """Read no more; the thread that reads is woken to see it."""
        os.write(self._bell, b"!")
        super().disable_input()

    def run_input_thread(self) -> None:
        """Read keys until input is disabled. A terminal that is gone has nothing to read."""
        parser = ForgivingParser(self._debug)
        decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._silence()
        ticks = 0
        while not self.exit_event.is_set():
            timeout = ESCAPE_DELAY if ticks else None
            ready, _writable, _broken = select.select([self.fileno, self._alarm], [], [], timeout)
            ticks = _TICKS if ready else max(0, ticks - 1)
            typed = self._read() if self.fileno in ready else b""
            if ready and not typed:
                self.exit_event.wait()
            messages = [*self._messages(parser, decode(typed))]
            for place, message in enumerate(messages, start=1):
                self._hurried = place < len(messages)
                self.process_message(message)

    @staticmethod
    def _messages(parser: ForgivingParser, text: str) -> Iterator[Message]:
        if text:
            yield from parser.feed(text)
        yield from parser.tick()

    def _silence(self) -> None:
        """Forget that the bell was rung for a thread that has ended."""
        with suppress(BlockingIOError):
            os.read(self._alarm, _MOST_BYTES)

    def _read(self) -> bytes:
        with suppress(OSError):
            return os.read(self.fileno, _MOST_BYTES)
        return b""

    def send_message(self, message: Message) -> None:
        """Send a message to the app, and after a key wait for what it does."""
        super().send_message(message)
        if isinstance(message, Key):
            if not self._hurried:
                select.select([self.fileno, self._alarm], [], [], _UNDISTURBED)
            settled = asyncio.run_coroutine_threadsafe(_settled(self._app), self._loop)
            while not (settled.done() or self.exit_event.is_set()):
                wait((settled,), _LOOK)


async def _settled(app: App[Any]) -> None:
    """Return when all that has been posted from the focused widget up to the app is dealt with and tidied up.

    The second time round, what the key posted has been; a third is for a dialog that opened or closed.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(SETTLING):
            for rounds in range(_PASSES):
                before = app.screen, app.focused
                for node in (app.focused or app.screen).ancestors_with_self:
                    dealt_with = asyncio.Event()
                    if node.call_later(dealt_with.set):
                        await dealt_with.wait()
                if rounds and before == (app.screen, app.focused):
                    break
    garbage.collect()
