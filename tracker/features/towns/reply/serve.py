"""`tracker serve`: answer a link of another host over standard input and output."""

import shlex
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.features.towns.store.connection import Guests, LineCut, converse
from tracker.features.towns.store.copy import Copy
from tracker.features.towns.store.exchange import Exchange
from tracker.features.towns.store.messages import LinkEnded
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.files import is_folder, real
from tracker.store.paths import NAME_LENGTH, SUFFIX, slug

ASKED = "SSH_ORIGINAL_COMMAND"
"""Environment variable of sshd: the command that the other side asked for, where another one is forced."""
_WORDS = 3
"""The words of such a command: program, verb and save."""


def answer_serve(invocation: Invocation) -> int:
    """Answer one link, until it ends."""
    _end_on_signals()
    arguments = invocation.arguments
    path = served_path(invocation)
    copy = Copy(path, invocation.folders.journals, writes=not arguments.read_only)
    creates = not arguments.kiosk and not arguments.read_only
    guests = Guests(path)
    exchange = Exchange(copy, invocation.gm, time.monotonic(), creates=creates, here=guests.terminals)
    try:
        converse(exchange, guests, (sys.stdin.fileno(), sys.stdout.fileno()), once=False)
    except (LinkEnded, LineCut):
        return REFUSED
    finally:
        copy.close()
    return DONE


def served_path(invocation: Invocation) -> Path:
    """Return the save to serve: the one named, or one in the folder named, as the other side asked.

    Raises `Refusal`: `not_served` for a command that names no save of the folder, and those of a name.
    """
    named = invocation.arguments.save
    folder = Path(named)
    if ("/" not in named and named != ".") or not is_folder(folder):
        return invocation.save(named)
    if invocation.arguments.kiosk and real(folder) != real(invocation.folders.saves):
        raise Refusal("kiosk", what=clean(named, NAME_LENGTH))
    asked = invocation.environment.get(ASKED, "")
    try:
        words = shlex.split(asked)
    except ValueError:
        words = []
    if len(words) != _WORDS or words[1] != "serve" or words[2].startswith("-"):
        raise Refusal("not_served", asked=clean(asked, NAME_LENGTH))
    return folder / (slug(words[2].removesuffix(SUFFIX)) + SUFFIX)


def _end_on_signals() -> None:
    """End in order when the line hangs up or somebody asks for it."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise LineCut

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
