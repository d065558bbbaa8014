"""Runs an app in the terminal in which the program was started."""

import os
import sys
from collections.abc import Mapping
from typing import Any

from textual.app import App

from tracker.terminal.cells import CellDriver, ErasingDriver
from tracker.terminal.signals import guard
from tracker.terminal.textual_internals import print_no_values
from tracker.wording.language import _

PLAIN_TERMINAL = "TRACKER_PLAIN_TERMINAL"
"""With this environment variable set, Textual's own driver handles keys and frames."""
_ERASING = ("xterm", "linux", "alacritty", "foot", "rxvt", "konsole", "putty", "wezterm", "ghostty", "st-")
"""How the names of terminals begin that erase in the current ground colour; those of screen do not."""


def forget_size() -> None:
    """Ask the terminal for its size: sizes that a shell exported do not follow a resize."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)


def run(app: App[Any], environment: Mapping[str, str]) -> int:
    """Run the app in its terminal and return the exit status of the program."""
    require_terminal()
    if not environment.get(PLAIN_TERMINAL):
        app.driver_class = _driver(environment.get("TERM", ""))
    print_no_values(app)
    with guard(app):
        app.run(mouse=False)
    _let_go()
    return app.return_code or 0


def _driver(term: str) -> type[CellDriver]:
    """Return the driver for a kind of terminal."""
    return ErasingDriver if term.startswith(_ERASING) else CellDriver


def require_terminal() -> None:
    """Leave with a sentence and status 2 unless stdin and stderr are a terminal; Textual draws on stderr."""
    if all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__)):
        return
    if sys.stderr is not None:
        sys.stderr.write(_("Hace falta una terminal. Con ssh, use «ssh -t».") + "\n")
    raise SystemExit(2)


def _let_go() -> None:
    """Drop output that a closed terminal did not take: Python would exit with its own status."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            if stream is not None:  # a parent process may have closed it
                stream.flush()
        except OSError:
            setattr(sys, name, None)
