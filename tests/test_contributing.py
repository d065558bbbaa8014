"""CONTRIBUTING says what is so: its paths, modules and names exist, and its commands can be run."""

import re
import shlex
from importlib.util import find_spec

import pytest

from tests.__main__ import OTHERS, ROOT
from tests.__main__ import PARTS as FOLDERS
from tests.bench.__main__ import PARTS
from tests.test_readme import commands
from tracker.cli.verbs import VERBS
from tracker.rules.games import SYSTEMS

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LINES = [line for block in commands(TEXT) for line in block.splitlines()]
MOST_WORDS = 40
ARGUMENTS = {
    "tests": {*OTHERS, *FOLDERS, "newest"},
    "tests.bench": {*PARTS},
    "tracker": {*VERBS, *SYSTEMS},
    "tests.manual": set[str](),
    "tests.wording.golden": set[str](),
}
"""The words that each module of a command understands."""


def glossary() -> list[str]:
    """Return the words of the glossary."""
    table = TEXT.partition("## Words")[2].partition("##")[0]
    return re.findall(r"^\| (?!Word \|)(\w[^|]*?) \|", table, re.MULTILINE)


def arguments(line: str) -> tuple[str, list[str]]:
    """Return the module that a command runs, and its arguments."""
    words = shlex.split(line)
    module = words.index("-m") + 1
    return words[module], words[module + 1 :]


def test_every_path_is_there() -> None:
    named = re.findall(r"`((?:tracker|tests|styles|saves)/[\w/.]*|[\w.]+\.toml)`", TEXT)
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert len(named) > 40


def test_every_folder_of_the_package_is_in_the_house() -> None:
    house = TEXT.partition("## The house")[2].partition("## The way")[0]
    folders = [path.name for path in (ROOT / "tracker").iterdir() if (path / "__init__.py").exists()]
    assert [name for name in folders if f"`tracker/{name}/`" not in house] == []


@pytest.mark.parametrize("line", [line for line in LINES if ".venv/bin/python" in line])
def test_every_command_names_a_module_and_what_it_understands(line: str) -> None:
    module, words = arguments(line)
    assert find_spec(module) is not None
    if module == "pytest":
        paths = [word for word in words if "/" in word]
        assert paths
        assert all((ROOT / path).exists() for path in paths)
    else:
        assert {*words} <= ARGUMENTS[module]


def test_the_first_command_makes_the_environment() -> None:
    assert "install -q -e '.[dev]'" in LINES[0]
    assert [line for line in LINES[1:] if ".venv/bin/python" not in line] == []


def test_the_one_test_that_is_shown_is_there() -> None:
    [(path, word)] = re.findall(r"pytest -q (\S+) -k (\w+)", TEXT)
    assert re.search(rf"^def test_\w*{word}", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


def test_the_way_of_a_key_is_a_dozen_steps() -> None:
    way = TEXT.partition("## The way of one key")[2].partition("##")[0]
    assert re.findall(r"^(\d+)\. ", way, re.MULTILINE) == [str(step) for step in range(1, 13)]


def test_the_glossary_has_each_word_once_and_in_order() -> None:
    words = [word.casefold() for word in glossary()]
    assert 0 < len(words) <= MOST_WORDS
    assert words == sorted({*words})


def test_every_class_of_the_glossary_is_in_the_code() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tracker").rglob("*.py"))
    names = [word for word in glossary() if re.fullmatch(r"(?:[A-Z][a-z]+){2,}", word)]
    assert names
    assert [name for name in names if f"class {name}" not in code] == []
