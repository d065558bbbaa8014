"""Help, completion and the man page come from the one table of verbs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play.shell import DONE, PROGRAM, REFUSED, WRONG, Place
from tests.play.terminal import Terminal
from tracker import __version__
from tracker.cli.completion import SCRIPTS
from tracker.cli.core_verbs import SHELLS
from tracker.cli.help import man_page, own_code_of, usage_of
from tracker.cli.main import answer_of, main
from tracker.cli.verb import REFUSED as USUAL_CODE
from tracker.cli.verbs import VERBS, shown_verbs
from tracker.wording.language import LANGUAGES, speak
from tracker.wording.messages import say, say_or_keep

IN_EACH_SHELL = pytest.mark.parametrize(
    "shell",
    [
        pytest.param(shell, marks=pytest.mark.skipif(shutil.which(shell) is None, reason=f"no {shell} here"))
        for shell in SHELLS
    ],
)
"""Only a shell itself can read its script."""
STARTS = {
    "bash": (".bashrc", ("bash", "-i")),
    "zsh": (".zshrc", ("zsh", "-i")),
    "fish": (".config/fish/config.fish", ("fish", "-i")),
}
CONTROLLED = (
    *(sys.executable, "-c"),
    "import fcntl, os, sys, termios as t; fcntl.ioctl(0, t.TIOCSCTTY); os.execvp(sys.argv[1], sys.argv[1:])",
)
"""Starts a program with its terminal in control of it, as after a login: fish is not interactive without."""


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Place:
    place = Place(tmp_path)
    for name, value in place.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    for words in (
        ["new", "La Torre"],
        ["new", "Salina"],
        ["do", "Salina", "pj Lía"],
        ["do", "Salina", "pj Ana Vela"],
    ):
        assert main(words) == DONE
    capsys.readouterr()
    return place


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("verb", shown_verbs())
def test_each_verb_explains_its_words_options_example_and_codes(
    verb: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", language, verb, "--help"]) == DONE
    output = capsys.readouterr().out
    assert main(["--lang", language, "help", verb]) == DONE
    assert capsys.readouterr().out == output
    table = VERBS[verb]
    assert all(say_or_keep(word.shown) in output for word in table.words)
    assert all(option.name in output for option in table.options)
    assert all(say_or_keep(example) in output for example in table.examples)
    assert "0, " in output
    assert max(map(len, output.splitlines())) <= 80


def test_the_examples_in_english_are_written_in_english(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "en", "do", "--help"]) == DONE
    output = capsys.readouterr().out
    assert "tracker do Torre damage lia 3" in output
    assert "daño" not in output


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_can_be_loaded(verb: str) -> None:
    assert callable(answer_of(verb))


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--version"], ["-V"], ["log", "--version"]):
        assert main(words) == DONE
        assert capsys.readouterr().out == f"tracker {__version__}\n"


@pytest.mark.parametrize(
    ("words", "code", "output"),
    [
        (["statsu", "Salina"], WRONG, "¿será «stats»?"),
        (["lst"], WRONG, "¿será «list»?"),
        (["La Tore"], REFUSED, "¿Será «tracker 'La Torre'»?"),
        (["log", "Salina", "--fromat", "csv"], WRONG, "¿será «--format»?"),
        (["help", "lgo"], WRONG, "¿será «log»?"),
        (["help", "recetas"], WRONG, "No hay ayuda de «recetas»"),
        (["completion", "tcsh"], WRONG, "bash, zsh, fish"),
        (["--lang", "fr", "list"], WRONG, "es, en"),
        (["log", "Salina", "--follow", "--format", "csv"], WRONG, "text, jsonl"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_near_miss_says_what_was_probably_meant(
    at: Place, words: list[str], code: int, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    said = capsys.readouterr().err
    assert output in said
    assert said.count("\n") == 1


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_man_page_is_good_roff(language: str) -> None:
    speak(language)
    command = ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-P-cbou"]
    done = subprocess.run(command, input=man_page(), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    shown = done.stdout.replace("‐", "-").replace("−", "-")
    assert all(f"tracker {verb}" in shown for verb in shown_verbs())


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (["statu"], ["status"]),
        (["sal"], ["Salina"]),
        (["log", "Salina", "--fo"], ["--format", "--follow"]),
        (["log", "Salina", "--format", "j"], ["jsonl"]),
        (["log", "Salina", "--format", "=", "j"], ["jsonl"]),
        (["--lang", "e"], ["es", "en"]),
        (["new", "Otra", "--system", "ma"], ["margin"]),
        (["demo", "ho"], ["horror"]),
        (["demo", "ma"], ["mareas", "margin"]),
        (["library", "ex"], ["export"]),
        (["game", "pack", "ma"], ["mareas"]),
        (["game", "pack", "sal"], ["Salina"]),
        (["game", "check", "ma"], ["mareas"]),
        (["game", "take", "sal"], ["Salina"]),
        (["game", "add", "sa"], ["saves/"]),
        (["game", "take", "Salina", "sa"], ["saves/"]),
        (["status", "La\\ T"], ["La Torre"]),
        (["merge", "La Torre", "sa"], ["Salina"]),
        (["merge", "La Torre", "./sa"], ["./saves/"]),
        (["do", "Salina", "dañ"], ["daño"]),
        (["do", "Salina", "daño", "lí"], ["Lía"]),
        (["do", "Salina", "'daño an"], ['daño "Ana Vela"']),
        (["do", "nadie", "dañ"], []),
        (["help", "comb"], ["combate"]),
        (["status", "Salina", "x"], []),
    ],
    ids=" ".join,
)
def test_what_may_follow_a_line(
    at: Place, typed: list[str], found: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["complete", "--", *typed]) == DONE
    output = [line.partition("\t")[0] for line in capsys.readouterr().out.splitlines()]
    assert output == found


@IN_EACH_SHELL
def test_the_scripts_are_good_shell(shell: str, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(SCRIPTS[shell])
    subprocess.run([shell, "-n", str(script)], check=True)


@IN_EACH_SHELL
def test_a_real_shell_completes(at: Place, shell: str) -> None:
    file, program = STARTS[shell]
    start = at.folder / file
    start.parent.mkdir(parents=True, exist_ok=True)
    before = "autoload -U compinit; compinit -u -D\n" if shell == "zsh" else ""
    start.write_text(f"{before}{SCRIPTS[shell]}\n")
    command = at.folder / "bin" / "tracker"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {" ".join(PROGRAM)} "$@"\n')
    command.chmod(0o755)
    environment = {
        **at.environment,
        "HOME": str(at.folder),
        "XDG_CONFIG_HOME": str(at.folder / ".config"),
        "PATH": f"{command.parent}:/usr/bin:/bin",
    }
    with Terminal(environment=environment, folder=at.folder, program=(*CONTROLLED, *program)) as terminal:
        terminal.settle()
        terminal.type("tracker status La\t")
        terminal.see("La\\ Torre")
        terminal.type("\x15tracker do Salina daño lí\t")
        terminal.see("daño Lía")


def test_a_page_keeps_its_marks_on_a_terminal_and_is_plain_elsewhere(at: Place) -> None:
    printed = at.run("help", "problemas").out
    assert "[g v]" in printed
    assert "\x1b" not in printed
    with Terminal("help", "problemas", environment=at.environment, folder=at.folder) as terminal:
        terminal.end()
        marked = "".join(
            cell.data for row in terminal.screen.buffer.values() for cell in row.values() if cell.bold
        )
        assert "tracker.toml" in marked
        assert not any("`" in line or "](" in line for line in terminal.lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_exit_codes_are_said_once_and_again_only_where_they_differ(language: str) -> None:
    speak(language)
    man = man_page()
    assert man.count(say("help.exit_codes_of_all")) == 1
    special = [verb for verb in VERBS.values() if verb.refused != USUAL_CODE]
    assert [own_code_of(verb) in man.replace("\\-", "-") for verb in special] == [True] * len(special)
    assert not any(own_code_of(verb) for verb in VERBS.values() if verb not in special)


def test_the_usage_of_no_verb_names_help() -> None:
    assert "tracker help" in usage_of("options")
