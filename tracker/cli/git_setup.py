"""`tracker git-setup`: set git up to unite saves instead of marking conflicts in them."""

import os
import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tracker import own_program
from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import print_done
from tracker.rules.refusal import Refusal
from tracker.store import git
from tracker.store.campaigns import list_campaigns
from tracker.store.files import (
    absolute,
    current_folder,
    exists,
    is_folder,
    read_regular,
    real,
    refusing,
    replace,
    signature,
)
from tracker.wording.messages import say

DRIVER = "tracker-save"
_KEY = f"merge.{DRIVER}.driver"
ATTRIBUTE = f"*.json merge={DRIVER}"
_IGNORED_ONCE = ("*.json.*",)
"""Lines of earlier versions, which also ignored files of other programs."""
_OURS = " merge --git "
_SHADOWED = "-m tracker merge --git"
"""A driver of earlier versions. It imports `tracker` from the folder where git starts it."""


def answer_git_setup(invocation: Invocation) -> int:
    """Set up the repository of the current folder, and print what was written."""
    if invocation.arguments.kiosk:
        raise Refusal("kiosk", what="git-setup")
    changes = set_up(_folder(current_folder(), absolute(invocation.folders.saves)))
    print_done("\n".join(changes) or say("git_setup.nothing_to_write"))
    return DONE


def _folder(here: Path, saves: Path) -> Path:
    """Choose the folder of the saves if it is in the repository of `here`, else `here`."""
    return saves if is_folder(saves) and repository(saves) == repository(here) else here


def repository(folder: Path) -> str:
    """Find the top of the repository around a folder; empty if there is none."""
    return git.git_output_or_empty(folder, "rev-parse", "--show-toplevel")


def set_up(folder: Path) -> list[str]:
    """Set the repository of a folder up to merge its saves by this program; return what was written where.

    Raises `no_git` if there is no repository, or no git.
    """
    top = git.git_output(folder, "rev-parse", "--show-toplevel")
    changes = list[str]()
    for save_folder, saves in _saves_by_folder(Path(top), folder).items():
        # Our line comes first: a line of the GM's about one of their files stands below it, and counts.
        changes += _update_lines(save_folder / git.ATTRIBUTES, (ATTRIBUTE,), first=True)
        changes += _update_lines(save_folder / git.ATTRIBUTES, _overruled_saves(save_folder, saves))
        lines = (*git.IGNORED, *(line for save in saves for line in git.ignored_beside(save)))
        changes += _update_lines(save_folder / git.IGNORE, lines, without=_IGNORED_ONCE)
    for name, value in ((f"merge.{DRIVER}.name", "tracker"), (_KEY, driver())):
        if git.git_output_or_empty(folder, "config", "--get", name) != value:
            git.git_output(folder, "config", name, value)
            changes.append(f"{top}: git config {name} {shlex.quote(value)}")
    return changes


def _overruled_saves(folder: Path, saves: Iterable[str]) -> list[str]:
    """Make a line for each save that another line keeps from being united."""
    return [
        f'"/{save}" merge={DRIVER}'
        for save in saves
        if not git.git_output_or_empty(folder, "check-attr", "merge", "--", save).endswith(f": {DRIVER}")
    ]


def _saves_by_folder(top: Path, folder: Path) -> Mapping[Path, Sequence[str]]:
    """List the names of the saves in a folder, and in every other folder of its repository that has any."""
    output = git.git_output_or_empty(
        top, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.json"
    )
    others = dict.fromkeys((top / name).parent for name in output.split("\0") if name)
    save_folders = [folder, *(each for each in others if each != real(folder))]
    saves = {
        each: [save.path.name for save in list_campaigns(each) if save.campaign] for each in save_folders
    }
    return {each: names for each, names in saves.items() if names or each == folder}


def driver() -> str:
    """Return the command by which git unites three copies of a save, and merges any other JSON file."""
    # Git runs it at the top of the working tree, where other people push files: none may shadow the program.
    return f"{shlex.join(own_program()).replace('%', '%%')}{_OURS}-- %O %A %B %P %L %X %Y %S"


def mend(folder: Path) -> bool:
    """Replace the driver in the repository around a folder if it is useless; return whether it was."""
    if not is_useless(folder):
        return False
    with suppress(Refusal):  # settings that cannot be written stay, and the doctor reports them
        git.git_output(folder, "config", _KEY, driver())
        return True
    return False


def replace_useless_driver(folder: Path) -> bool:
    """Replace a useless driver and print that; return whether it was replaced."""
    mended = mend(folder)
    if mended:
        print_done(say("git_setup.driver_replaced"), error=True)
    return mended


def is_useless(folder: Path) -> bool:
    """Whether git has a driver of this program that a folder can shadow, or whose program is gone."""
    if git.find_repository(folder) is None:
        return False
    with suppress(Refusal):  # without git there is no driver
        command = git.git_output_or_empty(folder, "config", "--get", _KEY)
        return _SHADOWED in command or (_OURS in command and _is_gone(command))
    return False


def _is_gone(command: str) -> bool:
    """Whether a file of the command is gone: the interpreter, or the folder of the program."""
    with suppress(ValueError, Refusal):
        words = shlex.split(command.replace("%%", "%"))
        return shutil.which(words[0]) is None or not all(
            exists(Path(word)) for word in words if os.path.isabs(word)
        )
    return True


def _update_lines(
    path: Path, lines: Sequence[str], without: Sequence[str] = (), *, first: bool = False
) -> list[str]:
    """Add the missing lines to a file, at its end or `first`, and remove others; return what was done.

    Refuses a link.
    """
    # Other people may push a link to a file elsewhere, so `read_regular` must refuse it.
    with refusing(path):
        content = read_regular(path)[0] if signature(path) is not None else b""
        known = content.splitlines()
        missing = [line for line in lines if os.fsencode(line) not in known]
        old_lines = [line for line in without if line.encode() in known]
        if missing or old_lines:
            remaining = b"".join(
                line
                for line in content.splitlines(keepends=True)
                if line.strip().decode("latin-1") not in old_lines
            )
            gap = b"\n" if remaining and not remaining.endswith(b"\n") else b""
            new_lines = b"".join(os.fsencode(f"{line}\n") for line in missing)
            replace(path, *((new_lines, remaining) if first else (remaining, gap, new_lines)), backup=False)
    removals = (say("git_setup.line_removed", path=path, line=line) for line in old_lines)
    return [*removals, *(f"{path}: {line}" for line in missing)]
