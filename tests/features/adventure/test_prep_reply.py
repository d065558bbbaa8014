"""`tracker prep`: a page shown, prepared and given back; files that are no pages."""

from pathlib import Path

import pytest

from tests.play.shell import DONE, REFUSED, Place
from tests.trials import each_of

PAGE = "# Cripta\n\n## 1 Puerta\n\n> Roble.\n\n- salidas: norte 2\n\n## 2 Nave\n\n- criaturas: dos ratas\n"


@pytest.fixture
def at(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.begin("torre", "pj Lía")
    (tmp_path / "cripta.md").write_text(PAGE, encoding="utf-8")
    return place


def test_a_page_is_shown_line_by_line_before_it_is_prepared(at: Place) -> None:
    shown = at.run("prep", "torre", "cripta.md")
    assert (shown.code, shown.err) == (DONE, "")
    assert shown.out.splitlines()[:2] == [
        "2 salas; 1 texto se lee en voz alta; 0 líneas se juegan; 1 línea dudosa, con «?».",
        "Entrar en una sala nueva lleva 10m.",
    ]
    assert "? 11 dos ratas: el número va en cifras: «2 orco»" in shown.out
    assert at.run("prep", "torre", "--write").code == REFUSED

    done = at.run("prep", "torre", "cripta.md", "--yes")
    assert "Página «Cripta»: 2 salas." in done.out
    assert at.run("do", "torre", "ve 1").code == DONE
    assert at.run("prep", "torre", "cripta.md", "--yes").code == REFUSED


def test_a_page_is_given_back_on_the_screen_or_in_a_new_file(at: Place, tmp_path: Path) -> None:
    at.run("prep", "torre", "cripta.md", "--yes")
    page = at.run("prep", "torre", "--write").out
    assert "## 1 Puerta\n\n> Roble.\n\n- salidas: norte 2\n" in page
    assert at.run("prep", "torre", "vuelta.md", "--write").code == DONE
    assert (tmp_path / "vuelta.md").read_text(encoding="utf-8") == page
    assert at.run("prep", "torre", "vuelta.md", "--write").code == REFUSED


def test_a_typed_line_prepares_a_page_too(at: Place) -> None:
    assert "2 salas" in at.run("do", "torre", "--try", "prepara cripta.md").out
    assert at.run("do", "torre", "ve 1").code == REFUSED
    assert "2 salas" in at.run("do", "torre", "prepara cripta.md").out
    assert at.run("do", "torre", "deshacer").code == DONE
    assert at.run("do", "torre", "ve 1").code == REFUSED


def test_the_example_is_a_page_that_can_be_prepared(at: Place, tmp_path: Path) -> None:
    example = at.run("prep", "--example")
    (tmp_path / "ejemplo.md").write_text(example.out, encoding="utf-8")
    assert "12 salas" in at.run("prep", "torre", "ejemplo.md", "--yes").out


@each_of(
    ("content", "says"),
    [
        (b"", "No veo ninguna sala."),
        (b"## 1 Caf\xe9\n", "UTF-8"),
        (b"x" * 10_000_000, "demasiado grande"),
        (b" " * 50_000, "No veo ninguna sala."),
    ],
)
def test_a_file_that_is_no_page_is_refused_in_a_sentence(tmp_path: Path, content: bytes, says: str) -> None:
    place = Place(tmp_path)
    if not (tmp_path / "saves").exists():
        place.begin("torre")
    (tmp_path / "mala.md").write_bytes(content)
    answer = place.run("prep", "torre", "mala.md", "--yes")
    assert (answer.code, answer.out) == (REFUSED, "")
    assert says in answer.err


def test_what_is_not_there_is_refused(at: Place, tmp_path: Path) -> None:
    for words in (("torre", "nada.md"), ("torre", str(tmp_path)), ("torre",), ()):
        assert at.run("prep", *words, "--yes").code == REFUSED
