"""`tracker git-setup`: let git merge saves by itself."""

from pathlib import Path

from tracker.cli.invocation import DONE, Invocation
from tracker.cli.printing import say
from tracker.rules.refusal import Refusal
from tracker.store.git_setup import repository, set_up
from tracker.wording.language import _


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
