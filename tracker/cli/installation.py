"""`tracker doctor` without a save: whether this machine has everything that the program needs."""

import fcntl
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from tracker.cli.invocation import Invocation
from tracker.cli.printing import say
from tracker.rules.refusal import Refusal
from tracker.store.files import refusal_of
from tracker.store.reports import versions
from tracker.terminal.running import terminal_fault
from tracker.wording.language import _, language
from tracker.wording.sentences import refusal_sentence

_LEAST_FREE = 64 << 20
"""Free bytes of disk below which the doctor warns."""


def look_at_installation(invocation: Invocation) -> bool:
    """Print versions, terminal, language, folders, and their faults; returns whether there are none."""
    environment = invocation.environment
    for line in versions():
        say(line)
    say(_("Terminal: {terminal}.").format(terminal=_terminal(environment)))
    say(_("Idioma: {language}.").format(language=language()))
    faults = [fault for fault in (terminal_fault(environment), *_preferences(invocation)) if fault]
    for name, folder in (
        (_("Partidas"), invocation.folders.saves),
        (_("Diarios"), invocation.folders.journals),
    ):
        say(f"{name}: {folder}")
        faults += _folder_faults(folder)
    for fault in faults:
        say(f"- {fault}")
    if not faults:
        say(_("Todo está en orden."))
    return not faults


def _terminal(environment: Mapping[str, str]) -> str:
    """Return the terminal's name, size, colours and encoding."""
    from rich.console import Console  # noqa: PLC0415 - nothing else of the shell looks at colours

    size = shutil.get_terminal_size()
    colours = Console(file=sys.__stdout__).color_system or _("sin colores")
    encoding = getattr(sys.__stdout__, "encoding", None) or "?"
    return f"{environment.get('TERM') or '?'}, {size.columns}x{size.lines}, {colours}, {encoding}"


def _preferences(invocation: Invocation) -> Iterator[str]:
    for mistake in invocation.config.mistakes:
        yield refusal_sentence(mistake)


def _folder_faults(folder: Path) -> list[str]:
    """Return the faults of a folder for campaigns, which may not exist yet."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            if there == folder:
                fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.fsync(file.fileno())
    except OSError as error:
        return [refusal_sentence(refusal_of(error, there))]
    free = shutil.disk_usage(there).free
    return [] if free >= _LEAST_FREE else [refusal_sentence(Refusal("disk_full", path=str(there)))]
