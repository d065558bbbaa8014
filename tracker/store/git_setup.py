"""`tracker git-setup`: what git needs to know to unite saves instead of marking conflicts in them."""

import shlex
import subprocess
import sys
from pathlib import Path

from tracker.rules.refusal import Refusal
from tracker.store.files import refusing

DRIVER = "tracker-save"
ATTRIBUTE = f"*.json merge={DRIVER}"
IGNORED = ("*.json.*", ".*.json.here-*")
"""What lies beside a save: its lock, its backup, drafts, copies put aside, who is playing."""


def set_up(folder: Path) -> list[str]:
    """Tell the repository of a folder to merge its saves with this program; returns what was written where.

    Raises `no_git` where there is no repository, or no git.
    """
    top = _git(folder, "rev-parse", "--show-toplevel")
    written = [
        *_with_lines(folder / ".gitattributes", (ATTRIBUTE,)),
        *_with_lines(folder / ".gitignore", IGNORED),
    ]
    driver = f"{shlex.quote(sys.executable)} -m tracker merge --git %O %A %B"
    for key, value in (("name", "tracker"), ("driver", driver)):
        name = f"merge.{DRIVER}.{key}"
        if _config(folder, name) != value:
            _git(folder, "config", name, value)
            written.append(f"{top}: git config {name} {shlex.quote(value)}")
    return written


def _with_lines(path: Path, lines: tuple[str, ...]) -> list[str]:
    """Add to a file the lines it lacks."""
    with refusing(path):
        there = path.read_text(encoding="utf-8") if path.exists() else ""
        missing = [line for line in lines if line not in there.splitlines()]
        if missing:
            gap = "\n" if there and not there.endswith("\n") else ""
            path.write_text(there + gap + "".join(f"{line}\n" for line in missing), encoding="utf-8")
    return [f"{path}: {line}" for line in missing]


def _config(folder: Path, name: str) -> str:
    asked = _run(folder, "config", "--get", name)
    return asked.stdout.strip()


def _git(folder: Path, *words: str) -> str:
    done = _run(folder, *words)
    if done.returncode:
        raise Refusal("no_git", path=str(folder), reason=" ".join(done.stderr.split())[:200])
    return done.stdout.strip()


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = ["git", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    except OSError as error:
        raise Refusal("no_git", path=str(folder), reason=error.strerror or "git") from error
