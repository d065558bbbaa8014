"""The examples in docstrings are true.

pytest would look for them in all modules, in each of its processes: a fifth of the time before any test.
"""

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = re.compile(r"^ *>>> ", re.MULTILINE)
WITH_EXAMPLES = sorted(
    path.relative_to(ROOT)
    for folder in ("tracker", "tests")
    for path in (ROOT / folder).rglob("*.py")
    if EXAMPLE.search(path.read_text(encoding="utf-8"))
)


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=str)
def test_the_examples_of_a_module_are_true(path: Path) -> None:
    name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
    assert doctest.testmod(import_module(name)).failed == 0
