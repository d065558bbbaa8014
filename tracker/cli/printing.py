"""The one place that prints for the shell: it replaces control and invisible characters.

Titles, names and log lines come from other people's saves. Unchanged, they could move the cursor, set the
window's title, or hide a part of a line.
"""

import json
import os
import sys
from collections.abc import Mapping
from typing import Any, TextIO

from msgspec import Struct

from tracker.session.text import clean, escape_unsafe


def print_line(text: object, *, error: bool = False, end: str = "\n") -> None:
    """Print a text with its unsafe characters replaced, on standard error if `error`."""
    stream, content = sys.stderr if error else sys.stdout, str(text)
    try:
        print(clean(content, len(content), lines=True), file=stream, end=end, flush=True)
    except OSError:
        # A complaint that cannot be written is dropped: the terminal is gone, and the exit code remains.
        if not error:
            raise
        forget_stream(stream)


_quiet = False


def be_quiet(*, quiet: bool) -> None:
    """Choose whether `print_done` prints."""
    global _quiet  # noqa: PLW0603 - one run has one answer
    _quiet = quiet


def print_done(text: object, *, error: bool = False) -> None:
    """Print a confirmation, or a remark that nobody has asked for; nothing with `--quiet`."""
    if not _quiet:
        print_line(text, error=error)


def print_address(address: str, environment: Mapping[str, str]) -> None:
    """Print an address on a line of its own; a terminal that knows links makes it one."""
    from tracker.terminal.osc import link_to, osc_of

    text = clean(address, len(address))
    if sys.stdout.isatty() and osc_of(environment).known:
        text = link_to(text)
    print(text, flush=True)


def print_page(text: str) -> None:
    """Print what was collected from `print_line`, whose letters are safe already."""
    sys.stdout.write(text)


def forget_stream(stream: TextIO | None) -> None:
    """Send the rest of a stream nowhere."""
    # Python writes the rest again when it exits, and would fail again.
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # noqa: TID251 - always there


def print_answer(answer: Struct, *, indent: int | None = None) -> None:
    """Print an answer as JSON with its unsafe characters escaped; a reader of JSON gets them unchanged."""
    from tracker.wording.contract import in_json

    print_json(in_json(answer), indent=indent)


def print_json(value: Any, *, indent: int | None = None) -> None:
    """Print a value as JSON with its unsafe characters escaped."""
    print_line(escape_unsafe(json.dumps(value, ensure_ascii=False, indent=indent)))


def print_cells(*texts: str) -> None:
    """Print texts with tabs between them, for another program."""
    print(*(clean(text, len(text)) for text in texts), sep="\t")
