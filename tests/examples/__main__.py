"""The example campaigns: `python -m tests.examples` plays each script into `saves/examples/`.

The page of an adventure that a script names stands beside it. The clock, the ids, the faces and the GM's name
are fixed, so that the same script makes the same file.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tracker.cli.invocation import luck
from tracker.commands.command import Command, CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.features.adventure.prep import PageCommand, page_command
from tracker.features.adventure.store import read_page
from tracker.rules.refusal import Refusal
from tracker.rules.systems import FILE
from tracker.screens.table.guide import EXAMPLE_GM
from tracker.store.campaign import Campaign
from tracker.store.game_files import read_game_text
from tracker.wording.language import speak

SCRIPTS = Path(__file__).parent
EXAMPLES = SCRIPTS.parents[1] / "saves" / "examples"
EVENING = 1_790_000_000
"""Unix second at which the first event of every example happens."""
PACE = 40
"""Seconds between one event and the next."""


def scripts() -> tuple[tuple[str, str], ...]:
    """Return the languages and systems that have a script."""
    return tuple(sorted((path.parent.name, path.stem) for path in SCRIPTS.glob("*/*.txt")))


def saved(spoken: str, system: str) -> Path:
    """Return the file of an example."""
    return EXAMPLES / spoken / f"{system}.json"


def rules_of(system: str) -> str:
    """Return the game file of an example; empty for a game of the program."""
    path = EXAMPLES / "games" / f"{system}.toml"
    return read_game_text(path) if path.exists() else ""


def orders(spoken: str, system: str) -> Iterator[str]:
    """Yield the orders of a script; an empty line and one that begins with # are for its reader."""
    for line in (SCRIPTS / spoken / f"{system}.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def command_of(line: str, spoken: str, context: CommandContext) -> Command:
    """Parse an order of a script."""
    command = parse(line, context)
    if isinstance(command, PageCommand):
        path = SCRIPTS / spoken / command.path
        return page_command(read_page(path), path.stem, context)
    return command


def build(spoken: str, system: str) -> bytes:
    """Return the save that a script makes: its first order names the campaign; a refused one stops it."""
    speak(spoken)
    with TemporaryDirectory() as folder, patch.object(os, "urandom", _bytes(system)):
        path = Path(folder) / f"{system}.json"
        second = count(EVENING, PACE)
        naming, *others = orders(spoken, system)
        _verb, _space, title = naming.partition(" ")
        rules = rules_of(system)
        campaign = Campaign.create(
            path,
            Path(folder) / "own",
            system=f"{FILE}{system}" if rules else system,
            title=title,
            gm=EXAMPLE_GM,
            now=lambda: next(second),
            rules=rules,
        )
        _play(campaign, others, spoken)
        campaign.share()
        campaign.save.close()
        return path.read_bytes()


def _play(campaign: Campaign, lines: Iterable[str], spoken: str) -> None:
    roll, _fresh = luck(seed=1)
    number = count(1)
    for line in lines:
        try:
            command = command_of(line, spoken, _place(campaign))
            campaign.play(draft_of(command, campaign.history, roll, lambda: f"{next(number):04}"))
        except Refusal as refusal:
            refusal.add_note(line)
            raise


def _place(campaign: Campaign) -> CommandContext:
    fight = campaign.session.fight
    return CommandContext(campaign.history, (fight.active,) if fight and fight.active else ())


def _bytes(system: str) -> Callable[[int], bytes]:
    """Return what stands in for random ids: never the same twice, and the same in every build."""
    number = count()
    return lambda size: sha256(f"{system} {next(number)}".encode()).digest()[:size]


if __name__ == "__main__":
    for each in scripts():
        saved(*each).parent.mkdir(exist_ok=True)
        saved(*each).write_bytes(build(*each))
        print(*each)
