"""The modules of the program, parsed once for all tests that look into them."""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import tracker

PROGRAM = Path(tracker.__file__).parent
MODULES = sorted(PROGRAM.rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return every node of a tree."""
    return tuple(ast.walk(tree))


@cache
def trees() -> Mapping[str, ast.Module]:
    """Return the syntax tree of every module, by its place."""
    return {str(path.relative_to(PROGRAM)): tree_of(path) for path in MODULES}
