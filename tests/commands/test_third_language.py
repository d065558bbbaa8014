"""A third language is files and no code: a small one is added to a copy of the program and typed."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import tracker

PROGRAM: Mapping[str, Mapping[str, str]] = {
    "language": {
        "name": "Français",
        "question": "Langue ?",
        "plural": "n > 1",
        "decimal": ",",
        "and": " et ",
    },
    "verb": {
        "join": "perso",
        "appear": "surgit",
        "fight": "combat|mêlée",
        "next": "suivant",
        "weather": "ciel",
    },
    "word": {"hidden": "caché|cachée", "is": "est", "everybody": "tous"},
    "blank": {"name": "NOM"},
    "fact": {"round": "Manche {round}."},
}
GAME: Mapping[str, Mapping[str, str]] = {
    "verb": {"damage": "blesse", "heal": "soigne"},
    "param": {"half": "moitié"},
    "fact": {"damaged": "{who:name} perd {amount}."},
}
FRENCH = (
    "perso Lía salud=8/8",
    "mêlée Pont Lía",
    "surgit caché orc salud=9/9",
    "suivant",
    "blesse orc 5 moitié",
    "SOIGNE orc 1",
    "ciel est pluie",
    "surgit",
)
SPANISH = (
    "pj Lía salud=8/8",
    "combate Pont Lía",
    "aparece oculto orc salud=9/9",
    "siguiente",
    "daño orc 5 mitad",
    "cura orc 1",
    "clima es pluie",
    "aparece",
)
ENGLISH = (
    "pc Lía salud=8/8",
    "encounter Pont Lía",
    "appear hidden orc salud=9/9",
    "next",
    "damage orc 5 half",
    "heal orc 1",
    "weather is pluie",
    "appear",
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a copy of the program to which two files have been added."""
    folder = tmp_path_factory.mktemp("french")
    package = folder / "tracker"
    shutil.copytree(Path(tracker.__file__).parent, package)  # with its byte code, which no start then makes
    for words, texts in ((package / "words", PROGRAM), (package / "rules/games/chronicle/words", GAME)):
        (words / "fr.json").write_text(json.dumps(texts, ensure_ascii=False), encoding="utf-8")
    return folder


def run(copy: Path, home: Path, *arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    """Run the copied program in French."""
    folders = {f"XDG_{each}_HOME": str(home / each) for each in ("STATE", "DATA", "CONFIG", "CACHE")}
    return subprocess.run(
        [sys.executable, "-m", "tracker", "--lang", "fr", "--saves", str(home), *arguments],
        cwd=copy,
        env={**os.environ, **folders, "PYTHONPATH": str(copy)},
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )


def outcomes(copy: Path, home: Path, lines: tuple[str, ...]) -> list[tuple[str, object, list[object]]]:
    """Return what each line of a new campaign did, as data."""
    assert run(copy, home, "new", "Tour").returncode == 0
    answers = run(
        copy, home, "do", "Tour", "--json", "--seed", "7", lines="\n".join(lines)
    ).stdout.splitlines()
    return [
        (each["kind"], each.get("code"), [(fact["kind"], fact.get("data")) for fact in each.get("facts", ())])
        for each in map(json.loads, answers)
    ]


def test_a_fight_is_typed_in_a_language_of_two_files(copy: Path, tmp_path: Path) -> None:
    told = [
        outcomes(copy, tmp_path / str(place), lines) for place, lines in enumerate((FRENCH, SPANISH, ENGLISH))
    ]

    assert told[0] == told[1] == told[2]
    assert [kind for kind, *_rest in told[0]] == [
        *("join", "fight", "appear", "next", "damage", "heal", "weather", "refused")
    ]


def test_it_is_shown_in_its_words_and_in_english_where_it_has_none(copy: Path, tmp_path: Path) -> None:
    run(copy, tmp_path, "new", "Tour")
    told = run(copy, tmp_path, "do", "Tour", lines="\n".join((*FRENCH, "blesse orc", "setting")))

    assert "orc perd 2." in told.stdout
    assert "surgit " in told.stdout + told.stderr
    assert "blesse WHO" in told.stdout + told.stderr
    assert "setting WHICH VALUE" in told.stdout + told.stderr
