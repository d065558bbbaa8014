"""`tracker do` in a terminal: a fight by typed lines alone, for those who do not see the screen."""

from pathlib import Path

from tests.play.shell import Place
from tests.play.terminal import Terminal
from tests.told import damaged_sentence, undone


def test_lines_are_answered_one_by_one_and_what_another_gm_does_is_said_first(tmp_path: Path) -> None:
    at = Place(tmp_path)
    at.begin("T", "pj Lía salud_total=12 salud=12", "pj Bren", "combate Puente", "siguiente")
    with Terminal("do", "T", environment=at.environment, folder=at.folder) as terminal:
        terminal.see("«Puente», ronda 1")
        terminal.see("Ctrl+D")
        terminal.type("mira l\t\r")
        terminal.see("Lía: Salud 12/12")
        terminal.type("? daño\r")
        terminal.see("daño QUIEN CANTIDAD")
        at.run("do", "T", "daño Bren 2", "--gm", "bea")
        terminal.type("daño Lía 5\r")
        terminal.see(f"bea: {damaged_sentence('Bren', 2)}")
        terminal.see(damaged_sentence("Lía", 5))
        terminal.type("dñao Lía 5\r")
        terminal.see("No conozco la orden «dñao»")
        terminal.type("deshacer\r")
        terminal.see(f"{undone()}{damaged_sentence('Lía', 5)}")
        terminal.type("\x1b[A\x1b[A\x1b[A\r")
        terminal.wait(lambda lines: lines.count(f"{damaged_sentence('Lía', 5, 7)}.") == 2, "both answers")
        terminal.wait(lambda lines: _asks(lines) == ">", "the next line is asked for")
        terminal.type("\x04")
        assert terminal.end() == 1
    assert "Lía · Salud 7/12" in at.run("status", "T").out


def _asks(lines: list[str]) -> str:
    """Return the last line that is not empty."""
    return [line for line in lines if line][-1]
