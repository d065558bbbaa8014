"""What stands between the program and a bad terminal: a line that drops, signals, no terminal, wrong signs.

Written against Textual 8.2.8, which dies of SIGHUP and SIGTERM without a word (Textualize/textual#5140). What
is saved never depends on any of this.
"""

import os
import select
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread, Timer
from types import FrameType
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

from tracker.keyboard import PatientDriver
from tracker.session.text import clean, is_clean
from tracker.wording.language import _

PATIENCE = 2.0
"""Seconds a clean exit may take; a terminal that no longer reads blocks it for ever."""

_ON_A_KEYBOARD = str.maketrans("✎→←↑↓▶▲▼█░▁▂▃▅▇…×−–—·", "*><^v>^v#._-=%#~x----")
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


def forget_size() -> None:
    """Let the terminal say how large it is: what a shell has exported stands still when it is resized."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)


def run(app: App[Any], driver: type[PatientDriver] = PatientDriver) -> int:
    """Run the app in its terminal and return the exit status of the program."""
    require_terminal()
    app.driver_class = driver
    with guard(app):
        app.run(mouse=False)
    _let_go()
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


def _let_go() -> None:
    """Forget what a terminal that is gone has not been sent: Python would leave with a status of its own."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            if stream is not None:  # whoever started it may have closed it
                stream.flush()
        except OSError:
            setattr(sys, name, None)


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


def _typed(text: str) -> str:
    return text.translate(_ON_A_KEYBOARD)


def _safe(text: str) -> str:
    """Replace each unsafe character by as many cells as it was measured."""
    return "".join(c if is_clean(c) else clean(c, cell_len(c)) for c in text)
