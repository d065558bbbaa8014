"""Runs an app in the terminal that the program was started in."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from textual.app import App

from tracker.terminal.cells import CellDriver, ErasingDriver
from tracker.terminal.signals import guard
from tracker.wording.language import _

PLAIN_TERMINAL = "TRACKER_PLAIN_TERMINAL"
"""The variable that leaves keys and frames to Textual's own driver."""
_ERASING = ("xterm", "linux", "alacritty", "foot", "rxvt", "konsole", "putty", "wezterm", "ghostty", "st-")
"""Kinds of terminal that erase in the colour of the ground, by how their names begin; screen's do not."""


def forget_size() -> None:
    """Let the terminal say how large it is: what a shell has exported stands still when it is resized."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)


def run(app: App[Any], environment: Mapping[str, str]) -> int:
    """Run the app in its terminal and return the exit status of the program."""
    require_terminal()
    if not environment.get(PLAIN_TERMINAL):
        app.driver_class = _driver(environment.get("TERM", ""))
    with guard(app):
        app.run(mouse=False)
    _let_go()
    return app.return_code or 0


def _driver(term: str) -> type[CellDriver]:
    """Return what draws on a kind of terminal."""
    return ErasingDriver if term.startswith(_ERASING) else CellDriver


def require_terminal() -> None:
    """Leave with status 2 and a sentence unless keys and screen are a terminal; Textual draws on stderr."""
    if all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__)):
        return
    if sys.stderr is not None:
        sys.stderr.write(_("Hace falta una terminal. Con ssh, use «ssh -t».") + "\n")
    raise SystemExit(2)


def _let_go() -> None:
    """Forget what a terminal that is gone has not been sent: Python would leave with a status of its own."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            if stream is not None:  # a parent process may have closed it
                stream.flush()
        except OSError:
            setattr(sys, name, None)
