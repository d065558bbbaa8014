"""The rules import nothing but the standard library, and neither chance nor a clock."""

import subprocess
import sys

LOAD_EVERYTHING = """
import sys
before = set(sys.modules)
import importlib, pkgutil
import tracker.rules
for module in pkgutil.walk_packages(tracker.rules.__path__, "tracker.rules."):
    importlib.import_module(module.name)
print("\\n".join(sorted(set(sys.modules) - before)))
"""
CHANCE_AND_CLOCK = {"random", "secrets", "datetime", "calendar"}


def loaded() -> set[str]:
    ran = subprocess.run([sys.executable, "-c", LOAD_EVERYTHING], capture_output=True, text=True, check=True)
    return set(ran.stdout.split())


def test_the_rules_load_the_standard_library_and_nothing_else() -> None:
    modules = loaded()

    assert "tracker.rules.chronicle.system" in modules
    foreign = {
        name
        for name in modules
        if name.partition(".")[0] not in sys.stdlib_module_names
        and name != "tracker"
        and not name.startswith("tracker.rules")
    }
    assert foreign == set()


def test_the_rules_load_neither_chance_nor_a_clock() -> None:
    assert loaded() & CHANCE_AND_CLOCK == set()
