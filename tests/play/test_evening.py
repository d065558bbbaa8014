"""A whole evening in the real program, with a second one that looks on from its first minute to its last."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.play.evening import Evening, figures
from tests.play.scene import NAME
from tests.play.shell import DONE, Place
from tests.play.terminal import Terminal

COMMANDS, UNDOS, HOURS = 400, 40, 6


def as_saved(at: Place) -> dict[str, Any]:
    """Return the table as somebody reads it who has nothing but the save."""
    answer = at.run("status", NAME, "--json", XDG_STATE_HOME=str(at.folder / "nobody"))
    assert answer.code == DONE, answer.err
    return {name: each for name, each in json.loads(answer.out).items() if name != "title"}


def plain(value: object) -> Any:
    """Return a value as JSON brings it back."""
    return json.loads(json.dumps(value))


def sitting_at(at: Place, *words: str) -> Terminal:
    return Terminal(*words, environment=at.environment, folder=at.folder)


def shows(name: str, health: str) -> Callable[[list[str]], bool]:
    """Return what tells whether somebody's row says their health."""
    return lambda lines: any(name in line and health in line for line in lines)


def play(evening: Evening, terminal: Terminal, players: Terminal) -> None:
    for moment in evening.moments:
        terminal.press(*moment.keys)
        terminal.see_notice(moment.sentence)
        if moment.seen:
            players.see(moment.seen)


def test_an_evening_of_four_hundred_commands_ends_as_its_save_says(tmp_path: Path) -> None:
    evening = Evening()
    evening.play()
    assert len(evening.moments) >= COMMANDS
    assert evening.undone >= UNDOS
    assert evening.table["elapsed"] >= HOURS * 3600

    at = Place(tmp_path)
    at.begin(NAME)
    with sitting_at(at, NAME) as terminal, sitting_at(at, "watch", NAME) as players:
        terminal.see("No hay nadie en el grupo")
        play(evening, terminal, players)
        terminal.press("1")
        for name, health in figures(evening.table):
            terminal.wait(shows(name, health), f"{name} {health}")
        terminal.press("q")
        terminal.see("Campañas")
        terminal.press("q")
        assert terminal.end() == DONE
        players.press("q")
        assert players.end() == DONE
    assert as_saved(at) == plain(evening.table)
