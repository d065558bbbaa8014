"""README says what is so: its keys are the bindings, its commands are those that are run."""

import re
import subprocess
from pathlib import Path

from tests.__main__ import CHECKS
from tests.readme_keys import README, between, table

ROOT = README.parent
TEXT = README.read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """Return the shell blocks of a page."""
    return [block.strip() for block in re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def test_the_key_table_is_the_bindings() -> None:
    assert between(TEXT) == table(), "run python -m tests.readme_keys"


def test_the_key_table_is_all_of_the_keys() -> None:
    for row in ("| `n` | Nueva campaña |", "| `ctrl+r` | Rehacer |", "| `Supr` | Retirar", "| `?` | Ayuda |"):
        assert row in TEXT


def test_the_first_two_commands_open_the_example_and_run_the_checks() -> None:
    play, check = commands(TEXT)[:2]
    assert play.endswith("tracker demo")
    assert check.endswith("python -m tests")
    assert "[dev]" in check


def test_ci_runs_the_command_of_the_readme_and_then_the_newest_python(tmp_path: Path) -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.count("eval ") == 1
    first, newest = script.strip().rsplit("\n", 1)
    assert newest == ".venv/bin/python -m tests newest"
    printing = tmp_path / ".ci" / "run"
    printing.parent.mkdir()
    printing.write_text(first.replace("eval ", "printf '%s' "), encoding="utf-8")
    (tmp_path / "README.md").write_text(TEXT, encoding="utf-8")
    told = subprocess.run(["bash", printing], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == commands(TEXT)[1]


def test_the_checks_are_all_of_the_tools() -> None:
    told = [" ".join(Path(part).name for part in check) for check in CHECKS]
    for tool in ("ruff check", "ruff format --check", "lint-imports", "mypy", "pytest"):
        assert any(tool in each for each in told)


def test_every_path_that_the_readme_names_is_there() -> None:
    for name in re.findall(r"`((?:tracker|tests|styles|saves)/[\w/.]*)`", TEXT):
        assert (ROOT / name).exists(), name
