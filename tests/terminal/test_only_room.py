"""Only one module uses private names of Textual, and only the apps and the shell import its package."""

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import textual

import tracker
from tests.modules import MODULES, PROGRAM, nodes_of, tree_of
from tracker.terminal import textual_internals

ROOM = Path(textual_internals.__file__)
PRIVATE = re.compile(r"\b_\w+")
OTHERS = [each for each in MODULES if each != ROOM]


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def imported_names(tree: ast.AST) -> Iterator[str]:
    """Yield every import as a dotted name."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{each.name}" for each in node.names)


def defined_names(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a class or module defines."""
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.ClassDef | ast.Module):
            for each in node.body:
                targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", None)]
                yield from (name.id for name in targets if isinstance(name, ast.Name))


@cache
def private_names_in(path: Path) -> frozenset[str]:
    """Return the private names that a file defines."""
    return frozenset(filter(is_private, defined_names(tree_of(path))))


def own_names(path: Path) -> set[str]:
    """Return the private names of a module and of the project's modules that it imports."""
    found = set(private_names_in(path))
    for name in imported_names(tree_of(path)):
        for dotted in (name, name.rpartition(".")[0]):
            source = PROGRAM.parent / f"{dotted.replace('.', '/')}.py"
            if dotted.startswith("tracker.") and source.exists() and source != ROOM:
                found |= private_names_in(source)
    return found


@cache
def names_of_textual() -> frozenset[str]:
    """Return the private names that stand in Textual's files, but for those that every named tuple has."""
    folder = Path(str(textual.__file__)).parent
    found = {name for path in folder.rglob("*.py") for name in PRIVATE.findall(path.read_text())}
    return frozenset(filter(is_private, found)) - {"_replace", "_asdict", "_fields"}


def private_uses(path: Path) -> list[str]:
    """Return the private names of Textual that a module uses."""
    if names_of_textual().isdisjoint(PRIVATE.findall(path.read_text())):
        return []
    tree, strange = tree_of(path), names_of_textual() - own_names(path)
    modules = [name for name in imported_names(tree) if name.startswith("textual.") and "._" in name]
    read = [each for each in nodes_of(tree) if isinstance(each, ast.Attribute) and each.attr in strange]
    return modules + [name for name in map(ast.unparse, read) if not name.startswith("os.")]


def test_no_module_uses_private_names_of_textual() -> None:
    used = {path.name: uses for path in OTHERS if (uses := private_uses(path))}
    assert not used


def test_no_module_names_a_release_of_textual() -> None:
    assert not [path.name for path in OTHERS if "Written against" in path.read_text()]


def test_no_class_overrides_private_names_of_textual() -> None:
    for each in walk_packages(tracker.__path__, "tracker."):
        if not each.name.endswith("__main__"):
            import_module(each.name)
    loaded = [(name, module) for name, module in sys.modules.items() if name.startswith("tracker.")]
    kinds = {
        kind
        for name, module in loaded
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == name != textual_internals.__name__
    }
    overridden = {
        (kind.__qualname__, name)
        for kind in kinds
        for base in kind.__mro__
        if base.__module__.startswith("textual.")
        for name in private_names(kind) & private_names(base)
    }
    assert not overridden


@cache
def private_names(kind: type) -> frozenset[str]:
    source = textwrap.dedent(inspect.getsource(kind))
    return frozenset(filter(is_private, defined_names(ast.parse(source))))


def test_only_the_apps_and_the_shell_import_the_terminal() -> None:
    importers = {
        path.relative_to(PROGRAM).parts[0]
        for path in OTHERS
        if any(name.startswith("tracker.terminal") for name in imported_names(tree_of(path)))
    }
    assert importers == {"app.py", "players_app.py", "cli", "features", "terminal"}
