"""With `TRACKER_PLAIN_TERMINAL=1` Textual's own driver reads the keys and sends the frames."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tracker.terminal.running import PLAIN_TERMINAL

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    "tests",
    ["tests/screens/test_few_keys.py", "tests/screens/test_every_key.py", "tests/play/test_scene.py"],
)
def test_the_keys_do_what_they_do(tests: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", tests],
        cwd=ROOT,
        env={**os.environ, PLAIN_TERMINAL: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
