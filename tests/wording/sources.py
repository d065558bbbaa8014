"""The refusals and facts of the code, read from its source."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.modules import MODULES, nodes_of, tree_of
from tests.modules import PROGRAM as ROOT
from tracker.rules.game_file.effects import Play
from tracker.rules.games import SYSTEMS
from tracker.rules.systems import DEFAULT
from tracker.session.move_builder import MoveBuilder
from tracker.wording.words import Words, words_of


@dataclass(frozen=True, slots=True)
class Said:
    """A call for a refusal or a fact: place, id, names of its data; `open` if some are not literal."""

    where: str
    code: str
    data: frozenset[str]
    open: bool

    @property
    def game(self) -> str:
        """Key of the game whose rules make the call; the first game for calls of every game."""
        folders = self.where.split("/")
        return folders[2] if folders[:2] == ["rules", "games"] and folders[2] in SYSTEMS else DEFAULT

    @property
    def words(self) -> Words:
        return words_of(self.game)


def calls(callee: str, folder: Path = ROOT) -> Iterator[tuple[str, ast.Call]]:
    """Yield every call of a function or method of this name, with its place."""
    for path, call in _calls_by_name().get(callee, ()):
        if path.is_relative_to(folder):
            yield f"{path.relative_to(ROOT)}:{call.lineno}", call


@cache
def _calls_by_name() -> Mapping[str, Sequence[tuple[Path, ast.Call]]]:
    """Return every call of the program with its file."""
    found: dict[str, list[tuple[Path, ast.Call]]] = {}
    for path in MODULES:
        for node in nodes_of(tree_of(path)):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                found.setdefault(name, []).append((path, node))
    return found


def texts(node: ast.expr) -> list[str]:
    """Return the literal texts that an expression may be."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return texts(one) + texts(other)
        case _:
            return []


def refusals() -> Iterator[Said]:
    for where, call in calls("Refusal"):
        for code in texts(call.args[0]) if call.args else ():
            names = frozenset(word.arg for word in call.keywords if word.arg)
            yield Said(where, code, names, any(word.arg is None for word in call.keywords))


RECORDERS = (MoveBuilder.with_fact.__name__, Play.record_fact.__name__)
"""Methods that record a fact: of a move under way, and of a game file's act."""


def facts() -> Iterator[Said]:
    """Yield facts with a literal kind: `Fact("died", {...})`, and those that a recorder is given."""
    for where, call in (call for recorder in RECORDERS for call in calls(recorder)):
        for kind in texts(call.args[0]) if call.args else ():
            names = frozenset(word.arg for word in call.keywords if word.arg)
            yield Said(where, kind, names, any(word.arg is None for word in call.keywords))
    for where, call in calls("Fact"):
        for kind in texts(call.args[0]) if call.args else ():
            given = call.args[1] if len(call.args) > 1 else ast.Dict(keys=[], values=[])
            seen = isinstance(given, ast.Dict)
            keys = given.keys if isinstance(given, ast.Dict) else []
            yield Said(
                where,
                kind,
                frozenset(
                    key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)
                ),
                not seen,
            )
