"""`tracker serve`: answer a link from another host over standard input and output."""

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
"""Environment variable of sshd: the command that the other side asked for, where a key forces another."""
_WORDS = 3
"""Words in such a command: program, verb and save."""


def answer_serve(invocation: Invocation) -> int:
    """Answer one link until it ends."""
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
    """Find the save to serve: the named one, or in a named folder the one that the other side asked for.

    Raises `Refusal` `not_served` for a command that names no save of the folder, and the refusals of a name.
    """
    save_name = invocation.arguments.save
    folder = Path(save_name)
    if ("/" not in save_name and save_name != ".") or not is_folder(folder):
        return invocation.save(save_name)
    if invocation.arguments.kiosk and real(folder) != real(invocation.folders.saves):
        raise Refusal("kiosk", what=clean(save_name, NAME_LENGTH))
    command = invocation.environment.get(ASKED, "")
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if len(words) != _WORDS or words[1] != "serve" or words[2].startswith("-"):
        raise Refusal("not_served", asked=clean(command, NAME_LENGTH))
    return folder / (slug(words[2].removesuffix(SUFFIX)) + SUFFIX)


def _end_on_signals() -> None:
    """Turn SIGTERM and SIGHUP into `LineCut`, so that the copy is closed properly."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise LineCut

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
