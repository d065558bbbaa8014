"""A keyboard-driven session tracker for game masters."""

import sys
from pathlib import Path

__version__ = "0.1.0"

_PACKAGE = Path(__file__).parent


_START = "import sys; sys.path.insert(0, sys.argv.pop(1)); from tracker.__main__ import run; run()"


def own_program() -> list[str]:
    """Build the command that starts this program, from whatever folder."""
    # Python must not run files that other people put into the current folder (`-P`) or into what `PYTHON*`
    # variables name (`-E`).
    return [sys.executable, "-E", "-P", "-c", _START, str(_PACKAGE.parent)]


def package_folder(name: str) -> Path:
    """Find a folder of the program: in the package once installed, beside it in a checkout."""
    installed = _PACKAGE / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def read_shipped(*paths: Path) -> bytes:
    """Read the first of these files of the program that exists; empty if none does."""
    # No refusal if there is none: the words for it come with the program too.
    return next((path.read_bytes() for path in paths if path.is_file()), b"")


def web_style(name: str) -> bytes:
    """Read the style of a page for a browser: the colours of all such pages, then its own rules."""
    folder = package_folder("styles")
    return read_shipped(folder / "web.css") + read_shipped(folder / name)


def shipped_in(folder: Path, ending: str) -> list[str]:
    """List the files with an ending in a folder of the program, without that ending."""
    return sorted(path.stem for path in folder.glob(f"*{ending}"))
