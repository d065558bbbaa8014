"""All checks of the project: `python -m tests`.

`python -m tests core` runs the tests without screens, saves and programs, `python -m tests slow` the long
trials or, with the names of folders behind it, a part of them, `python -m tests browser` those in a real
browser, and `python -m tests newest` the tests of all but the screens on the newest Python there is. At the
end stands what the processor was used for: a figure to read, as machines differ.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests import newest
from tests.trials import LONG

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WORKERS = str((os.cpu_count() or 1) * 3)
"""More than the cores: tests wait for almost half of their time, for programs and timers."""
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a private folder in it
"""Where Linux keeps files in memory: the saves of the tests take a tenth of their time on a disk."""
ROOM = 2 << 30
"""Bytes that there must be free in it."""

PYTEST = (sys.executable, "-m", "pytest", "-q")
COLLECT = (*PYTEST, "--collect-only")
"""Rewrites the asserts of all tests, as far as they are new: each worker would do it for itself."""
BESIDE = (
    (BIN / "ruff", "check", "."),
    (BIN / "ruff", "format", "--check", "."),
    (BIN / "lint-imports",),
    (BIN / "mypy",),
)
COSTS = ("-p", "tests.cost")
CHECKS = (*BESIDE, (*PYTEST, *COSTS, "-n", WORKERS, "--dist", "worksteal"))
CORE = (
    (
        *(*PYTEST, "-n", "auto", "--dist", "worksteal"),
        *(f"tests/{folder}" for folder in ("rules", "session", "wording", "commands")),
    ),
)
SLOW = ((*PYTEST, *COSTS, "-n", "auto", "-m", LONG),)
BROWSER = ((*PYTEST, "-rs", "-m", "browser", "tests/features/page"),)
OTHERS = {"core": CORE, "slow": SLOW, "browser": BROWSER}
PARTS = sorted({path.relative_to(ROOT).parts[1] for path in ROOT.glob("tests/*/**/test_*.py")})
"""The folders by which the long trials can be asked for."""


def commands_of(words: list[str]) -> Sequence[Sequence[str | Path]]:
    """Return the commands that some words ask for; the tests are the last.

    Raises `KeyError` if they ask for nothing that there is.
    """
    match words:
        case []:
            return CHECKS
        case ["slow", *parts] if {*parts} <= {*PARTS}:
            return [(*each, *(f"tests/{part}" for part in parts)) for each in SLOW]
        case _:
            return OTHERS[" ".join(words)]


def main(words: list[str]) -> int:
    """Run the tests, with the other checks beside them; returns 1 if any failed, once all have ended."""
    # The tests start the program hundreds of times, and without byte code each start compiles it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if words == ["newest"]:
        return newest.main()
    try:
        *beside, tests = commands_of(words)
    except KeyError:
        print(f"python -m tests [{'|'.join((*OTHERS, 'newest'))}]; slow [{' '.join(PARTS)}]")
        return 2
    start, failed = time.monotonic(), []
    # The type check takes one core for a minute, and the tests wait now and then: side by side both gain.
    running = [
        (
            check,
            subprocess.Popen(check, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True),
        )
        for check in beside
    ]
    if beside:
        subprocess.run(COLLECT, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)  # the tests tell what fails
    print(f"== {_name(tests)}", flush=True)
    if subprocess.run(tests, cwd=ROOT, check=False).returncode:
        failed.append(_name(tests))
    for check, process in running:
        told, _nothing = process.communicate()
        print(f"== {_name(check)}\n{told}", end="", flush=True)
        if process.returncode:
            failed.append(_name(check))
    used = os.times()
    processor = used.children_user + used.children_system
    print(f"== {time.monotonic() - start:.0f} s, {processor:.0f} s of processor", flush=True)
    print("== failed: " + "; ".join(failed) if failed else "== all checks passed", flush=True)
    return 1 if failed else 0


def _name(check: Sequence[str | Path]) -> str:
    return " ".join(Path(part).name for part in check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
