"""Answers in JSON of what makes or changes a campaign, and `--quiet`."""

from pathlib import Path

import pytest

from tests.cli.contract import judge_of
from tests.play.shell import DONE, REFUSED, Place


@pytest.fixture
def at(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.begin("T", "pj Lía", "daño Lía 3", "nota fin")
    return place


def test_what_is_made_or_brought_back_answers_in_json(at: Place) -> None:
    copy = str(at.folder / "copia.json")
    (at.folder / "copia.json").write_bytes((at.saves / "T.json").read_bytes())
    answers = {
        "new": at.run("new", "Otra", "--json"),
        "chapter": at.run("chapter", "T", "T II", "--json"),
        "merge": at.run("merge", "T", copy, "-o", str(at.folder / "unida.json"), "--json"),
        "restore": at.run("restore", "T", "--to", "-1", "--json"),
        "recap": at.run("recap", "T", "--json"),
    }
    for verb, answer in answers.items():
        assert (answer.code, answer.err) == (DONE, ""), verb
        [printed] = answer.objects
        judge_of(verb)(printed)
    assert answers["new"].objects[0]["path"] == f"{at.saves}/Otra.json"
    assert answers["chapter"].objects[0]["title"] == "T II"
    assert answers["merge"].objects[0]["copies"] == 2
    fork = at.run("restore", "T", "--to", "-1", "--fork", "T bis", "--json")
    [printed] = fork.objects
    judge_of("restore")(printed)
    assert printed["title"] == "T bis"
    [beside] = at.run("merge", "T", "--json").objects
    judge_of("merge")(beside)
    assert (beside["copies"], beside["events"]) == (0, 0)


@pytest.mark.parametrize(
    "words",
    [
        ("new", "Otra"),
        ("chapter", "T", "T II"),
        ("do", "T", "nota hola"),
        ("restore", "T", "--to", "-1"),
        ("merge", "T"),
        ("recap", "T", "--output", "previously.md"),
    ],
    ids=" ".join,
)
def test_a_quiet_run_prints_nothing_when_all_is_well(at: Place, words: tuple[str, ...]) -> None:
    answer = at.run(*words, "--quiet")
    assert (answer.code, answer.out, answer.err) == (DONE, "", "")


def test_what_is_written_imported_and_passed_on_prints_nothing_in_a_quiet_run(at: Place) -> None:
    pack, library = str(at.folder / "p.toml"), str(at.folder / "l.json")
    assert at.run("do", "T", "biblioteca lía").code == DONE
    assert at.run("new", "M", "--game", "mareas").code == DONE
    for words in (
        ("library", "export", library),
        ("library", "import", library),
        ("game", "new", str(at.folder / "j")),
        ("game", "pack", "mareas", pack),
        ("game", "add", pack),
        ("game", "take", "M", str(at.folder / "fuera")),
    ):
        answer = at.run(*words, "--quiet")
        assert (answer.code, answer.out, answer.err) == (DONE, "", ""), words


def test_a_quiet_run_prints_what_was_asked_for_and_what_is_wrong(at: Place) -> None:
    assert at.run("status", "T", "-q").out == at.run("status", "T").out
    assert at.run("do", "T", "-q", "mira").out
    refused = at.run("do", "T", "-q", "daño Nadie 3")
    assert (refused.code, "Nadie" in refused.out) == (REFUSED, True)
    [printed] = at.run("do", "T", "-q", "--json", "nota x").objects
    assert printed["kind"] == "note"


def test_the_language_without_a_file_is_said_to_be_the_systems(at: Place) -> None:
    for locale, language in (("en_GB.UTF-8", "en"), ("es_ES.UTF-8", "es"), ("gl_ES.UTF-8", "es")):
        assert f'# language = "{language}"' in at.run("config", LC_ALL=locale, LANGUAGE="").out
