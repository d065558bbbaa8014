"""The tests that a newer Python has to pass as well: `python -m tests newest`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv-newest"
NAMED_BY = "TRACKER_PYTHON"
"""The variable that names the Python to take, in place of the newest on PATH."""
VERSIONS = ((3, 15), (3, 14), (3, 13), (3, 12))
TESTS = (
    *("tests/rules", "tests/session", "tests/commands", "tests/store", "tests/features", "tests/cli"),
    *("tests/test_docstrings.py", "tests/play/test_scene.py"),
)


def newer_python() -> str | None:
    """Return the command of a Python newer than this one, None where there is none.

    A name on PATH does not count before it runs: version managers keep names there that do not.
    """
    if named := os.environ.get(NAMED_BY):
        return named
    newer = (f"python{major}.{minor}" for major, minor in VERSIONS if (major, minor) > sys.version_info)
    return next((name for name in newer if shutil.which(name) and _runs(name)), None)


def environment_of(python: str) -> str:
    """Return the Python of an environment that has the project and what its tests need.

    Its pip is put there by the pip of this Python, file by file: an old pip cannot run under a newer Python,
    and not every Python brings the means to make one.
    """
    ours = Path(sys.base_prefix) / "bin" / "python3"
    pip = ("-m", "pip", "install", "-q", "--disable-pip-version-check")
    own = str(FOLDER / "bin" / "python")
    _run(python, "-m", "venv", "--clear", "--without-pip", str(FOLDER))
    packages = _run(own, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    _run(str(ours), *pip, "--target", packages, "pip")
    _run(own, *pip, "-e", ".[dev]")
    return own


def main() -> int:
    """Run the tests on the newest Python there is; returns what pytest does, 0 where there is none."""
    python = newer_python()
    if python is None:
        print(f"== no Python newer than {sys.version.split()[0]} here, and {NAMED_BY} names none")
        return 0
    own = environment_of(python)
    print(f"== {_run(own, '--version').strip()}", flush=True)
    return subprocess.run((own, "-m", "pytest", "-q", "-n", "auto", *TESTS), cwd=ROOT, check=False).returncode


def _runs(python: str) -> bool:
    return subprocess.run((python, "-c", "pass"), capture_output=True, check=False).returncode == 0


def _run(*command: str) -> str:
    """Run a command and return what it prints; what it complains about is seen."""
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
