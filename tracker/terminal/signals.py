"""Signals and hang-up: the program leaves cleanly when its terminal goes.

SIGHUP, SIGTERM and others kill Textual on the spot (Textualize/textual#5140): the terminal stays raw, with
the program's screen on it. Saves never depend on a clean exit.
"""

import os
import select
import signal
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Thread, Timer
from types import FrameType
from typing import Any

from textual.app import App

PATIENCE = 2.0
"""Seconds for a clean exit: a terminal that no longer reads would block it for ever."""

_SIGNALS = (
    signal.SIGHUP,
    signal.SIGQUIT,
    signal.SIGTERM,
    signal.SIGUSR1,
    signal.SIGUSR2,
    signal.SIGALRM,
    signal.SIGVTALRM,
    signal.SIGPROF,
    signal.SIGXCPU,
)
"""Signals from outside that would kill the program and leave the terminal raw."""
_AT_ONCE = 64
"""Signals read at a time."""


@contextmanager
def guard(app: App[Any]) -> Iterator[None]:
    """Make the app leave cleanly when its terminal goes."""
    inbox, outbox = os.pipe()
    os.set_blocking(outbox, False)

    def note(number: int, _frame: FrameType | None) -> None:
        with suppress(BlockingIOError):
            os.write(outbox, bytes([128 + number]))

    old_handlers = {number: signal.signal(number, note) for number in _SIGNALS}
    Thread(target=_watch, args=(app, inbox, _settings()), name="tracker-guard", daemon=True).start()
    try:
        yield
    finally:
        for number, handler in old_handlers.items():
            signal.signal(number, handler)
        os.close(outbox)


def _settings() -> list[Any] | None:
    """Read the terminal's line settings, which a forced exit restores."""
    try:
        return termios.tcgetattr(0)
    except termios.error:
        return None


def _watch(app: App[Any], inbox: int, settings: list[Any] | None) -> None:
    """Sleep until a signal comes or the terminal hangs up; then make the app leave."""
    wait = _wait_by_queue if hasattr(select, "kqueue") else _wait_by_poll
    codes = os.read(inbox, 1) if wait(inbox) else bytes([128 + signal.SIGHUP])
    if codes:  # otherwise the app has left by itself
        _leave(app, codes[0], settings)
    # A hang-up is seen before its signal comes, and more signals may follow: they need a pipe that is open.
    while os.read(inbox, _AT_ONCE):
        pass
    os.close(inbox)


def _leave(app: App[Any], code: int, settings: list[Any] | None) -> None:
    """Ask the app to leave with an exit status, and leave by force if it takes too long."""
    timer = Timer(PATIENCE, _leave_by_force, (code, settings))
    timer.daemon = True
    timer.start()
    with suppress(RuntimeError):  # not running yet, or not any more
        app.call_from_thread(app.exit, return_code=code)


def _wait_by_poll(inbox: int) -> bool:
    """Sleep until there is something to read, or the terminal hangs up; returns whether there is."""
    poll = select.poll()
    poll.register(inbox, select.POLLIN)
    poll.register(0, 0)  # only hang-ups
    return inbox in dict(poll.poll())


def _wait_by_queue(inbox: int) -> bool:
    """Do the same where `poll` does not know terminals (macOS); this one wakes for every key."""
    system: Any = select  # its types are those of the platform on which they are checked
    queue, flags = system.kqueue(), system.KQ_EV_ADD | system.KQ_EV_CLEAR
    watched = [system.kevent(fd, system.KQ_FILTER_READ, flags) for fd in (inbox, 0)]
    while True:
        for event in queue.control(watched, len(watched)):
            if event.ident == inbox:
                return True
            if event.flags & system.KQ_EV_EOF:
                return False
        watched = []


def _leave_by_force(code: int, settings: list[Any] | None) -> None:
    if settings is not None:
        with suppress(termios.error):
            termios.tcsetattr(0, termios.TCSANOW, settings)
    os._exit(code)
