"""Every refusal and note of the store has its sentence, and the sentence its data."""

import ast
from collections.abc import Iterator
from pathlib import Path

import tracker.store
from tracker.store.files import _CODES
from tracker.wording.words import words_of

SOURCES = [path for folder in tracker.store.__path__ for path in Path(folder).glob("*.py")]


def _codes(*makers: str) -> Iterator[str]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in makers:
                yield from _texts(node.args[0])


def _texts(expression: ast.expr) -> Iterator[str]:
    for leaf in ast.walk(expression):
        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str):
            yield leaf.value


def test_every_refusal_and_note_has_a_sentence() -> None:
    codes = {*_codes("Refusal", "Busy", "Note"), *_CODES.values(), "disk_error"}
    assert codes <= words_of("").space("refusal").keys()
