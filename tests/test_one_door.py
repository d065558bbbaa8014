"""One module looks at the file system: what the system does not do becomes a refusal with its path there.

Ruff bans the functions (TID251 in `pyproject.toml`); what it cannot see are methods of a path, and `open`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tracker

PROGRAM = Path(tracker.__file__).parent
DOORS = {PROGRAM / "store" / "files.py", PROGRAM / "__init__.py"}
"""The door, and the one to the files that come with the program."""
METHODS = {
    *("absolute", "chmod", "cwd", "exists", "expanduser", "glob", "hardlink_to", "is_dir", "is_file"),
    *("is_mount", "is_symlink", "iterdir", "lchmod", "lstat", "mkdir", "read_bytes", "read_text", "readlink"),
    *("rglob", "rmdir", "samefile", "stat", "symlink_to", "touch", "unlink", "write_bytes", "write_text"),
}
"""Methods of `Path` that ask the system, and of nothing else here."""
ONE_ARGUMENT = {"rename", "replace"}
"""Methods of `Path` with one argument, whose namesakes have more."""
SEEN = re.compile(rf"\b(?:open|resolve|{'|'.join((*METHODS, *ONE_ARGUMENT))})\(")
"""What a text must have to be read as code, which takes longer."""
ELSEWHERE = {"distribution(_NAME).read_text('direct_url.json')"}
"""Of what is installed Python's own library asks."""


def looks_in(tree: ast.AST) -> Iterator[str]:
    """Yield every look at the file system."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _looks(node) and ast.unparse(node) not in ELSEWHERE:
            yield ast.unparse(node)


def _looks(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name):
        return call.func.id == "open"
    if not isinstance(call.func, ast.Attribute):
        return False
    name, given, options = call.func.attr, call.args, call.keywords
    if name == "open":
        return bool(given) and isinstance(given[0], ast.Constant)
    if name == "resolve":
        return not given and not options
    return name in METHODS or (name in ONE_ARGUMENT and len(given) == 1 and not options)


@pytest.mark.parametrize(
    "look", ["path.exists()", "Path.cwd()", "open(path)", "path.open('rb')", "path.rename(to)"]
)
def test_a_look_is_seen(look: str) -> None:
    assert [*looks_in(ast.parse(look))] == [look]


@pytest.mark.parametrize(
    "other", ["text.replace('a', 'b')", "Save.open(path, journals)", "game.resolve(a, b, c)"]
)
def test_what_only_sounds_like_a_look_is_none(other: str) -> None:
    assert not [*looks_in(ast.parse(other))]


def test_only_the_door_looks_at_the_file_system() -> None:
    looks = {
        str(path.relative_to(PROGRAM)): found
        for path in sorted(PROGRAM.rglob("*.py"))
        if path not in DOORS
        and SEEN.search(text := path.read_text())
        and (found := [*looks_in(ast.parse(text))])
    }
    assert not looks
