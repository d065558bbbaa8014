"""The git repository around a save: git is run with our own words, and its index read for unmerged copies."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.store.files import (
    Signature,
    absolute,
    current_folder,
    exists,
    is_file,
    is_program,
    read_regular,
    replace,
    signature,
)
from tracker.store.paths import LIBRARY_MARK

if TYPE_CHECKING:
    from subprocess import CompletedProcess

_LINK_BYTES = 4096
ATTRIBUTES, IGNORE = ".gitattributes", ".gitignore"
IGNORED = (
    *("*.json.tmp-*-??????", "*.json.corrupt-????????????", "*.json.merged-????????????", ".*.json.here-*"),
    *("_library-*.json.lock", "_library-*.json.bak"),
)
"""Files beside a save whose names are ours alone: temporary ones, copies put aside, who plays."""
_BESIDE = (".lock", ".bak")
"""Suffixes of files beside a save that other programs use too."""
_PATTERN = str.maketrans({each: f"\\{each}" for each in "\\*?["})


def run_git(folder: Path, *words: str) -> "CompletedProcess[bytes]":
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


def git_output(folder: Path, *words: str) -> str:
    """Return what git answers; raises `no_git` if it refuses."""
    done = run_git(folder, *words)
    if done.returncode:
        raise Refusal("no_git", path=str(folder), reason=" ".join(_text(done.stderr).split())[:200])
    return _text(done.stdout).strip()


def answer(folder: Path, *words: str) -> str:
    """Return what git answers; nothing if it refuses."""
    return _text(run_git(folder, *words).stdout).strip()


def find_repository(folder: Path) -> Path | None:
    """Return the `.git` of the repository around a folder, without running git; None if there is none."""
    with suppress(Refusal):  # where one may not look, there is none to use
        folder = absolute(folder)
        found = (each / ".git" for each in (folder, *folder.parents))
        return next((each for each in found if exists(each)), None)
    return None


def index_signature(save: Path) -> Signature | None:
    """Return the signature of the index of the repository around a save; None if there is none."""
    git = find_repository(save.parent)
    if git is None:
        return None
    with suppress(Refusal):
        if is_file(git):  # a work tree of its own, whose index is elsewhere
            link = os.fsdecode(read_regular(git, _LINK_BYTES)[0]).removeprefix("gitdir:").strip()
            git = git.parent / link
        return signature(git / "index")
    return None


def unmerged_versions(save: Path) -> Mapping[str, bytes]:
    """Return the versions of a save that git holds unmerged, by the hash of each; none outside git."""
    if find_repository(save.parent) is None:
        return {}
    with suppress(Refusal):
        listed = run_git(save.parent, "ls-files", "--unmerged", "-z", "--", save.name).stdout
        hashes = [_text(entry).split()[1] for entry in listed.split(b"\0") if entry]
        return {each: run_git(save.parent, "cat-file", "blob", each).stdout for each in hashes}
    return {}


def resolve(save: Path) -> None:
    """Tell git that the save as it stands has every version of it; raises `no_git` if git refuses."""
    git_output(save.parent, "add", "--", save.name)


def ignored_beside(save: str) -> list[str]:
    """Return the lines of a `.gitignore` for the lock and the backup of a save by its name.

    >>> ignored_beside("La torre.json")
    ['/La torre.json.lock', '/La torre.json.bak']
    """
    return [f"/{save.translate(_PATTERN)}{suffix}" for suffix in _BESIDE]


def ignore_beside_new(save: Path) -> None:
    """Ignore the lock and the backup of a new save, where `git-setup` has set up its folder.

    A file that cannot be written is no reason not to play.
    """
    path = save.with_name(IGNORE)
    with suppress(Refusal):
        if signature(path) is None or save.name.startswith(LIBRARY_MARK):
            return
        there = read_regular(path)[0]
        known = there.splitlines()
        missing = [each for each in map(os.fsencode, ignored_beside(save.name)) if each not in known]
        if missing and IGNORED[0].encode() in known:
            gap = b"" if there.endswith(b"\n") else b"\n"
            replace(path, there, gap, *(line + b"\n" for line in missing), backup=False)


LONGEST_CODE = 127
"""The highest exit code of `git merge-file` that counts conflicts."""


class Versions(Struct, frozen=True):
    """The three versions of a file that git gives a merge driver, and its names for them."""

    ancestor: Path
    ours: Path
    theirs: Path
    name: str = ""
    """The path of the file in the repository."""
    marks: int = 7
    """The length of a conflict mark."""
    labels: tuple[str, str] = ("ours", "theirs")
    """The names of the two sides, for the conflict marks."""
    ancestor_label: str = "base"

    def path_of(self, side: int) -> Path:
        """Return the file and its side as a person knows them, not the temporary file."""
        return Path(f"{self.name or self.ours} ({self.labels[side]})")


def merge_texts(versions: Versions) -> tuple[int, str]:
    """Merge a text into `ours` as git does without a driver, with its conflict marks.

    Returns the number of conflicts, and what git says of a file that is no text, which stays as it was.
    """
    one, other = versions.labels
    labels = [word for label in (one, versions.ancestor_label, other) for word in ("-L", label)]
    paths = map(absolute, (versions.ours, versions.ancestor, versions.theirs))
    size = f"--marker-size={versions.marks}"
    done = run_git(current_folder(), "merge-file", size, *labels, "--", *map(str, paths))
    if done.returncode > LONGEST_CODE:
        return 1, f"{versions.name}: {' '.join(_text(done.stderr).split())[:200]}"
    return done.returncode, ""


def _program(folder: Path) -> str:
    """Return the path of git, from the absolute folders of `PATH` alone.

    Other people may have put a program of that name in a relative folder, such as the current one.
    """
    for place in os.get_exec_path():
        program = os.path.join(place, "git")
        if os.path.isabs(place) and is_program(Path(program)):
            return program
    raise Refusal("no_git", path=str(folder), reason="git")


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace")
