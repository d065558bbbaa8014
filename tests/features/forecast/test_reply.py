"""The forecast in the shell."""

from pathlib import Path

import pytest

from tests.play.shell import DONE, Place


@pytest.fixture
def at(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_forecast_is_printed_and_leaves_every_byte_of_the_folder(at: Place) -> None:
    at.run("new", "T", "--system", "chronicle")
    for line in ("pj Lía daño=1d6", "aparece 2 goblin daño=2", "combate Cueva", "sella"):
        at.run("do", "T", line)
    files = {path: path.read_bytes() for path in at.folder.rglob("*") if path.is_file()}
    [answer] = at.run("do", "T", "--json", "pronóstico").objects
    assert (answer["kind"], answer["plays"], answer["id"]) == ("forecast", 1_000, None)
    assert at.run("do", "T", "pronóstico").out == answer["text"] + "\n"
    assert {path: path.read_bytes() for path in at.folder.rglob("*") if path.is_file()} == files
    assert at.run("do", "T", "retira goblin*").code == DONE
    assert "alguien en pie enfrente" in at.run("do", "T", "pronóstico").out
