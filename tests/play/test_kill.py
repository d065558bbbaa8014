"""kill -9 in the middle of a session: whatever was answered, or shown, is there afterwards."""

import json
import random
import select
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.play.scene import LINES, NAME, SHOWN_FIRST
from tests.play.shell import DONE, Place, without_ids
from tests.play.terminal import Terminal
from tracker.store.campaign import Campaign
from tracker.wording.sentences import sentences

INSTANT = 0.06
"""Seconds, at most, between a line and the end of the program: before, during and after its answer."""
UNDISTURBED, BUSY = 20, 6
"""Lines, at most, between one kill and the next, and those of them in the program that is killed."""

Kill = Callable[[Place, Sequence[tuple[str, str]], str, random.Random], list[str]]
"""Plays some lines, each with its sentence, is killed during one more, and returns what was printed."""


def killed_in_the_shell(
    at: Place, played: Sequence[tuple[str, str]], last: str, chance: random.Random
) -> list[str]:
    output: list[str] = []
    with at.running("do", NAME, "--json") as program:
        for line, _sentence in played:
            program.write(line)
            output.append(program.read())
        program.write(last)
        select.select([program.out], [], [], chance.random() * INSTANT)
        program.process.kill()
        output += program.out.read().splitlines()
    return [json.loads(each)["text"] for each in output]


def killed_on_the_screen(
    at: Place, played: Sequence[tuple[str, str]], last: str, chance: random.Random
) -> list[str]:
    with Terminal(NAME, environment=at.environment, folder=at.folder) as terminal:
        terminal.see("? Ayuda")
        for line, sentence in played:
            terminal.press(*_keys(line))
            terminal.see_notice(sentence)
        terminal.press(*_keys(last))
        terminal.read(chance.random() * INSTANT)
        terminal.kill()
    return [sentence for _line, sentence in played]


def _keys(line: str) -> tuple[str, ...]:
    """Return what plays a line on the screen, which shows a long time before it counts."""
    return (":", line, "enter", "enter") if line in SHOWN_FIRST else (":", line, "enter")


def told_by_the_log(at: Place) -> list[str]:
    """Return what a program that opens the campaign finds of everything after its beginning."""
    campaign = Campaign.open(at.saves / f"{NAME}.json", at.journals, "ana", lambda: 0)
    try:
        return [" ".join(sentences(event, campaign.history)) for event in campaign.history][1:]
    finally:
        campaign.save.close()


def the_table(at: Place) -> dict[str, Any]:
    table: dict[str, Any] = without_ids(at.status(NAME))
    return {name: value for name, value in table.items() if name != "events"}


def place_with_campaign(folder: Path) -> Place:
    folder.mkdir(parents=True)
    at = Place(folder)
    at.begin(NAME)
    return at


def play_and_kill(folder: Path, kill: Kill, kills: int, seed: int) -> None:
    """Play the scene to its end, killed on the way, and again until it has been killed so many times."""
    chance = random.Random(seed)
    whole = place_with_campaign(folder / "whole")
    answers = whole.run("do", NAME, "--json", lines=LINES)
    assert answers.code == DONE
    script = [(line, answer["text"]) for line, answer in zip(LINES, answers.objects, strict=True)]
    while kills:
        at, place = place_with_campaign(folder / str(kills)), 0
        while kills and place < len(script):
            start = min(place + chance.randint(0, UNDISTURBED), len(script) - 1)
            at.run("do", NAME, lines=LINES[place:start])
            place, upto = start, min(start + chance.randint(0, BUSY), len(script) - 1)
            output = kill(at, script[place:upto], script[upto][0], chance)
            found = told_by_the_log(at)
            assert found[place : place + len(output)] == output
            assert len(found) <= upto + 1
            place, kills = len(found), kills - 1
        if place < len(script):
            at.run("do", NAME, lines=LINES[place:])
        assert the_table(at) == the_table(whole)


@pytest.mark.parametrize(("kill", "kills"), [(killed_in_the_shell, 2), (killed_on_the_screen, 1)])
def test_a_killed_session_goes_on_where_it_was(tmp_path: Path, kill: Kill, kills: int) -> None:
    play_and_kill(tmp_path, kill, kills, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("kill", [killed_in_the_shell, killed_on_the_screen])
def test_a_session_killed_again_and_again_goes_on_where_it_was(tmp_path: Path, kill: Kill, seed: int) -> None:
    play_and_kill(tmp_path, kill, kills=20, seed=seed)
