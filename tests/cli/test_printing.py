"""Everything that the shell prints goes through one door, which no control character passes."""

import ast
import sys
from pathlib import Path

import pytest

import tracker.cli
from tests.hostile import SEQUENCES, with_payload
from tests.play.shell import DONE, Place
from tracker.cli.invocation import FAILED
from tracker.session.text import is_clean
from tracker.store.event_line import write_line
from tracker.store.save_format import Contents, decode, encode

WORST = "".join(SEQUENCES)
VERBS = (
    *(("list",), ("list", "--json"), ("status", "T"), ("status", "T", "--json"), ("doctor", "T")),
    *(("log", "T", "--format", name) for name in ("text", "md", "csv", "jsonl")),
    *(("stats", "T"), ("stats", "T", "--json"), ("verify", "T"), ("verify", "T", "--json")),
    *(("backups", "T", "--json"), ("do", "T", "MARCA"), ("do", "T", "nota hola", "--json")),
    *(("merge", "T"), ("restore", "T", "bak"), ("chapter", "T", "Otra")),
)
FAILING = """
import sys
import tracker.cli.opened
from tracker.cli import main
def failing(_invocation):
    password = "eni" + "gma"
    raise ValueError("\\x1b]0;owned\\x07")
tracker.cli.opened.answer_status = failing
sys.exit(main(["status", "T"]))
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Place:
    """Return a place with a save whose title, texts, GM and kinds of facts hold escape sequences."""
    place = Place(tmp_path)
    place.begin("T", "pj MARCA", "titulo MARCA", "nota MARCA", "2d6 # MARCA", "lleva MARCA MARCA d6 luz")
    path = place.saves / "T.json"
    entries = decode(path.read_bytes()).entries
    documents = {key: dict(entry.document) for key, entry in entries.items()}
    last = documents[max(documents)]
    last["facts"] = [*last["facts"], ["MARCA", {"MARCA": "MARCA"}]]
    content = encode(Contents.from_entries({key: write_line(key, each) for key, each in documents.items()}))
    path.write_bytes(with_payload(content, "MARCA", WORST))
    for journal in place.journals.rglob("*"):
        if journal.is_file():
            journal.unlink()
    return place


def test_no_verb_prints_a_control_character_of_a_save(hostile: Place) -> None:
    for words in VERBS:
        answer = hostile.run(*words)
        unclean = [line for line in (answer.out + answer.err).split("\n") if not is_clean(line)]
        assert not unclean, words
        assert "Traceback" not in answer.err, words


def test_json_gives_every_character_back_to_a_program(hostile: Place) -> None:
    answer = hostile.run("log", "T", "--format", "jsonl")
    assert answer.code == DONE
    kinds = [fact["kind"] for event in answer.objects for fact in event["facts"]]
    assert WORST in kinds


def test_an_unexpected_error_is_printed_without_values_and_control_characters(tmp_path: Path) -> None:
    place = Place(tmp_path)
    failed = place.run_command(sys.executable, "-c", FAILING)
    assert failed.code == FAILED
    assert "ValueError" in failed.err
    assert "El programa ha fallado" in failed.err
    assert "enigma" not in failed.err
    assert all(map(is_clean, failed.err.split("\n")))


def test_only_the_door_prints() -> None:
    printing = set()
    for path in Path(tracker.cli.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in (
                "print",
                "sys.stdout.write",
                "sys.stderr.write",
            ):
                printing.add(path.name)
    assert printing == {"printing.py"}
