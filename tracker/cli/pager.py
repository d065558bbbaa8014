"""A pager for what is longer than the terminal: `$PAGER`, else `less -FR`; without one, it is printed.

`PAGER=cat` or an empty one never pages.
"""

import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from shutil import which

from tracker.cli.printing import print_page

_USUAL = "less -FR"
_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_PLAIN_TERMINALS = ("", "dumb")


class _Page(io.StringIO):
    """Collects what a verb prints; to those who ask, it is the terminal."""

    def isatty(self) -> bool:
        return True


@contextmanager
def paging(environment: Mapping[str, str]) -> Iterator[None]:
    """Collect what is printed to the terminal, and show it in the pager if it is longer than the terminal."""
    terminal, page = sys.stdout, _Page()
    sys.stdout = page
    try:
        yield
    finally:
        sys.stdout = terminal
        show_page(page.getvalue(), environment)


def show_page(text: str, environment: Mapping[str, str]) -> None:
    """Show a text on the terminal, in the pager if there is one and the text is longer than the terminal."""
    command = _pager(environment)
    if not command or _fits(text):
        print_page(text)
        return
    # As for git: what a person has set for `less` prevails.
    surroundings = {"LESS": "FR", **environment}
    old_handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the pager
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=surroundings)  # noqa: S603 - the GM's own
    except OSError:
        print_page(text)
    else:
        with suppress(BrokenPipeError):  # the pager was left before the end
            process.communicate(text.encode(sys.stdout.encoding, "replace"))
        process.wait()
    finally:
        signal.signal(signal.SIGINT, old_handler)


def _pager(environment: Mapping[str, str]) -> list[str]:
    """Return the command of the pager; empty if there is none, or nobody wants one."""
    if environment.get("TERM", "") in _PLAIN_TERMINALS:
        return []
    try:
        command = shlex.split(environment.get("PAGER", _USUAL))
    except ValueError:  # a quote without its end
        return []
    is_there = bool(command) and command[0] != "cat" and which(command[0], path=environment.get("PATH"))
    return command if is_there else []


def _fits(text: str) -> bool:
    try:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return True
    lengths = (len(_COLOURS.sub("", line)) for line in text.splitlines())
    # The shell's prompt takes the last row.
    return sum(max(1, -(-length // max(columns, 1))) for length in lengths) < rows
