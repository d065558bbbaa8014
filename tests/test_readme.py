"""README and the project's own files say what is so: keys, links, commands, versions."""

import re
import subprocess
import tomllib
from pathlib import Path
from urllib.parse import unquote

from tests.__main__ import CHECKS, ROOT
from tests.manual.__main__ import first_key
from tracker import __version__
from tracker.cli.config_file import import_every_screen
from tracker.widgets.bindings import bindings_by_id

SPANISH_PATH = ROOT / "tracker" / "manual" / "es" / "README.md"
TEXT, SPANISH = (path.read_text(encoding="utf-8") for path in (ROOT / "README.md", SPANISH_PATH))
BOTH = ((TEXT, ROOT), (SPANISH, SPANISH_PATH.parent))
IN_SPANISH = {
    "Play": "Jugar",
    "Ten keys": "Diez teclas",
    "Compared with what you use now": "Comparado con lo que usas ahora",
    "Saves": "Campañas",
    "Games": "Juegos",
    "Read on": "Seguir leyendo",
    "3 goblin health=6": "3 goblin salud=6",
    "damage goblin* 5": "daño goblin* 5",
    "interval 2h": "intervalo 2h",
    "tracker watch NAME --web": "tracker watch NOMBRE --web",
    "tracker prep NAME crypt.md --yes": "tracker prep NOMBRE cripta.md --yes",
    "tracker recap NAME --players --format html -o evening.html": (
        "tracker recap NOMBRE --players --format html -o noche.html"
    ),
    "tracker sync HOST:SAVE --live": "tracker sync EQUIPO:CAMPAÑA --live",
    "tracker game pack mine.toml": "tracker game pack mio.toml",
}
"""The headings and the code of README that differ in Spanish; all other code is the same."""


def commands(text: str) -> list[str]:
    """Return the shell blocks of a page."""
    return [block.strip() for block in re.findall(r"^```sh\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def headings(text: str) -> list[str]:
    return re.findall(r"^##+ (.+)$", text, re.MULTILINE)


def codes(text: str) -> list[str]:
    """Return the keys, commands and lines within the sentences of a page, sorted."""
    return sorted(re.findall(r"`([^`]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)))


def test_it_is_one_page() -> None:
    for text, _folder in BOTH:
        assert len(text.split()) < 800
        assert len(re.findall(r"^\| `", text, re.MULTILINE)) == 10


def test_it_says_the_same_in_spanish() -> None:
    assert [IN_SPANISH[each] for each in headings(TEXT)] == headings(SPANISH)
    assert sorted(IN_SPANISH.get(each, each) for each in codes(TEXT)) == codes(SPANISH)
    assert commands(TEXT) == commands(SPANISH)
    assert {*IN_SPANISH} <= {*headings(TEXT), *codes(TEXT)}
    for (text, folder), other in zip(BOTH, (SPANISH_PATH, ROOT / "README.md"), strict=True):
        first_line = text.splitlines()[2]
        [link] = re.findall(r"\]\(([^)]+)\)", first_line)
        assert (folder / link).resolve() == other


def test_both_have_the_same_rows_and_rivals() -> None:
    rows, spanish_rows = (re.findall(r"^\| .*$", text, re.MULTILINE) for text, _folder in BOTH)
    assert [row.count("|") for row in rows] == [row.count("|") for row in spanish_rows]


def test_its_pictures_are_those_of_the_snapshot_tests() -> None:
    pictures = [unquote(path) for path in re.findall(r"!\[[^]]+\]\(([^)]+)\)", TEXT)]
    assert len(pictures) == 3
    assert all(path.startswith("tests/screens/__snapshots__/") for path in pictures[:2])
    assert all((ROOT / path).exists() for path in pictures)


def test_the_pictures_in_spanish_are_there() -> None:
    pictures = [unquote(path) for path in re.findall(r"!\[[^]]+\]\(([^)]+)\)", SPANISH)]
    assert len(pictures) == 3
    assert all("spanish" in path for path in pictures[:2])
    assert all((SPANISH_PATH.parent / path).exists() for path in pictures)


def test_its_first_picture_moves_below_the_command_and_stands_still_where_motion_is_not_wanted() -> None:
    shown = re.search(
        r'<picture>\s*<source media="\(prefers-reduced-motion: reduce\)" srcset="([^" ]+)">'
        r'\s*<img alt="[^"]+" src="([^"]+)">\s*</picture>',
        TEXT,
    )
    assert shown
    assert TEXT.index("```sh") < shown.start() < TEXT.index("![")
    still, moving = ((ROOT / unquote(path)).read_text(encoding="utf-8") for path in shown.groups())
    assert "@keyframes" in moving
    assert "@keyframes" not in still


def test_every_link_leads_somewhere() -> None:
    for text, folder in BOTH:
        for path in re.findall(r"(?<!!)\[[^]]+\]\(([^)#]+)\)", text):
            assert (folder / path).exists(), path


def test_its_ten_keys_are_the_bindings() -> None:
    keys = {
        "?": "table.help",
        "ctrl+p": "table.palette",
        "+": "creature.appear",
        "a": "creature.attack",
        "c": "creature.heal",
        "e": "creature.condition",
        "g": "table.go",
        "m": "pane.menu",
        "w": "encounter.begin",
        "x": "creature.menu",
        "n": "encounter.next",
        "d": "creature.damage",
        "t": "creature.test",
        "z": "group.rests",
        "r": "table.roll",
        ":": "table.command",
        "u": "table.undo",
    }
    import_every_screen()
    for key, binding_id in keys.items():
        assert f"`{key}`" in TEXT
        assert first_key(bindings_by_id()[binding_id]) == key


def test_every_python_of_the_metadata_is_checked_by_the_workflow() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    workflow = (ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8")
    assert re.findall(r'"(3\.\d+)"', workflow) == named
    command = next(
        line for line in (ROOT / ".ci/run").read_text(encoding="utf-8").splitlines() if "eval" in line
    )
    assert command in workflow


def test_the_changelog_begins_with_the_version_of_the_program() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## \[(\d[\d.]*)\]", changelog, re.MULTILINE)[0] == __version__


def test_the_hooks_run_the_checks_of_the_project() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    for tool in ("ruff check", "ruff format", "lint-imports", "mypy"):
        assert f"entry: .venv/bin/{tool}" in hooks


def test_the_first_two_commands_open_the_example_and_run_the_checks() -> None:
    play, check = commands(TEXT)[:2]
    assert play.endswith("tracker demo")
    assert check.endswith("python -m tests")
    assert "[dev]" in check


def test_ci_runs_the_command_of_the_readme_and_then_the_newest_python(tmp_path: Path) -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert script.count("eval ") == 1
    first, newest = script.strip().rsplit("\n", 1)
    assert newest == ".venv/bin/python -m tests newest"
    printing = tmp_path / ".ci" / "run"
    printing.parent.mkdir()
    printing.write_text(first.replace("eval ", "printf '%s' "), encoding="utf-8")
    (tmp_path / "README.md").write_text(TEXT, encoding="utf-8")
    told = subprocess.run(["bash", printing], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == commands(TEXT)[1]


def test_the_checks_are_all_of_the_tools() -> None:
    told = [" ".join(Path(part).name for part in check) for check in CHECKS]
    for tool in ("ruff check", "ruff format --check", "lint-imports", "mypy", "pytest"):
        assert any(tool in each for each in told)


def test_every_path_that_the_readme_names_is_there() -> None:
    for name in re.findall(r"`((?:tracker|tests|styles|saves)/[\w/.]*)`", TEXT):
        assert (ROOT / name).exists(), name
