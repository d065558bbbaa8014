"""Keys in order: each goes to Textual after the key before it took effect.

Textual gives a key to the widget that has the focus when the key arrives. Typed fast, or over a slow line,
`d`, `1` and Enter arrive together, and the last two would go to the table behind the dialog that `d` opens.
The event loop also reads the terminal itself: Textual's thread wakes ten times a second, ends at a byte that
is not UTF-8 (Textualize/textual#6456) and at some escape sequences, and spins when its terminal is gone
(#6690).
"""

import asyncio
import os
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from textual.app import App
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Callback, Key, MouseEvent, MouseUp, Paste
from textual.message import Message

from tracker.terminal.input_parser import InputParser
from tracker.terminal.textual_internals import end_by, takes_mouse

SETTLING = 2.0
"""Most seconds that one key holds back the next; a dialog takes less, even on a busy processor."""

_UNDISTURBED = 0.01
"""Seconds before the driver asks whether a key took effect; by then most are painted."""

_MOVES_OF_A_MOUSE = {f"\x1b[?{mode}{end}" for mode in (1003, 1015, 1016) for end in "hl"}
"""Modes that Textual requests beside clicks and the wheel: every move, an older notation, pixels."""

_POINTER = "\x1b]22;"
"""Old Linux consoles print what follows."""

_PASSES = 3
"""Most rounds of waiting for one key: for its action, for the dialog that the action opens or closes, and
for the answer of that dialog.
"""

_MOST_BYTES = 4_096
"""Most bytes of one read."""

_TICKS = 3
"""How often the parser looks again for an unfinished sequence; a lone Escape takes one."""


class PatientDriver(LinuxDriver):
    """Hands over each key after the key before it took effect.

    Keys that the driver has read wait here, later ones in the terminal.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.app = app
        self.loop = asyncio.get_running_loop()
        self._parser = InputParser(debug)
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._reads = False
        """Whether the program reads the terminal."""
        self._typed_ahead = True
        """Whether the next input may have been typed before the terminal stopped changing keys."""
        self._typed: deque[Message] = deque()
        """Messages read and not yet handed over."""
        self._more = asyncio.Event()
        """Set when more was read since the last key was handed over."""
        self._hands_over = False
        """Whether keys are being handed over. Since Python 3.12 the task may end before it is bound."""
        self._handing_over: asyncio.Task[None] | None = None
        self._ticking: asyncio.TimerHandle | None = None

    def write(self, data: str) -> None:
        """Write to the terminal, without asking for each move of a mouse or for a shape of its pointer."""
        if data not in _MOVES_OF_A_MOUSE and not data.startswith(_POINTER):
            super().write(data)

    def run_input_thread(self) -> None:
        """Let the event loop read instead, and end Textual's thread."""
        self._reads = True
        self.loop.call_soon_threadsafe(self._listen)

    def disable_input(self) -> None:
        super().disable_input()
        self._listen(reads=False)
        for handle in (self._handing_over, self._ticking):
            if handle is not None:
                handle.cancel()

    def send_message(self, message: Message) -> None:
        self.app.post_message(message)

    def _listen(self, *, reads: bool = True) -> None:
        self._reads = self._reads and reads
        if self._reads:
            self.loop.add_reader(self.fileno, self._read)
        else:
            self.loop.remove_reader(self.fileno)

    def _read(self) -> None:
        """Read what was typed. If there is nothing to read, the terminal is gone."""
        typed = b""
        with suppress(OSError):
            typed = os.read(self.fileno, _MOST_BYTES)
        if not typed:
            self._listen(reads=False)
        if self._hands_over:
            self.loop.remove_reader(self.fileno)
        if self._typed_ahead:
            # Until then the terminal makes a line feed of Enter.
            self._typed_ahead, typed = False, typed.replace(b"\n", b"\r")
        text = self._decode(typed)
        self._take(self._parser.feed(text) if text else ())
        self._tick(_TICKS)

    def _tick(self, times: int) -> None:
        """Ask the parser whether an unfinished sequence has ended, now and `times` more."""
        self._take(self._parser.tick())
        if self._ticking is not None:
            self._ticking.cancel()
        self._ticking = self.loop.call_later(ESCAPE_DELAY, self._tick, times - 1) if times else None

    def _take(self, messages: Iterable[Message]) -> None:
        with self._ending_on_failure():
            self._typed.extend(messages)
        if not self._typed:
            return
        self._more.set()
        if not self._hands_over:
            self._hands_over = True
            self._handing_over = self.loop.create_task(self._hand_over())

    async def _hand_over(self) -> None:
        """Hand over the messages that were read, then listen again."""
        try:
            with self._ending_on_failure():
                await self._hand_over_typed()
        finally:
            self._hands_over = False
            self._listen()

    async def _hand_over_typed(self) -> None:
        """Hand over the messages that were read, each key after the key before it took effect."""
        while self._typed:
            message = self._typed.popleft()
            self._more.clear()
            if isinstance(message, MouseEvent) and not self._takes(message):
                continue
            self.process_message(message)
            if isinstance(message, Key | Paste | MouseUp):
                if not self._typed:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_UNDISTURBED):
                            await self._more.wait()
                await _wait_until_handled(self.app)

    def _takes(self, event: MouseEvent) -> bool:
        """Tell whether the mouse is in use and on the screen: any other report is noise."""
        return takes_mouse(self) and self.app.size.region.contains_point(event.screen_offset)

    @contextmanager
    def _ending_on_failure(self) -> Iterator[None]:
        """End the program on an error, as Textual does: it would go on without keys."""
        try:
            yield
        except Exception as error:
            end_by(self.app, error)


async def _wait_until_handled(app: App[Any]) -> None:
    """Wait until the focused widget and all its ancestors have handled their messages.

    The second round waits for messages that the key posted, the third for a dialog that opened or closed.
    """
    with suppress(TimeoutError):
        async with asyncio.timeout(SETTLING):
            for round_ in range(_PASSES):
                old_focus = app.screen, app.focused
                for node in (app.focused or app.screen).ancestors_with_self:
                    handled = asyncio.Event()
                    if node.post_message(Callback(handled.set)):
                        await handled.wait()
                if round_ and old_focus == (app.screen, app.focused):
                    break
