"""Names and docstrings say something: no bare participle, no predicate that acts, no empty docstring."""

import ast
import re
from collections.abc import Callable, Iterator

import pytest

from tests.modules import nodes_of, trees

Check = Callable[[ast.Module], list[str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef
PARTICIPLE = re.compile(
    r"_?([a-z]{3,}[^e]ed|begun|became|came|done|drawn|fallen|found|given|gone|held|kept|known|left|lost|made|"
    r"meant|met|said|seen|sent|shown|spent|taken|thrown|told|took|won|written)"
)
PARTICLE = re.compile(
    r"_?(about|after|again|against|ahead|all|alone|along|among|apart|around|aside|at|away|back|before|behind|"
    r"beside|between|beyond|by|down|each|every|few|for|from|here|in|least|many|most|never|now|of|off|on|once|"
    r"only|out|over|since|then|there|to|together|under|until|up|what|when|where|who|whose|why|with|within|without)"
)
PREDICATE = re.compile(r"_?(is|has|can)_")
FILLER = re.compile(
    r"an?|and|are|a?s|at|be|been|by|for|from|ha[sv]e?|if|i[nst]|its|o[fnr]|returns?|that|the|their|this|to|wa|"
    r"what|which|whether|who|whose|with|yield"
)
TEXTUALS_OWN = {"restricted"}
"""Methods of Textual that the program replaces."""


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in nodes_of(tree) if isinstance(node, Function))


def bare_names(tree: ast.Module) -> list[str]:
    """Find bare names. Fields stand in saves, and a protocol's; a context manager is named by what holds."""
    return [
        function.name
        for function in functions(tree)
        if PARTICIPLE.fullmatch(function.name) or PARTICLE.fullmatch(function.name)
        if "contextmanager" not in map(ast.unparse, function.decorator_list)
        if function.name not in TEXTUALS_OWN
        if not ("property" in map(ast.unparse, function.decorator_list) and _has_no_body(function))
    ]


def _has_no_body(function: Function) -> bool:
    return ast.unparse(function.body[-1]) == "..."


def acting_predicates(tree: ast.Module) -> list[str]:
    return [
        function.name
        for function in functions(tree)
        if PREDICATE.match(function.name)
        if function.returns is None
        or ast.unparse(function.returns) != "bool"
        or any(map(_changes_an_attribute, ast.walk(function)))
    ]


def _changes_an_attribute(node: ast.AST) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return isinstance(node, ast.Assign | ast.AugAssign) and any(
        isinstance(target, ast.Attribute) for target in targets
    )


def empty_docstrings(tree: ast.Module) -> list[str]:
    """Find those without a word beyond the name, the parameters and the types."""
    return [
        f"{function.name}: {text}"
        for function in functions(tree)
        if (text := ast.get_docstring(function)) and ">>>" not in text and "`" not in text
        if {word for word in _words(text) if not FILLER.fullmatch(word)}
        <= _words(function.name, ast.unparse(function.args), ast.unparse(function.returns or function.args))
    ]


def _words(*texts: str) -> set[str]:
    parted = re.sub(r"([a-z])([A-Z])", r"\1 \2", " ".join(texts)).replace("_", " ").lower()
    return {word.removesuffix("s") for word in re.findall(r"[a-z]+", parted)}


def stray_strings(tree: ast.Module) -> list[str]:
    """Find bare strings that document no line: right above them stands no assignment."""
    return [
        f"line {statement.lineno}"
        for node in nodes_of(tree)
        if isinstance(node, ast.Module | ast.ClassDef | Function)
        for before, statement in zip(node.body, node.body[1:], strict=False)
        if isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
        if not isinstance(before, ast.Assign | ast.AnnAssign)
        or statement.lineno != (before.end_lineno or 0) + 1
    ]


@pytest.mark.parametrize("check", [bare_names, acting_predicates, empty_docstrings, stray_strings])
def test_every_module_says_something(check: Check) -> None:
    assert {place: found for place, tree in trees().items() if (found := check(tree))} == {}


@pytest.mark.parametrize(
    ("check", "source", "found"),
    [
        (bare_names, "def told(): ...", ["told"]),
        (bare_names, "def _before(): ...", ["_before"]),
        (bare_names, "@contextmanager\ndef locked(): ...", []),
        (bare_names, "class Row:\n    told: int", []),
        (bare_names, "class Sky(Protocol):\n    @property\n    def told(self): ...", []),
        (acting_predicates, "def is_next(self) -> bool:\n    self.at += 1", ["is_next"]),
        (acting_predicates, "def has_left(self) -> bool | None: ...", ["has_left"]),
        (acting_predicates, "def is_next(self) -> bool: ...", []),
        (
            empty_docstrings,
            "def name_of(row):\n    'Return the name of the row.'",
            ["name_of: Return the name of the row."],
        ),
        (empty_docstrings, "def name_of(row):\n    'Say the first name (A1-50).'", []),
        (stray_strings, "a = 1\n'What it is.'\n\n'Of nothing.'", ["line 4"]),
    ],
)
def test_a_fault_is_found(check: Check, source: str, found: list[str]) -> None:
    assert check(ast.parse(source)) == found
