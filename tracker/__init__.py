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


def shipped(name: str) -> Path:
    """Return a folder that comes with the program: in the package once installed, beside it in a checkout."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
