"""Campaigns to measure with: the example, and saves of any length that begin as it does."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, count, cycle, islice
from pathlib import Path
from random import Random
from unittest import mock

from tests.bench.terminal import environment, python
from tests.examples.__main__ import command_of, orders
from tracker.commands.command import CommandContext, draft_of
from tracker.session.event import Draft
from tracker.session.moves.resolution import skip
from tracker.store.campaign import Campaign
from tracker.store.save_format import Contents, decode, encode

NOW = 1_750_000_000
WEEK = 7 * 24 * 3_600
EVENING, EVERY = 200, 60
"""Events of an evening, and the seconds from one to the next."""
EXAMPLE = ("es", "chronicle")
"""The language and the game of the example that is played."""
_ORDERS = ("daño lia 1", "cura lia 1", "siguiente", "prueba bren fuerza", "2d6+3 # emboscada", "nota Siguen.")


@dataclass(frozen=True, slots=True)
class Workbench:
    """A folder of saves of known lengths, each with journals of its own."""

    folder: Path

    def save(self, events: int, name: str = "") -> Path:
        """Return a fresh copy of the campaign of so many events, 0 for the example as it is.

        Each stands in a folder of its own: beside another it would be offered as a copy to unite.
        """
        source = self.folder / "of" / f"{events}.json"
        path = self.folder / "saves" / (name or str(events)) / f"{name or events}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
        return path

    def journals(self, name: str) -> Path:
        return self.folder / "state" / name / "tracker" / "journals"

    def environment(self, gm: str) -> dict[str, str]:
        """Return what the tracker is started with for a GM."""
        return environment(
            TRACKER_GM=gm,
            TRACKER_SAVES=str(self.folder / "saves"),
            XDG_STATE_HOME=str(self.folder / "state" / gm),
            XDG_CONFIG_HOME=str(self.folder / "config" / gm),
            TRACKER_LANG="es",
        )


def stock_workbench(folder: Path, lengths: tuple[int, ...]) -> Workbench:
    """Play the example and go on for as long as the longest asks; keep a save of each length."""
    kept = folder / "of"
    kept.mkdir(parents=True)
    example = len([*orders(*EXAMPLE)])
    whole = _play_events(folder / "whole.json", folder / "journals", max(example, *lengths))
    entries = sorted(whole.entries.items())
    for length in lengths:
        part = dict(entries[: length or example])
        (kept / f"{length}.json").write_bytes(encode(Contents.from_entries(part)))
    return Workbench(folder)


def tracker(*words: str) -> list[str]:
    """Return the command of the tracker."""
    return python("-m", "tracker", *words)


def _play_events(path: Path, journals: Path, events: int) -> Contents:
    at = NOW - events // EVENING * WEEK
    with mock.patch.object(os, "fsync"), mock.patch.object(os, "fdatasync"):
        campaign = Campaign.create(
            path, journals, system="chronicle", title="Orvega", gm="ana", now=lambda: at
        )
        faces = partial(Random(1).randint, 1)
        fresh = map("{:010x}".format, count()).__next__
        for draft in islice(_deeds(campaign, faces, fresh), events - len(campaign.history)):
            campaign.play(draft)
            at += EVERY if len(campaign.history) % EVENING else WEEK
        campaign.share()
        campaign.save.close()
    return decode(path.read_bytes())


def _deeds(campaign: Campaign, faces: Callable[[int], int], fresh: Callable[[], str]) -> Iterator[Draft]:
    """Yield the example's deeds and then the same few for ever; what waits is let go, as a table does."""
    example, language = [*orders(*EXAMPLE)], EXAMPLE[0]
    for number, line in enumerate(chain(example, cycle(_ORDERS))):
        command = command_of(line, language, CommandContext(campaign.history))
        yield draft_of(command, campaign.history, faces, fresh)
        if number >= len(example):
            for key in campaign.session.pending:
                yield skip(campaign.session, key)  # the GM's own move: let go without a roll
