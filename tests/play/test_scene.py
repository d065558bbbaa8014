"""The same session twice, in the shell and on the screen, with the same faces: it ends the same."""

from pathlib import Path
from typing import Any

from tests.play.scene import LINES, NAME, SCENE
from tests.play.shell import DONE, Answer, Place, without_ids
from tests.play.terminal import Terminal


def place(folder: Path) -> Place:
    folder.mkdir()
    return Place(folder)


def played_in_the_shell(at: Place) -> Answer:
    at.begin(NAME)
    answer = at.run("do", NAME, "--json", lines=LINES)
    assert answer.code == DONE, answer.out
    return answer


def played_on_the_screen(at: Place, sentences: list[str]) -> None:
    with Terminal(environment=at.environment, folder=at.folder) as terminal:
        terminal.see("Aún no hay campañas")
        terminal.press("+")
        terminal.see("Nombre de la campaña")
        terminal.press(NAME, "enter")
        terminal.see("¿Qué juego?")
        terminal.press("c")
        terminal.see("Todavía no hay nadie en el grupo")
        for step, sentence in zip(SCENE, sentences, strict=True):
            terminal.press(*step.typed)
            terminal.see_notice(sentence)
        terminal.press("q")
        terminal.see("Última vez")
        terminal.press("q")
        assert terminal.end() == DONE


def the_table(at: Place) -> dict[str, Any]:
    table: dict[str, Any] = without_ids(at.status(NAME))
    return {name: value for name, value in table.items() if name != "events"}


def test_the_scene_ends_alike_in_the_shell_and_on_the_screen(tmp_path: Path) -> None:
    shell, screen = place(tmp_path / "shell"), place(tmp_path / "screen")
    answer = played_in_the_shell(shell)
    played_on_the_screen(screen, [each["text"] for each in answer.objects])
    assert the_table(screen) == the_table(shell)


def test_the_scene_leaves_what_the_rules_say(tmp_path: Path) -> None:
    at = place(tmp_path / "shell")
    answer = played_in_the_shell(at)
    table = at.status(NAME)
    sheets = {each["name"]: each["sheet"] for each in table["creatures"]}
    supplies = {each["name"]: each["die"] for each in table["supplies"]}

    assert all(each["shared"] for each in answer.objects)
    assert len(table["creatures"]) == 6  # the goblin that died is out of play
    assert (sheets["Lía"]["health"], sheets["Lía"]["effort"]) == (13, 3)
    assert (sheets["Bruno"]["health"], sheets["Ñandú"]["health"]) == (15, 9)
    assert "states" not in sheets["Lía"]
    assert supplies == {"Flechas": 6, "Antorcha": 0}
    assert (table["now"]["day"], table["now"]["hour"], table["encounter"]) == (2, "16:20", None)
    assert table["scene"] == {"ammo_mode": "per_encounter"}
    assert [each["kind"] for each in table["pending"]] == ["encounter_check"]
