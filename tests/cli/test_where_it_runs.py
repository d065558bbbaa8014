"""Where the program cannot run it says so, and where it fails it leaves a report."""

import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play.shell import DONE, PROGRAM, REFUSED, WRONG, Place
from tests.play.terminal import Terminal
from tests.told import damaged_sentence, joined_sentence
from tracker.wording.language import language_of_locale

WITHOUT = """
import sys
sys.modules["fcntl"] = sys.modules["termios"] = None
from tracker.__main__ import run
run()
"""
FAILING = """
from tracker.screens.table_screen import TableScreen
def action_search(self):
    raise KeyError("L" + "ía")
TableScreen.action_search = action_search
from tracker.__main__ import run
run()
"""


@pytest.fixture
def at(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.mark.parametrize(
    ("locale", "output"), [("en_GB.UTF-8", "tracker needs Linux"), ("", "tracker necesita")]
)
def test_on_windows_it_is_one_sentence(at: Place, locale: str, output: str) -> None:
    answer = at.run_command(sys.executable, "-c", WITHOUT, "demo", LANG=locale)
    assert answer.code == WRONG
    assert answer.err.startswith(output)
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "output"),
    [({"TERM": "dumb"}, "La terminal «dumb»"), ({"PYTHONIOENCODING": "latin-1"}, "Hace falta UTF-8")],
    ids=["dumb", "latin-1"],
)
def test_a_terminal_that_cannot_show_the_screen_gets_a_sentence(
    at: Place, environment: dict[str, str], output: str
) -> None:
    at.begin("T")
    with Terminal("T", environment={**at.environment, **environment}, folder=at.folder) as terminal:
        assert terminal.end() == WRONG
        assert terminal.lines[0].startswith(output)


def test_an_error_on_the_screen_leaves_a_report_without_the_campaign_s_texts(at: Place) -> None:
    at.begin("T", "pj Lía")
    program = (sys.executable, "-c", FAILING)
    with Terminal("T", environment=at.environment, folder=at.folder, program=program) as terminal:
        terminal.see("? Ayuda")
        terminal.press("d", "3", "enter")
        terminal.see_notice(f"{damaged_sentence('Lía', 3, 7)}.")
        terminal.press("2", "/")
        assert terminal.end() == 70
        shown = " ".join(terminal.lines)
    assert "El programa ha fallado (KeyError)." in shown
    assert "Traceback" not in shown
    [report] = (at.folder / "state" / "tracker" / "reports").iterdir()
    text = report.read_text(encoding="utf-8")
    assert "Lía" not in text
    assert "builtins.KeyError" in text
    assert "creature.damage" in text
    assert "table.encounter table.filter" in text
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert "Salud 7/10" in at.run("status", "T").out


def test_a_report_that_cannot_be_written_is_printed(at: Place) -> None:
    at.begin("T")
    reports = at.folder / "state" / "tracker" / "reports"
    reports.write_text("")
    program = (
        "import tracker.cli.dice as d; from tracker.cli import main\nd.luck = None\nmain(['roll', '1d6'])"
    )
    answer = at.run_command(sys.executable, "-c", program)
    assert answer.code == 70
    assert "builtins.TypeError" in answer.err


def test_the_doctor_looks_at_the_installation(at: Place) -> None:
    answer = at.run("doctor")
    assert answer.code == DONE
    assert "Todo está en orden." in answer.out
    for output in ("tracker 0", "Python 3", "textual 8", "Idioma: es", str(at.saves), str(at.journals)):
        assert output in answer.out


def test_the_doctor_says_what_is_wrong(at: Place) -> None:
    at.saves.write_text("no folder")
    config = at.folder / "config" / "tracker" / "tracker.toml"
    config.parent.mkdir(parents=True)
    config.write_text('theme = "dark"\ncursor = 3\n')
    answer = at.run("doctor", XDG_CONFIG_HOME=str(at.folder / "config"), TERM="dumb", TRACKER_LANG="fr")
    assert answer.code == REFUSED
    for output in (
        "- La terminal «dumb»",
        "- cursor = 3 no vale",
        "- TRACKER_LANG = fr no vale: es, en.",
        "- ",
    ):
        assert output in answer.out
    assert answer.out.count("\n- ") == 4


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "POSIX", "LANGUAGE": ""}, ""),
        ({"LANG": "C.UTF-8", "LANGUAGE": "en"}, "en"),
        ({"LANG": "es_ES.UTF-8", "LANGUAGE": "de:en_GB:es"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "fr:es"}, "es"),
        ({"LANG": "es_AR.UTF-8@euro"}, "es"),
        ({"LANG": "ca_ES"}, "es"),
        ({"LANG": "gl_ES"}, "es"),
        ({"LANG": "eu_FR.UTF-8"}, "es"),
        ({"LANG": "ast_ES.UTF-8"}, "es"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "EN"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "en_GB.UTF-8", "LC_MESSAGES": "es_ES.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of_locale(environment) == language


def test_what_is_said_more_plainly_than_the_locale_wins(at: Place) -> None:
    english = {"LC_ALL": "en_GB.UTF-8"}
    config = at.folder / "config" / "tracker" / "tracker.toml"
    config.parent.mkdir(parents=True)
    empty = "There are no campaigns"
    assert at.run("list", **english).out.startswith(empty)
    english["XDG_CONFIG_HOME"] = str(at.folder / "config")
    config.write_text('language = "es"\n')
    assert at.run("list", **english).out.startswith("No hay")
    assert at.run("list", **english, TRACKER_LANG="en").out.startswith(empty)
    assert at.run("--lang", "es", "list", **english, TRACKER_LANG="en").out.startswith("No hay")


@pytest.mark.usefixtures("interruptible")
def test_the_log_is_followed_until_ctrl_c(at: Place) -> None:
    at.begin("T", "pj Lía")
    with at.running("log", "T", "--follow", "--format", "jsonl", "lía") as program:
        assert json.loads(program.read())["text"] == f"{joined_sentence('Lía')}."
        at.run("do", "T", lines=["nota nadie", "daño Lía 3", "deshacer"])
        assert json.loads(program.read())["text"].startswith(damaged_sentence("Lía", 3))
        assert json.loads(program.read())["cancels"]
        assert program.interrupt() == DONE


@pytest.mark.usefixtures("interruptible")
def test_the_players_table_comes_as_an_object_a_line(at: Place) -> None:
    at.begin("T", "pj Lía")
    with at.running("watch", "T", "--json") as program:
        assert [each["name"] for each in json.loads(program.read())["table"]["party"]] == ["Lía"]
        at.run("do", "T", "daño Lía 3")
        [lia] = json.loads(program.read())["table"]["party"]
        assert lia["gauges"][0]["current"] == 7
        assert program.interrupt() == DONE


def test_git_setup_acts_on_the_repository_one_stands_in(at: Place) -> None:
    inside, outside = at.folder / "mesa", at.folder / "otra"
    for folder in (inside, outside):
        (folder / "saves").mkdir(parents=True)
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for folder, saves, attributes in (
        (inside, inside / "saves", inside / "saves"),
        (outside, inside / "saves", outside),
    ):
        done = subprocess.run(
            [*PROGRAM, "git-setup"],
            cwd=folder,
            env={**at.environment, "TRACKER_SAVES": str(saves)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert str(attributes / ".gitattributes") in done.stdout
        assert (attributes / ".gitattributes").exists()
    assert not (inside / ".gitattributes").exists()
