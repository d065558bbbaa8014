from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trials import each_of
from tracker import package_folder
from tracker.rules.refusal import Refusal
from tracker.store.paths import Folders, examples_folder, folders, gm_name, save_path, slug, title_slug

HOME = {"HOME": "/home/ana"}


def test_saves_come_from_the_argument_the_variable_the_current_folder_or_the_home(tmp_path: Path) -> None:
    told = HOME | {"TRACKER_SAVES": "/shared"}
    assert folders(None, HOME, tmp_path).saves == Path("/home/ana/.local/share/tracker/saves")
    (tmp_path / "saves").mkdir()
    assert folders(None, HOME, tmp_path).saves == tmp_path / "saves"
    assert folders(None, told, tmp_path).saves == Path("/shared")
    assert folders("mine", told, tmp_path).saves == tmp_path / "mine"


def test_a_checkout_of_the_program_keeps_no_campaigns_in_its_folder_of_examples() -> None:
    root = package_folder("saves").parent
    assert (root / "saves").is_dir()
    assert folders(None, HOME, root).saves == folders(None, HOME, Path("/nowhere")).saves
    assert folders("saves", HOME, root).saves == root / "saves"


def test_homes_follow_xdg_unless_they_are_relative(tmp_path: Path) -> None:
    xdg = HOME | {"XDG_DATA_HOME": "/data", "XDG_STATE_HOME": "/state"}
    assert folders(None, xdg, tmp_path) == Folders(
        Path("/data/tracker/saves"), Path("/state/tracker/journals"), private=True
    )
    relative = HOME | {"XDG_DATA_HOME": "data", "XDG_STATE_HOME": ""}
    assert folders(None, relative, tmp_path) == folders(None, HOME, tmp_path)


def test_the_saves_folder_is_made_for_a_first_campaign(tmp_path: Path) -> None:
    where = Folders(tmp_path / "a" / "saves", tmp_path / "journals")
    where.prepare()
    where.prepare()
    assert where.saves.is_dir()


@pytest.mark.parametrize(
    ("before", "after"), [(None, 0o700), (0o755, 0o700), (0o775, 0o775), (0o2755, 0o2755)]
)
def test_the_usual_folder_is_private_unless_its_gm_has_opened_it(
    tmp_path: Path, before: int | None, after: int
) -> None:
    where = folders(None, {"HOME": str(tmp_path)}, tmp_path)
    if before is not None:
        where.saves.mkdir(parents=True)
        where.saves.chmod(before)
    where.prepare()
    assert where.saves.stat().st_mode & 0o7777 == after


def test_a_gm_has_the_given_name_or_the_login_name() -> None:
    environment = {"TRACKER_GM": "Bea"}
    assert gm_name("Ana", environment, lambda: "root") == "Ana"
    assert gm_name(None, environment, lambda: "root") == "Bea"
    assert gm_name(None, {}, lambda: "root") == "root"
    assert gm_name(" ", {}, lambda: "ro\x1b[31mot") == "ro\ufffd[31mot"


@each_of(
    ("argument", "path"),
    [
        ("Torre", "/s/Torre.json"),
        ("Ñandú", "/s/Nandu.json"),
        ("龍の塔", "/s/campana-04943a3f.json"),
        ("Драконы 2", "/s/campana-cad7f923.json"),
        ("./Torre", "Torre"),
        ("a/b", "a/b"),
        ("x.json", "x.json"),
    ],
)
def test_a_save_is_a_path_or_a_name(argument: str, path: str) -> None:
    assert save_path(argument, Folders(Path("/s"), Path("/j"))) == Path(path)


@each_of(
    "name", ["", " ", "..", ".", "../x", "a/b", "a\\b", "a..b", "、。", "日" * 65, "-rf", "_", "a" * 65, "\0"]
)
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        slug(name)


@given(st.text())
def test_a_slug_is_never_a_path_and_stays_as_it_is(name: str) -> None:
    try:
        found = slug(name)
    except Refusal:
        return
    assert Path(found).name == found
    assert found[0].isalnum()
    assert found.isascii()
    assert slug(found) == found


def test_the_examples_are_found() -> None:
    assert examples_folder("es").is_dir()


@given(st.text(max_size=60))
def test_every_title_has_a_file_name(title: str) -> None:
    assert slug(title_slug(title)) == title_slug(title)


def test_titles_that_no_shell_could_name_have_names_of_their_own() -> None:
    assert title_slug("Ida/vuelta") == "Ida vuelta"
    assert len({title_slug(title) for title in ("..", "...", "/", "***")}) == 4
