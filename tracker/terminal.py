"""What stands between the program and a bad terminal: wrong bytes, a line that drops, signals, no terminal.

Written against Textual 8.2.8, which ends at a byte that is not UTF-8 (Textualize/textual#6456) and at some
escape sequences, dies of SIGHUP and SIGTERM without a word (#5140), and spins when its terminal is gone
(#6690). Each measure here can go once its issue is closed. What is saved never depends on any of this.
"""

import asyncio
import codecs
import os
import select
import signal
import sys
import termios
from collections.abc import Iterable, Iterator
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from functools import partial
from threading import Thread, Timer
from types import FrameType
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.color import Color
from textual.drivers import linux_driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, Resize
from textual.filter import LineFilter
from textual.keys import Keys
from textual.message import Message

from tracker.session.text import clean, is_clean
from tracker.wording.language import _

PATIENCE = 2.0
"""Seconds a clean exit may take; a terminal that no longer reads blocks it for ever."""

LARGEST = 1000
"""Columns or rows above which a reported size is noise on the line."""

SETTLING = 0.5
"""Seconds that one key may hold back the next."""

_LOOK = 0.02
"""Seconds between looks at whether the program is leaving."""

_UNDISTURBED = 0.01
"""Seconds that a key has to itself before anybody asks whether it is dealt with: most are painted by then."""

_PASSES = 3
"""Times at most that a key is followed from the widget up to the app: what it does, the dialog that this
opens or closes, and what the answer to that does."""

_ON_A_KEYBOARD = str.maketrans("✎→←↑↓▶▲▼█░…×−–—·", "*><^v>^v#.~x----")
"""The pencil of real dice, arrows, bars: what the tracker's own sentences are written with."""

_SIGNALS = (signal.SIGHUP, signal.SIGTERM)


class ControlFilter(LineFilter):
    """The last wall: no control or invisible character reaches the terminal, whoever let it in.

    Each is replaced by what it was measured as, so that lines keep their width.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their text made safe."""
        return [
            segment
            if segment.control or is_clean(segment.text)
            else segment._replace(text=_safe(segment.text))
            for segment in segments
        ]


class KeyboardFilter(LineFilter):
    """Draws signs that are on no keyboard with one that is, for terminals and readers without them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with their signs replaced; a cell stays a cell."""
        return [
            segment
            if segment.control or segment.text.isascii()
            else segment._replace(text=_typed(segment.text))
            for segment in segments
        ]


class PatientDriver(LinuxDriver):
    """Hands a key over once the one before it has had its effect.

    Textual gives every key to what has the focus when it arrives; over a slow line several arrive at once,
    and those meant for a dialog would go to the table behind it. They wait here, in the thread that reads.
    """

    def send_message(self, message: Message) -> None:
        """Send a message to the app, and after a key wait for what it does."""
        super().send_message(message)
        if isinstance(message, Key):
            self.exit_event.wait(_UNDISTURBED)
            settled = asyncio.run_coroutine_threadsafe(_settled(self._app), self._loop)
            while not (settled.done() or self.exit_event.is_set()):
                wait((settled,), _LOOK)


async def _settled(app: App[Any]) -> None:
    """Return when all that has been posted from the focused widget up to the app is dealt with.

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


def run(app: App[Any], driver: type[PatientDriver] = PatientDriver) -> int:
    """Run the app in its terminal and return the exit status of the program."""
    require_terminal()
    app.driver_class = driver
    with guard(app):
        app.run(mouse=False)
    return app.return_code or 0


def require_terminal() -> None:
    """Leave with status 2 and a sentence unless keys and screen are a terminal; Textual draws on stderr."""
    if all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__)):
        return
    if sys.stderr is not None:
        sys.stderr.write(_("Hace falta una terminal. Con ssh, use «ssh -t».") + "\n")
    raise SystemExit(2)


@contextmanager
def guard(app: App[Any]) -> Iterator[None]:
    """Keep the app alive through bad bytes, and make it leave cleanly when its terminal goes."""
    _forgive_bytes()
    inbox, outbox = os.pipe()
    os.set_blocking(outbox, False)

    def note(number: int, _frame: FrameType | None) -> None:
        with suppress(BlockingIOError):
            os.write(outbox, bytes([128 + number]))

    before = {number: signal.signal(number, note) for number in _SIGNALS}
    Thread(target=_watch, args=(app, inbox, _settings()), name="tracker-guard", daemon=True).start()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(outbox)


class _ForgivingParser(XTermParser):
    """Textual's reader of keys, which drops what it cannot read instead of ending the program."""

    def feed(self, data: str) -> Iterable[Message]:
        for message in super().feed(data):
            if not isinstance(message, Resize) or 0 < max(message.size) <= LARGEST:
                yield message

    def parse_mouse_code(self, code: str) -> Message | None:
        try:
            return super().parse_mouse_code(code)
        except ZeroDivisionError:
            return None

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:
        try:
            yield from super()._sequence_to_key_events(sequence, alt)
        except (ValueError, OverflowError):
            yield Key(Keys.Ignore, sequence)


def _forgive_bytes() -> None:
    """Make Textual's input thread read any bytes."""
    replacing = {"getincrementaldecoder": _replacing_decoder, "XTermParser": _ForgivingParser}
    for name, value in replacing.items():
        setattr(linux_driver, name, value)


def _replacing_decoder(encoding: str) -> partial[codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


def _settings() -> list[Any] | None:
    """Return the terminal's line settings, to put back if it comes to leaving by force."""
    try:
        return termios.tcgetattr(0)
    except termios.error:
        return None


def _watch(app: App[Any], inbox: int, settings: list[Any] | None) -> None:
    """Wait, without waking, for a signal or for the terminal to hang up; then make the app leave."""
    poll = select.poll()
    poll.register(inbox, select.POLLIN)
    poll.register(0, 0)  # only hang-ups
    events = dict(poll.poll())
    noted = os.read(inbox, 1) if inbox in events else bytes([128 + signal.SIGHUP])
    os.close(inbox)
    if not noted:
        return  # the app has left by itself
    code = noted[0]
    timer = Timer(PATIENCE, _leave_by_force, (code, settings))
    timer.daemon = True
    timer.start()
    with suppress(RuntimeError):  # not running yet, or not any more
        app.call_from_thread(app.exit, return_code=code)


def _leave_by_force(code: int, settings: list[Any] | None) -> None:
    if settings is not None:
        with suppress(termios.error):
            termios.tcsetattr(0, termios.TCSANOW, settings)
    os._exit(code)


def _is_unsafe(segment: Segment) -> bool:
    return not segment.control and not is_clean(segment.text)


def _typed(text: str) -> str:
    return text.translate(_ON_A_KEYBOARD)


def _safe(text: str) -> str:
    """Replace each unsafe character by as many cells as it was measured."""
    return "".join(c if is_clean(c) else clean(c, cell_len(c)) for c in text)
