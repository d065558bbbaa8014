"""All checks of the project: `python -m tests`.

`python -m tests core` runs the tests without screens, saves and programs, `python -m tests slow` the long
trials, `python -m tests browser` those in a real browser, and `python -m tests newest` the tests of all but
the screens on the newest Python there is.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from tests import newest
from tests.trials import LONG

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WORKERS = str((os.cpu_count() or 1) * 3 // 2)
"""More than the cores: the test of a screen waits for a third of its time."""

CHECKS = (
    (BIN / "ruff", "check", "."),
    (BIN / "ruff", "format", "--check", "."),
    (BIN / "lint-imports",),
    (BIN / "mypy",),
    (sys.executable, "-m", "pytest", "-q", "-n", WORKERS, "--dist", "worksteal"),
)
BROWSER = ((sys.executable, "-m", "pytest", "-q", "-rs", "-m", "browser", "tests/players"),)
SLOW = ((sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", LONG),)
CORE = (
    (
        *(sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "worksteal"),
        *(f"tests/{folder}" for folder in ("rules", "session", "wording", "commands")),
    ),
)
OTHERS = {"core": CORE, "slow": SLOW, "browser": BROWSER}


def main(words: list[str]) -> int:
    """Run the checks one after another; returns 1 if any failed, after all have had their say."""
    # The tests start the program hundreds of times, and without byte code each start compiles it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if words == ["newest"]:
        return newest.main()
    failed = []
    for check in OTHERS.get(" ".join(words), CHECKS):
        name = " ".join(Path(part).name for part in check)
        print(f"== {name}", flush=True)
        start = time.monotonic()
        if subprocess.run(check, cwd=ROOT, check=False).returncode:
            failed.append(name)
        print(f"== {time.monotonic() - start:.1f} s", flush=True)
    print("== failed: " + "; ".join(failed) if failed else "== all checks passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
