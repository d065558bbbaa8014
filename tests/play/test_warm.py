"""A program that is forked answers as one that Python starts."""

import re
from pathlib import Path

import pytest

from tests.play.shell import Place, run_cold
from tests.play.warm import run_warm
from tests.trials import one_row_of

WRITER = re.compile(r"(?<=\b1\d{10})\d{10}\b")
"""The end of the id of an event, which is drawn for each writer."""


@pytest.mark.parametrize(
    ("words", "given"),
    one_row_of(
        [
            (("do", "Torre", "--json"), "pj Lía fuerza=12/11\nvuela\n"),
            (("roll", "3d6kh2+1 # fuerza", "--seed", "7"), ""),
            (("do", "Faro", "pj Lía"), ""),
            (("do",), ""),
            (("Torre",), ""),
            (("doctor",), ""),
            (("version",), ""),
        ]
    ),
)
def test_a_warm_program_answers_as_a_cold_one(tmp_path: Path, words: tuple[str, ...], given: str) -> None:
    answers = []
    for run in (run_warm, run_cold):
        at = Place(tmp_path / run.__name__)
        at.folder.mkdir()
        at.begin("Torre")
        done = run(words, at.environment, at.folder, given)
        printed = f"{done.stdout}\n--\n{done.stderr}".replace(str(at.folder), "")
        answers.append((done.returncode, WRITER.sub("", printed)))
    assert answers[0] == answers[1]
