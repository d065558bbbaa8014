"""Runs an app in the terminal in which the program was started."""

import os
import sys
from collections.abc import Mapping, Sequence

from tracker.terminal.app import InTerminal
from tracker.terminal.cells import CellDriver, ErasingDriver
from tracker.terminal.osc import osc_of
from tracker.terminal.signals import guard
from tracker.terminal.textual_internals import error_of, forgive_leaving, print_no_error
from tracker.widgets.bindings import ids_of
from tracker.wording.messages import say

PLAIN_TERMINAL = "TRACKER_PLAIN_TERMINAL"
"""Environment variable: if it is set, Textual's own driver handles keys and frames."""
_DUMB = ("dumb", "unknown")
_ERASING = ("xterm", "linux", "alacritty", "foot", "rxvt", "konsole", "putty", "wezterm", "ghostty", "st-")
"""Prefixes of the names of terminals that erase in the current ground colour; screen's does not."""


class AppFailed(Exception):  # noqa: N818 - it tells what happened
    """An app ended by an error, which is the cause; carries the ids of the last bindings used."""

    def __init__(self, bindings: Sequence[str]) -> None:
        super().__init__()
        self.bindings = tuple(bindings)


def forget_size() -> None:
    """Drop the exported size, so that the terminal is asked: an exported size does not follow a resize."""
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)


def run(app: InTerminal, environment: Mapping[str, str]) -> int:
    """Run the app in its terminal; returns the exit status of the program.

    Raises `AppFailed` once the terminal is as it was before.
    """
    require_terminal(environment)
    if not environment.get(PLAIN_TERMINAL):
        app.driver_class = _driver(environment.get("TERM", ""))
    app.osc = osc_of(environment)
    print_no_error(app)
    forgive_leaving(app)
    with guard(app):
        app.run(mouse=app.preferences.mouse)
    _drop_output()
    if error := error_of(app):
        raise AppFailed(ids_of(app.last_actions)) from error
    return app.return_code or 0


def _driver(term: str) -> type[CellDriver]:
    return ErasingDriver if term.startswith(_ERASING) else CellDriver


def require_terminal(environment: Mapping[str, str]) -> None:
    """Exit with a sentence and status 2 where no screen can be shown."""
    fault = terminal_fault(environment)
    # Textual draws on stderr.
    if not all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stderr__)):
        fault = say("running.no_terminal")
    if fault is None:
        return
    if sys.stderr is not None:
        sys.stderr.write(f"{fault}\n")
    raise SystemExit(2)


def terminal_fault(environment: Mapping[str, str]) -> str | None:
    """Explain why this kind of terminal cannot show a screen, and what to do; None if it can."""
    term = environment.get("TERM", "")
    if term in _DUMB:
        sentence = "running.poor_terminal"
        return say(sentence, term=term)
    encoding = getattr(sys.__stderr__, "encoding", None) or "utf-8"
    if encoding.lower().replace("-", "") != "utf8":
        sentence = "running.needs_utf_8"
        return say(sentence, encoding=encoding)
    return None


def _drop_output() -> None:
    """Drop output that a closed terminal did not accept: Python would exit with its own status."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            if stream is not None:  # a parent process may have closed it
                stream.flush()
        except OSError:
            setattr(sys, name, None)
