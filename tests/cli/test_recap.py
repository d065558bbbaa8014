"""`tracker recap`: on the screen, in a file, in a folder of notes."""

import os
from pathlib import Path

import pytest

from tests.play.shell import DONE, REFUSED, Place


@pytest.fixture
def at(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.begin("torre", "pj Lía", "nota Llueve [[mucho]] <b>")
    return place


def test_it_tells_the_last_session(at: Place) -> None:
    answer = at.run("recap", "torre")
    assert answer.code == DONE
    assert "Anteriormente, con Lía" in answer.out
    assert "Llueve [[mucho]] <b>." in answer.out


def test_a_file_is_written_in_the_format_asked_for(at: Place, tmp_path: Path) -> None:
    assert at.run("recap", "torre", "--format", "html", "-o", "r.html").code == DONE
    assert "&lt;b&gt;" in (tmp_path / "r.html").read_text()
    assert at.run("recap", "torre", "--format", "md", "-o", "r.md").code == DONE
    assert "\\<b\\>" in (tmp_path / "r.md").read_text()


@pytest.mark.parametrize("number", ["0", "2", "-1"])
def test_a_session_that_is_not_there_is_refused(at: Place, number: str) -> None:
    answer = at.run("recap", "torre", f"--evening={number}")
    assert (answer.code, answer.out) == (REFUSED, "")


def test_what_a_person_writes_around_the_block_stays(at: Place, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    (note,) = vault.iterdir()
    mine = note.read_bytes().replace(b"<!-- tracker -->", b"Antes\r\n<!-- tracker -->") + b"Despu\xe9s\n"
    note.write_bytes(mine)
    at.run("do", "torre", "nota", "Amanece")
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    after = note.read_bytes()
    assert b"Amanece" in after
    assert b"[[L\xc3\xada]]" in after
    assert (b"Antes\r\n" in after, after.endswith(b"Despu\xe9s\n")) == (True, True)
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    assert note.read_bytes() == after


def test_a_note_without_its_marks_or_behind_a_link_is_left_alone(at: Place, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    at.run("recap", "torre", "--vault", "vault")
    (note,) = vault.iterdir()
    note.write_text("todo mío")
    assert at.run("recap", "torre", "--vault", "vault").code == REFUSED
    assert note.read_text() == "todo mío"
    note.unlink()
    outside = tmp_path / "fuera.md"
    outside.write_text("fuera")
    note.symlink_to(outside)
    assert at.run("recap", "torre", "--vault", "vault").code == REFUSED
    assert outside.read_text() == "fuera"


@pytest.mark.parametrize("title", ["..", "Ida/vuelta", "a\\b", "***"])
def test_a_campaign_of_any_title_has_notes(at: Place, tmp_path: Path, title: str) -> None:
    (tmp_path / "vault").mkdir()
    assert at.run("do", "torre", f"titulo {title}").code == DONE
    assert at.run("recap", "torre", "--vault", "vault").code == DONE
    assert len(list((tmp_path / "vault").iterdir())) == 1
    assert at.run("chapter", "torre", title).code == DONE


def test_a_pipe_is_not_waited_for(at: Place, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    answer = at.run("recap", "torre", "-o", "pipe")
    assert (answer.code, "no es un fichero corriente" in answer.err) == (REFUSED, True)


def test_a_shorter_text_replaces_a_file_whole(at: Place, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text("viejo\n" * 1_000)
    assert at.run("recap", "torre", "-o", "r.txt").code == DONE
    assert "viejo" not in (tmp_path / "r.txt").read_text()
