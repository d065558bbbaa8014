"""The real program when it is itself wrong: a line that is typed never ends it, and it prints no values."""

import sys
from pathlib import Path

import pytest

from tests.play.shell import Place
from tests.play.terminal import Terminal
from tests.told import damaged_sentence
from tracker.cli.invocation import FAILED

WRONG_MOVE = """
import sys
from tracker.cli import main
from tracker.session.moves import campaign
def note(session, text):
    password = "eni" + "gma"
    raise KeyError("\\x1b]0;owned\\x07")
campaign.note = note
sys.exit(main())
"""
WRONG_ACTION = """
import sys
from tracker.cli import main
from tracker.screens.table_screen import TableScreen
def wrong(self):
    password = "eni" + "gma"
    raise ValueError("\\x1b]0;owned\\x07")
TableScreen.action_undo = wrong
sys.exit(main())
"""


@pytest.fixture
def at(tmp_path: Path) -> Place:
    at = Place(tmp_path)
    at.begin("mesa", "pj Lía", "calendario A 30; horas 20; hoy 1 A 1")
    return at


def test_no_calendar_ends_the_table_before_enter(at: Place) -> None:
    with Terminal("mesa", environment=at.environment, folder=at.folder) as terminal:
        terminal.see("? Ayuda")
        terminal.type(":calendario A 0; hoy 1 A 1")
        terminal.see("0 no vale: de 1 a 1000.")
        terminal.type("\x03:calendario A 30; horas 0; hoy 1 A 1")
        terminal.see("Un día no puede tener 0 horas")
        terminal.type("\x03:calendario A 30; horas 20; hoy 1 A 1")
        terminal.see("horas 20; hoy 1 A 1")
        terminal.type("\x1b[D" * len("0; hoy 1 A 1") + "\x7f")
        terminal.see("Un día no puede tener 0 horas")
        terminal.type("\x03")
        terminal.see("? Ayuda")


def test_a_line_about_which_the_program_is_wrong_is_refused_and_the_table_goes_on(at: Place) -> None:
    program = (sys.executable, "-c", WRONG_MOVE)
    with Terminal("mesa", environment=at.environment, folder=at.folder, program=program) as terminal:
        terminal.see("? Ayuda")
        terminal.type(":nota hola\r")
        terminal.see("El programa ha fallado con eso (KeyError): no se ha hecho, y nada ha cambiado.")
        terminal.type("\x03:daño Lía 3\r")
        terminal.see(damaged_sentence("Lía", 3))
    [report] = (at.folder / "state" / "tracker" / "reports").iterdir()
    assert "builtins.KeyError" in report.read_text(encoding="utf-8")
    assert "owned" not in report.read_text(encoding="utf-8")


def test_an_order_that_fails_inside_is_refused_and_the_stream_goes_on(at: Place) -> None:
    lines = "pj Bren\nnota hola\nnota hola\nvuela\ndaño Bren 3\n"
    done = at.run_command(sys.executable, "-c", WRONG_MOVE, "do", "mesa", "--json", given=lines)
    answers = done.objects
    assert done.code == FAILED
    assert [each.get("code") for each in answers] == [None, "internal", "internal", "unknown_verb", None]
    assert (
        answers[1]["text"] == "El programa ha fallado con eso (KeyError): no se ha hecho, y nada ha cambiado."
    )
    assert done.err.count("El informe está en") == 1
    assert len([*(at.folder / "state" / "tracker" / "reports").iterdir()]) == 1
    assert at.run("log", "mesa").out.count("\n") == 5


def test_an_unexpected_error_ends_the_program_without_the_values_of_variables(at: Place) -> None:
    program = (sys.executable, "-c", WRONG_ACTION)
    with Terminal("mesa", environment=at.environment, folder=at.folder, program=program) as terminal:
        terminal.see("? Ayuda")
        terminal.type("u")
        terminal.see("El programa ha fallado")
        shown = "\n".join(terminal.lines)
        assert "ValueError" in shown
        assert "enigma" not in shown
        assert terminal.screen.title != "owned"
        assert terminal.process.wait(5) == FAILED
