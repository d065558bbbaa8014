"""The git repository around a save: git runs with our own words, and unmerged copies come from its index."""

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
"""Files beside a save whose names only this program uses: temporary ones, copies put aside, who plays."""
_BESIDE = (".lock", ".bak")
"""Suffixes of files beside a save that other programs use too, so they are ignored save by save."""
_PATTERN = str.maketrans({each: f"\\{each}" for each in "\\*?["})


def run_git(folder: Path, *words: str) -> "CompletedProcess[bytes]":
    """Run git in a folder and return its result; raises `no_git` if it cannot be started."""
    import subprocess  # noqa: PLC0415 - a save outside git needs no other program

    command = [
        _program(folder),
        "-c",
        "safe.bareRepository=explicit",  # files of a save's folder must not pass for a repository
        "-c",
        "core.fsmonitor=false",  # a program that the repository names must not be run
        "-C",
        str(folder),
        *words,
    ]
    try:
        return subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - our own words
    except OSError as error:
        raise Refusal("no_git", path=str(folder), reason=error.strerror or "git") from error


def git_output(folder: Path, *words: str) -> str:
    """Run git and return its output; raises `no_git` if git refuses."""
    result = run_git(folder, *words)
    if result.returncode:
        raise Refusal("no_git", path=str(folder), reason=" ".join(_text(result.stderr).split())[:200])
    return _text(result.stdout).strip()


def git_output_or_empty(folder: Path, *words: str) -> str:
    """Run git and return its output; empty if git refuses."""
    return _text(run_git(folder, *words).stdout).strip()


def find_repository(folder: Path) -> Path | None:
    """Find the `.git` of the repository around a folder, without running git; None if there is none."""
    with suppress(Refusal):  # a folder that may not be looked into has no repository to use
        folder = absolute(folder)
        candidates = (each / ".git" for each in (folder, *folder.parents))
        return next((path for path in candidates if exists(path)), None)
    return None


def index_signature(save: Path) -> Signature | None:
    """Take the signature of the index of the repository around a save; None if there is none."""
    git = find_repository(save.parent)
    if git is None:
        return None
    with suppress(Refusal):
        if is_file(git):  # a linked work tree, which has its index elsewhere
            link = os.fsdecode(read_regular(git, _LINK_BYTES)[0]).removeprefix("gitdir:").strip()
            git = git.parent / link
        return signature(git / "index")
    return None


def unmerged_versions(save: Path) -> Mapping[str, bytes]:
    """Read the versions of a save that git holds unmerged, by the hash of each; none outside git."""
    if find_repository(save.parent) is None:
        return {}
    with suppress(Refusal):
        output = run_git(save.parent, "ls-files", "--unmerged", "-z", "--", save.name).stdout
        hashes = [_text(entry).split()[1] for entry in output.split(b"\0") if entry]
        return {each: run_git(save.parent, "cat-file", "blob", each).stdout for each in hashes}
    return {}


def resolve(save: Path) -> None:
    """Tell git that the save as it stands has every version of it; raises `no_git` if git refuses."""
    git_output(save.parent, "add", "--", save.name)


def ignored_beside(save: str) -> list[str]:
    """Return the lines of a `.gitignore` for the lock and the backup of a save, given by its name.

    >>> ignored_beside("La torre.json")
    ['/La torre.json.lock', '/La torre.json.bak']
    """
    return [f"/{save.translate(_PATTERN)}{suffix}" for suffix in _BESIDE]


def ignore_beside_new(save: Path) -> None:
    """Ignore the lock and the backup of a new save, if `git-setup` has set up its folder.

    If the file cannot be written, that is no reason not to play.
    """
    path = save.with_name(IGNORE)
    with suppress(Refusal):
        if signature(path) is None or save.name.startswith(LIBRARY_MARK):
            return
        content = read_regular(path)[0]
        known = content.splitlines()
        missing = [each for each in map(os.fsencode, ignored_beside(save.name)) if each not in known]
        if missing and IGNORED[0].encode() in known:
            gap = b"" if content.endswith(b"\n") else b"\n"
            replace(path, content, gap, *(line + b"\n" for line in missing), backup=False)


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
        """Name a side for people: by the file in the repository, not by the temporary file."""
        return Path(f"{self.name or self.ours} ({self.labels[side]})")


def merge_texts(versions: Versions) -> tuple[int, str]:
    """Merge a text into `ours` as git does without a driver, with its conflict marks.

    Returns the number of conflicts, and git's message about a file that is no text, which stays as it was.
    """
    one, other = versions.labels
    labels = [word for label in (one, versions.ancestor_label, other) for word in ("-L", label)]
    paths = map(absolute, (versions.ours, versions.ancestor, versions.theirs))
    size = f"--marker-size={versions.marks}"
    result = run_git(current_folder(), "merge-file", size, *labels, "--", *map(str, paths))
    if result.returncode > LONGEST_CODE:
        return 1, f"{versions.name}: {' '.join(_text(result.stderr).split())[:200]}"
    return result.returncode, ""


def _program(folder: Path) -> str:
    """Find git in the absolute folders of `PATH`; refuses `no_git` if it is nowhere."""
    for location in os.get_exec_path():
        program = os.path.join(location, "git")
        # In a relative folder, such as the current one, somebody else may have put a program of that name.
        if os.path.isabs(location) and is_program(Path(program)):
            return program
    raise Refusal("no_git", path=str(folder), reason="git")


def _text(output: bytes) -> str:
    return output.decode("utf-8", "replace")
