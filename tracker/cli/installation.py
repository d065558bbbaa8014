"""`tracker doctor` without a save: whether this machine has everything that the program needs."""

import json
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit

import tracker
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


def command_for_extra(extra: str) -> str:
    """Return the command that adds an extra to this installation, from where it was installed."""
    pip = [sys.executable, "-m", "pip"]
    if find_spec("pip") is None:
        pip = ["python3", "-m", "pip", "--python", sys.executable]
    return shlex.join([*pip, "install", *_source(f"[{extra}]")])


def _source(extra: str) -> list[str]:
    """Return the words by which pip finds this program with an extra, in a checkout with `-e`."""
    try:
        origin = json.loads(distribution(_NAME).read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        return ["-e", f"{Path(tracker.__file__).parents[1]}{extra}"]
    address = str(origin.get("url", ""))
    folder = unquote(urlsplit(address).path)
    if version := origin.get("vcs_info"):
        return [f"{_NAME}{extra} @ {version['vcs']}+{address}@{version['commit_id']}"]
    if address.startswith("file://") and exists(Path(folder)):
        editable = origin.get("dir_info", {}).get("editable")
        return [*(["-e"] if editable else []), f"{folder}{extra}"]
    return [f"{_NAME}{extra}"]
