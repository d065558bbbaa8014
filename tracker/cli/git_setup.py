"""`tracker git-setup`: configures git to unite saves instead of marking conflicts in them."""

import os
import shlex
import subprocess
from contextlib import suppress
from pathlib import Path

from tracker import own_program
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import say
from tracker.rules.refusal import Refusal
from tracker.store.files import read_regular, refusing, replace, signature
from tracker.wording.language import _

DRIVER = "tracker-save"
_KEY = f"merge.{DRIVER}.driver"
ATTRIBUTE = f"*.json merge={DRIVER}"
IGNORED = ("*.json.*", ".*.json.here-*")
"""Files beside a save: its lock, its backup, temporary files, copies put aside, and who is playing."""
_SHADOWED = "-m tracker merge --git"
"""A driver of earlier versions. It imports `tracker` from the folder where git starts it."""


def answer_git_setup(invocation: Invocation) -> int:
    """Set up the repository of the current folder, and print what was written."""
    if invocation.arguments.kiosk:
        raise Refusal("kiosk", what="git-setup")
    written = set_up(_folder(Path.cwd(), invocation.folders.saves.absolute()))
    say("\n".join(written) or _("No había nada que escribir: git ya sabe unir las partidas."))
    return DONE


def _folder(here: Path, saves: Path) -> Path:
    """Return the folder of the saves if it is in the repository of `here`, else `here`."""
    return saves if saves.is_dir() and repository(saves) == repository(here) else here


def repository(folder: Path) -> str:
    """Return the top of the repository around a folder; empty if there is none."""
    return _run(folder, "rev-parse", "--show-toplevel").stdout.strip()


def set_up(folder: Path) -> list[str]:
    """Tell the repository of a folder to merge its saves with this program; returns what was written where.

    Raises `no_git` where there is no repository, or no git.
    """
    top = _git(folder, "rev-parse", "--show-toplevel")
    written = [
        *_with_lines(folder / ".gitattributes", (ATTRIBUTE,)),
        *_with_lines(folder / ".gitignore", IGNORED),
    ]
    for name, value in ((f"merge.{DRIVER}.name", "tracker"), (_KEY, driver())):
        if _config(folder, name) != value:
            _git(folder, "config", name, value)
            written.append(f"{top}: git config {name} {shlex.quote(value)}")
    return written


def driver() -> str:
    """Return the command that git runs to unite three copies of a save.

    Git runs it at the top of the working tree, whose files other people push.
    """
    return f"{shlex.join(own_program()).replace('%', '%%')} merge --git %O %A %B"


def mend(folder: Path) -> None:
    """Replace the driver in the repository around a folder if it is one that a folder can shadow."""
    if not any((each / ".git").exists() for each in (folder, *folder.parents)):
        return
    with suppress(Refusal):  # without git there is nothing to mend
        if _SHADOWED in _config(folder, _KEY):
            _git(folder, "config", _KEY, driver())


def _with_lines(path: Path, lines: tuple[str, ...]) -> list[str]:
    """Add the missing lines to a file. Refuses a link: other people may push one to a file elsewhere."""
    with refusing(path):
        there = read_regular(path)[0] if signature(path) is not None else b""
        missing = [line for line in lines if line.encode() not in there.splitlines()]
        if missing:
            gap = b"\n" if there and not there.endswith(b"\n") else b""
            replace(path, there, gap, "".join(f"{line}\n" for line in missing).encode(), backup=False)
    return [f"{path}: {line}" for line in missing]


def _config(folder: Path, name: str) -> str:
    asked = _run(folder, "config", "--get", name)
    return asked.stdout.strip()


def _git(folder: Path, *words: str) -> str:
    done = _run(folder, *words)
    if done.returncode:
        raise Refusal("no_git", path=str(folder), reason=" ".join(done.stderr.split())[:200])
    return done.stdout.strip()


def _program(folder: Path) -> str:
    """Return the path of git, from the absolute folders of `PATH` alone.

    In a relative one, such as the current folder, other people may have put a program of that name.
    """
    for place in os.get_exec_path():
        program = os.path.join(place, "git")
        if os.path.isabs(place) and os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    raise Refusal("no_git", path=str(folder), reason="git")


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [
        _program(folder),
        "-c",
        "safe.bareRepository=explicit",  # its own files are no repository
        "-C",
        str(folder),
        *words,
    ]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    except OSError as error:
        raise Refusal("no_git", path=str(folder), reason=error.strerror or "git") from error
