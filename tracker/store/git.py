"""The git repository around a save: git is run with our own words, and its index read for unmerged copies."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.rules.refusal import Refusal
from tracker.store.files import Signature, read_regular, signature

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_LINK_BYTES = 4096


def run(folder: Path, *words: str) -> "CompletedProcess[bytes]":
    """Run git in a folder and return its answer; raises `no_git` if it cannot be started."""
    import subprocess  # noqa: PLC0415 - a save outside git needs no other program

    command = [
        _program(folder),
        "-c",
        "safe.bareRepository=explicit",  # its own files are no repository
        "-c",
        "core.fsmonitor=false",  # a program that the repository names
        "-C",
        str(folder),
        *words,
    ]
    try:
        return subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own words
    except OSError as error:
        raise Refusal("no_git", path=str(folder), reason=error.strerror or "git") from error


def asked(folder: Path, *words: str) -> str:
    """Return what git answers; raises `no_git` if it refuses."""
    done = run(folder, *words)
    if done.returncode:
        raise Refusal("no_git", path=str(folder), reason=" ".join(_text(done.stderr).split())[:200])
    return _text(done.stdout).strip()


def answer(folder: Path, *words: str) -> str:
    """Return what git answers; nothing if it refuses."""
    return _text(run(folder, *words).stdout).strip()


def around(folder: Path) -> Path | None:
    """Return the `.git` of the repository around a folder, without running git; None if there is none."""
    folder = folder.absolute()
    found = (each / ".git" for each in (folder, *folder.parents))
    return next((each for each in found if each.exists()), None)


def index_signature(save: Path) -> Signature | None:
    """Return the signature of the index of the repository around a save; None if there is none."""
    git = around(save.parent)
    if git is None:
        return None
    with suppress(OSError, Refusal):
        if git.is_file():  # a work tree of its own, whose index is elsewhere
            link = os.fsdecode(read_regular(git, _LINK_BYTES)[0]).removeprefix("gitdir:").strip()
            git = git.parent / link
        return signature(git / "index")
    return None


def unmerged(save: Path) -> Mapping[str, bytes]:
    """Return the versions of a save that git holds unmerged, by the hash of each; none outside git."""
    if around(save.parent) is None:
        return {}
    with suppress(Refusal):
        listed = run(save.parent, "ls-files", "--unmerged", "-z", "--", save.name).stdout
        hashes = [_text(entry).split()[1] for entry in listed.split(b"\0") if entry]
        return {each: run(save.parent, "cat-file", "blob", each).stdout for each in hashes}
    return {}


def resolve(save: Path) -> None:
    """Tell git that the save as it stands has every version of it; raises `no_git` if git refuses."""
    asked(save.parent, "add", "--", save.name)


def _program(folder: Path) -> str:
    """Return the path of git, from the absolute folders of `PATH` alone.

    Other people may have put a program of that name in a relative folder, such as the current one.
    """
    for place in os.get_exec_path():
        program = os.path.join(place, "git")
        if os.path.isabs(place) and os.path.isfile(program) and os.access(program, os.X_OK):
            return program
    raise Refusal("no_git", path=str(folder), reason="git")


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace")
