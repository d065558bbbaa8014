"""A kiosk knows the campaigns of its folder by their names, and nothing else of the disk."""

import os
from pathlib import Path

import pytest

from tracker.cli import main


@pytest.fixture(autouse=True)
def _an_environment_to_forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ, "TEXTUAL_LOG": "/tmp/log"})  # noqa: S108 - never opened


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    saves = tmp_path / "saves"
    assert main(["new", "Torre", "--saves", str(saves)]) == 0
    (tmp_path / "otra.json").write_bytes((saves / "Torre.json").read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ["status", "{}/otra.json"],
        ["status", "../otra.json"],
        ["do", "{}/otra.json", "nota hola"],
        ["log", "./otra.json"],
        ["chapter", "{}/otra.json", "nueva"],
        ["watch", "{}/otra.json", "--plain"],
        ["stats", "{}/otra.json"],
        ["verify", "{}/otra.json"],
        ["library", "export", "{}/fuera.json"],
        ["library", "import", "{}/otra.json"],
        ["{}/otra.json"],
        ["new", "{}/nueva.json"],
        ["doctor", "{}/otra.json", "--repair"],
        ["backups", "{}/otra.json"],
        ["restore", "{}/otra.json", "bak"],
        ["restore", "Torre", "bak", "--fork", "../fuera"],
        ["merge", "{}/otra.json"],
        ["merge", "Torre", "{}/otra.json", "-o", "junta"],
        ["merge", "Torre", "Torre", "-o", "{}/junta.json"],
        ["merge", "--git", "{}/otra.json", "{}/otra.json", "{}/otra.json"],
        ["git-setup"],
    ],
)
def test_no_word_leads_out_of_the_saves_folder(
    outside: Path, words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(outside)
    before = {path: path.stat().st_mtime_ns for path in outside.iterdir() if path.suffix == ".json"}
    saves = sorted(os.listdir(outside / "saves"))
    capsys.readouterr()
    filled = [word.replace("{}", str(outside)) for word in words]
    assert main([*filled, "--kiosk", "--saves", str(outside / "saves")]) == 1
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    after = {path: path.stat().st_mtime_ns for path in outside.iterdir() if path.suffix == ".json"}
    assert (after, sorted(os.listdir(outside / "saves"))) == (before, saves)


def test_a_chapter_whose_title_looks_like_a_path_stays_in_the_folder(outside: Path) -> None:
    before = sorted(outside.rglob("nueva*"))
    words = ["chapter", "Torre", "../nueva", "--kiosk", "--saves", str(outside / "saves")]
    assert (before, main(words)) == ([], 0)
    assert [path.parent.name for path in outside.rglob("*nueva*.json")] == ["saves"]


def test_inside_it_everything_is_as_usual(outside: Path) -> None:
    kiosk = ["--kiosk", "--saves", str(outside / "saves")]
    assert main(["do", "Torre", "nota hola", *kiosk]) == 0
    assert main(["backups", "Torre", *kiosk]) == 0
    assert main(["restore", "Torre", "bak", "--fork", "otra", *kiosk]) == 0
    assert "TEXTUAL_LOG" not in os.environ
