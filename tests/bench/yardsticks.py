"""Programs to compare with, each installed into a folder of its own, apart from the project's."""

import os
import subprocess
import sys
import venv
from pathlib import Path

FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tracker-bench"

POSTING = ("posting==2.11.1", "tree-sitter<0.26")
"""Its own requirement admits a tree-sitter with which it ends at once."""
D20 = ("d20==1.1.2",)


def python_with(*packages: str) -> Path | None:
    """Return a Python that has these packages, None when they cannot be had."""
    home = FOLDER / "-".join(package.partition("=")[0].partition("<")[0] for package in packages)
    interpreter = home / "bin" / "python"
    done = home / "installed"
    if not done.exists():
        venv.create(home, clear=True)
        if not _is_installed(interpreter, packages):
            return None
        done.touch()
    return interpreter


def _is_installed(interpreter: Path, packages: tuple[str, ...]) -> bool:
    pip = [str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "pip"]
    command = [*pip, "--python", str(interpreter), "install", "-q", "--disable-pip-version-check", *packages]
    return subprocess.run(command, check=False).returncode == 0
