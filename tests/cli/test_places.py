"""A campaign begun in one folder is found from another."""

import json
from pathlib import Path

import pytest

from tests.play.shell import DONE, REFUSED, Place
from tests.play.warm import run_warm
from tracker.store.campaigns import MOST_FOLDERS, Places


def test_the_list_names_the_other_folders_with_campaigns(tmp_path: Path) -> None:
    at, elsewhere = Place(tmp_path), tmp_path / "otra carpeta"
    at.run("--saves", str(elsewhere), "new", "Torre")
    at.run("--saves", str(elsewhere), "do", "Torre", "nota hola")
    at.begin("Mina")

    listed = at.run("list")
    assert "Mina" in listed.out
    assert "Torre" not in listed.out
    assert listed.err == f"También hay 1 campaña en {elsewhere}: tracker --saves '{elsewhere}'\n"
    assert [json.loads(line)["name"] for line in at.run("list", "--json").out.splitlines()] == ["Mina"]
    assert "otra carpeta" in at.run("list", "--json").err


@pytest.mark.parametrize(
    "line",
    [
        ("new", "Torre"),
        ("chapter", "{home}/Mina.json", "Torre"),
        ("restore", "{home}/Mina.json", "--to", "now", "--fork", "Torre"),
        ("merge", "{home}/Mina.json", "{home}/Copia.json", "-o", "saves/Torre.json"),
    ],
    ids=lambda line: line[0],
)
def test_a_campaign_that_was_only_made_is_found_from_elsewhere(tmp_path: Path, line: tuple[str, ...]) -> None:
    """In a folder with `saves/`, where nobody names the folder of the saves."""
    at, project = Place(tmp_path), tmp_path / "project"
    (project / "saves").mkdir(parents=True)
    at.begin("Mina")
    (at.saves / "Copia.json").write_bytes((at.saves / "Mina.json").read_bytes())
    environment = {name: each for name, each in at.environment.items() if name != "TRACKER_SAVES"}
    made = run_warm([each.format(home=at.saves) for each in line], environment, project)
    assert made.returncode == DONE, made.stderr
    assert list((project / "saves").glob("Torre.json"))
    (at.saves / "Copia.json").unlink()
    assert str(project / "saves") in at.run("list").err


def test_a_campaign_that_is_elsewhere_is_named_where_it_is(tmp_path: Path) -> None:
    at, elsewhere = Place(tmp_path), tmp_path / "otra"
    at.run("--saves", str(elsewhere), "new", "Torre")
    at.run("--saves", str(elsewhere), "do", "Torre", "nota hola")
    at.run("new", "Mina")

    answer = at.run("Torre")
    assert answer.code == REFUSED
    assert f"«tracker {elsewhere}/Torre.json»" in answer.err
    (elsewhere / "Torre.json").unlink()
    assert "otra" not in at.run("Torre").err
    assert at.run("list").err == ""


def test_a_folder_is_remembered_once_and_a_list_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    places = Places.for_journals(tmp_path / "journals")
    for number in range(MOST_FOLDERS + 2):
        places.remember(tmp_path / str(number))
        places.remember(tmp_path / str(number))
    assert places.path.read_text().splitlines() == [
        str(tmp_path / str(each)) for each in range(2, MOST_FOLDERS + 2)
    ]
    places.path.unlink()
    places.path.mkdir()
    places.remember(tmp_path)
    assert places.elsewhere(tmp_path) == {}
    assert Place(tmp_path).run("new", "Torre").code == DONE
