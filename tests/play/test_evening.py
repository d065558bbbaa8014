"""A whole evening in the real program, with a second one that looks on from its first minute to its last."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.play.evening import Evening, figures
from tests.play.scene import NAME
from tests.play.shell import DONE, Place, without_ids
from tests.play.terminal import Terminal


def as_saved(at: Place) -> dict[str, Any]:
    """Return the table as read from the save alone, without the GM's journal."""
    answer = at.run("status", NAME, "--json", XDG_STATE_HOME=str(at.folder / "nobody"))
    assert answer.code == DONE, answer.err
    return {name: each for name, each in json.loads(answer.out).items() if name != "title"}


def plain(value: object) -> Any:
    """Return a value as JSON brings it back."""
    return json.loads(json.dumps(value))


def sitting_at(at: Place, *words: str) -> Terminal:
    return Terminal(*words, environment=at.environment, folder=at.folder)


def shows(name: str, health: str) -> Callable[[list[str]], bool]:
    """Return a check that the row of a creature shows its health."""
    return lambda lines: any(name in line and health in line for line in lines)


def play(evening: Evening, terminal: Terminal, players: Terminal) -> None:
    for moment in evening.moments:
        terminal.press(*moment.keys)
        terminal.see_notice(moment.sentence)
        if moment.seen:
            players.see(moment.seen)


@pytest.mark.slow
@pytest.mark.parametrize(("hours", "rounds", "commands", "undos"), [(1, 1, 100, 15), (6, 7, 400, 40)])
def test_an_evening_ends_as_its_save_says(
    tmp_path: Path, hours: int, rounds: int, commands: int, undos: int
) -> None:
    evening = Evening(hours, rounds)
    evening.play()
    assert len(evening.moments) >= commands
    assert evening.undone >= undos
    assert evening.table["now"]["elapsed"] >= hours * 3600

    at = Place(tmp_path)
    at.begin(NAME)
    with sitting_at(at, NAME) as terminal, sitting_at(at, "watch", NAME) as players:
        terminal.see("Todavía no hay nadie en el grupo")
        play(evening, terminal, players)
        terminal.press("1")
        for name, health in figures(evening.table):
            terminal.wait(shows(name, health), f"{name} {health}")
        terminal.press("q")
        terminal.see("Última vez")
        terminal.press("q")
        assert terminal.end() == DONE
        players.press("q")
        assert players.end() == DONE
    assert without_ids(as_saved(at)) == without_ids(plain(evening.table))
