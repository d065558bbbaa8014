"""A save in git whose driver is gone: nothing is called whole while git's index knows of more."""

import subprocess
from pathlib import Path

import pytest

from tests.play.shell import DONE, REFUSED, Place
from tests.store.test_merge import git
from tracker.cli.git_setup import driver, set_up
from tracker.store.save_format import decode

KEY = "merge.tracker-save.driver"
GONE = "/nowhere/python -E -P -c pass /nowhere merge --git %O %A %B"


def place_in(folder: Path) -> Place:
    folder.mkdir()
    return Place(folder)


@pytest.fixture
def pulled(tmp_path: Path) -> tuple[Place, Place]:
    """Return two GMs: Bea pulled what Ana did meanwhile, with a driver whose interpreter is gone."""
    ana, bea = place_in(tmp_path / "ana"), place_in(tmp_path / "bea")
    ana.begin("torre", "nota principio")
    git(ana.saves, "init", "-q", "-b", "main")
    set_up(ana.saves)
    git(ana.saves, "add", ".")
    git(ana.saves, "commit", "-qm", "begin")
    git(bea.folder, "clone", "-q", str(ana.saves), str(bea.saves))
    set_up(bea.saves)
    git(bea.saves, "config", KEY, GONE)
    for place, text in ((ana, "de Ana"), (bea, "de Bea")):
        assert place.run("do", "torre", "nota", text).code == DONE
        git(place.saves, "commit", "-qam", text)
    assert git(bea.saves, "pull", "-q", "--no-rebase", "--no-edit").returncode != 0
    return ana, bea


def notes(place: Place) -> set[str]:
    documents = [each.document for each in decode((place.saves / "torre.json").read_bytes()).entries.values()]
    return {str(fact[1].get("text")) for each in documents for fact in each["facts"] if fact[0] == "note"}


def unmerged_text(place: Place) -> str:
    return git(place.saves, "ls-files", "--unmerged").stdout


def test_the_doctor_calls_nothing_whole_that_git_has_not_united(pulled: tuple[Place, Place]) -> None:
    _ana, bea = pulled
    assert (notes(bea), b"<<<" in (bea.saves / "torre.json").read_bytes()) == ({"principio", "de Bea"}, False)
    told = bea.run("doctor", "torre")
    assert told.code == REFUSED
    assert "entera" not in told.out
    assert "Git no puede unir las campañas" in told.out
    assert "a medio unir" in told.out


def test_merge_unites_the_versions_in_the_index_and_tells_git(pulled: tuple[Place, Place]) -> None:
    _ana, bea = pulled
    merged = bea.run("merge", "torre")
    assert merged.code == DONE
    assert "Sucesos nuevos: 1" in merged.out
    assert notes(bea) == {"principio", "de Ana", "de Bea"}
    assert unmerged_text(bea) == ""
    git(bea.saves, "commit", "-qm", "unida")
    assert notes(bea) == {"principio", "de Ana", "de Bea"}
    assert bea.run("merge", "torre").out.count(": 0") == 2


def test_the_doctor_mends_the_driver_and_the_next_pull_unites(pulled: tuple[Place, Place]) -> None:
    _ana, bea = pulled
    git(bea.saves, "merge", "--abort")
    told = bea.run("doctor", "torre", "--repair")
    assert (told.code, "ahora es este" in told.err) == (DONE, True)
    assert git(bea.saves, "config", "--get", KEY).stdout.strip() == driver()
    assert git(bea.saves, "pull", "-q", "--no-rebase", "--no-edit").returncode == 0
    assert notes(bea) == {"principio", "de Ana", "de Bea"}
    assert "entera" in bea.run("doctor", "torre").out


def test_a_save_in_a_work_tree_of_its_own_is_united_too(pulled: tuple[Place, Place], tmp_path: Path) -> None:
    ana, bea = pulled
    git(bea.saves, "merge", "--abort")
    other = Place(tmp_path / "other")
    other.folder.mkdir()
    git(bea.saves, "worktree", "add", "-q", "-b", "other", str(other.saves))
    git(other.saves, "merge", "-q", "origin/main")
    assert unmerged_text(other)
    assert other.run("merge", "torre").code == DONE
    assert (notes(other), unmerged_text(other)) == ({"principio", "de Ana", "de Bea"}, "")
    assert notes(ana) == {"principio", "de Ana"}


def test_a_repository_that_names_a_program_runs_none(tmp_path: Path) -> None:
    place, witness = place_in(tmp_path / "ana"), tmp_path / "witness"
    place.begin("torre", "nota principio")
    subprocess.run(["git", "-C", place.saves, "init", "-q"], check=True)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {witness}\n")
    program.chmod(0o755)
    git(place.saves, "config", "core.fsmonitor", str(program))
    assert place.run("merge", "torre").code == DONE
    assert not witness.exists()
