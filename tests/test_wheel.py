"""A wheel has everything that a package needs, and what systems look for elsewhere."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.examples.__main__ import EXAMPLES
from tests.play.warm import ROOT
from tracker.cli.completion import SCRIPTS
from tracker.wording.language import LANGUAGES

pytestmark = pytest.mark.slow


def test_a_wheel_has_words_manual_examples_man_pages_and_completions(tmp_path: Path) -> None:
    pip = ("python3", "-m", "pip", "--python", sys.executable)
    subprocess.run([*pip, "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(ROOT)], check=True)
    [wheel] = tmp_path.glob("*.whl")
    with ZipFile(wheel) as files:
        names = files.namelist()
        shared = {name.partition(".data/data/share/")[2] for name in names}
        manuals = [files.read(name).decode() for name in names if name.endswith("tracker.1")]

    assert {f"tracker/words/{each}.json" for each in LANGUAGES} <= {*names}
    assert {f"tracker/saves/examples/{each.relative_to(EXAMPLES)}" for each in EXAMPLES.glob("*/*.json")} <= {
        *names
    }
    assert {"man/man1/tracker.1", "man/es/man1/tracker.1"} <= shared
    assert sum("completions" in each or "site-functions" in each for each in shared) == len(SCRIPTS)
    assert sorted(each.count(".SH NAME") for each in manuals) == [0, 1]
    assert os.linesep.join(names).count("tests/") == 0
