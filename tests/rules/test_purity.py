"""The rules import nothing but the standard library and msgspec, and neither chance nor a clock."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import tracker.rules
from tests.modules import nodes_of, tree_of

CHANCE_AND_CLOCK = {"random", "secrets", "time", "datetime", "calendar"}
RULES = Path(tracker.rules.__file__).parent


def imported_names() -> Iterator[str]:
    for path in RULES.rglob("*.py"):
        for node in nodes_of(tree_of(path)):
            match node:
                case ast.Import(names):
                    yield from (name.name for name in names)
                case ast.ImportFrom(module=str(module), level=0):
                    yield module


def test_the_rules_import_themselves_the_standard_library_and_msgspec_alone() -> None:
    own = {name for name in imported_names() if name == "tracker.rules" or name.startswith("tracker.rules.")}
    others = {name.partition(".")[0] for name in {*imported_names()} - own}
    assert "tracker.rules.system" in own
    assert others <= {"msgspec", *sys.stdlib_module_names}


def test_the_rules_import_neither_chance_nor_a_clock() -> None:
    assert {*imported_names()} & CHANCE_AND_CLOCK == set()
