"""A keyboard-driven session tracker for game masters."""

import sys
from pathlib import Path

__version__ = "0.1.0"

_PACKAGE = Path(__file__).parent


_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from tracker.__main__ import run; run()"


def own_program() -> list[str]:
    """Return the command that starts this program, whatever folder it is started from.

    Python searches neither the current folder (`-P`) nor what `PYTHON*` variables name (`-E`): files that
    other people put there are not run.
    """
    return [sys.executable, "-E", "-P", "-c", _START, str(_PACKAGE.parent)]


def package_folder(name: str) -> Path:
    """Return a folder that comes with the program: in the package once installed, beside it in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def read_shipped(*paths: Path) -> bytes:
    """Return the first of these files of the program that is there; nothing if none is.

    If it cannot be read, no refusal could say so: the words for it come with the program too.
    """
    return next((path.read_bytes() for path in paths if path.is_file()), b"")


def shipped_in(folder: Path, ending: str) -> list[str]:
    """Return the names, without their ending, of the files in a folder of the program."""
    return sorted(path.stem for path in folder.glob(f"*{ending}"))
