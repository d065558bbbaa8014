"""`tracker doctor` without a save: whether this machine has everything that the program needs."""

import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from tracker.cli.diagnosis import Diagnosis
from tracker.cli.invocation import Invocation
from tracker.rules.refusal import Refusal
from tracker.store.files import absolute, exists, free_bytes, try_out
from tracker.store.reports import versions
from tracker.terminal.running import terminal_fault
from tracker.wording.language import language
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

_NAME = "tracker-gm"
_LEAST_FREE = 64 << 20
"""Free bytes of disk below which the doctor warns."""


def look_at_installation(invocation: Invocation, diagnosis: Diagnosis) -> bool:
    """Print versions, terminal, language, folders and their faults; return whether there are none."""
    environment = invocation.environment
    for line in versions():
        diagnosis.add_finding("version", line)
    diagnosis.add_finding("terminal", say("installation.terminal", terminal=_terminal(environment)))
    diagnosis.add_finding("language", say("installation.language", language=language()))
    faults = [fault for fault in (terminal_fault(environment), *_preferences(invocation)) if fault]
    for code, name, folder in (
        ("saves", say("installation.saves"), invocation.folders.saves),
        ("journals", say("installation.journals"), invocation.folders.journals),
    ):
        diagnosis.add_finding(code, f"{name}: {folder}")
        faults += _folder_faults(folder)
    for fault in faults:
        diagnosis.add_finding("fault", f"- {fault}", wrong=True)
    if not faults:
        diagnosis.add_finding("whole", say("installation.well"))
    return not faults


def _terminal(environment: Mapping[str, str]) -> str:
    from rich.console import Console

    size = shutil.get_terminal_size()
    colours = Console(file=sys.__stdout__).color_system or say("installation.no_colours")
    encoding = getattr(sys.__stdout__, "encoding", None) or "?"
    return f"{environment.get('TERM') or '?'}, {size.columns}x{size.lines}, {colours}, {encoding}"


def _preferences(invocation: Invocation) -> Iterator[str]:
    for mistake in invocation.config.mistakes:
        yield refusal_sentence(mistake)


def _folder_faults(folder: Path) -> list[str]:
    """Find the faults of a folder for campaigns, which may not exist yet."""
    try:
        existing = next(each for each in (folder, *absolute(folder).parents) if exists(each))
        try_out(existing)
        is_full = free_bytes(existing) < _LEAST_FREE
    except Refusal as refusal:
        return [refusal_sentence(refusal)]
    return [refusal_sentence(Refusal("disk_full", path=str(existing)))] if is_full else []
