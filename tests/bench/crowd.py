"""Row 18: a fight of 200 creatures with 300 pending rolls."""

import os
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from unittest import mock

from tests.bench.campaigns import NOW, Workbench, tracker
from tests.bench.report import MS, Row, limit_row, p95
from tests.bench.terminal import Program
from tracker.commands.command import CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.store.campaign import Campaign

PENDING = 300
TIMES = 40
_FIGHT = (
    "aparece 50 goblin salud_total=999 salud=999",
    "estado goblin* parálisis",
    "estado goblin* miedo",
    "estado goblin* veneno nivel 2",
    *["aparece 50 lobo salud_total=999 salud=999"] * 3,
    "combate Asedio",
    "iniciativa enemigos 9",
)
"""Rolls wait for each goblin's turn, which come first, and none for a wolf's."""


def rows(workbench: Workbench) -> Iterator[Row]:
    """Measure it in the real program."""
    save = _fought(workbench)
    with Program(tracker(str(save)), workbench.environment("ana")) as screen:
        screen.first_paint_seconds("Exploración", "Ayuda")
        screen.settle(1)
        screen.press("2")
        turns = [screen.press("n").first_frame * MS for _ in range(TIMES)]
        hits = []
        for _ in range(TIMES):
            screen.press(":")
            screen.press("daño goblin*,lobo* 1", quiet=0.3)  # its preview comes after the letters
            hits.append(screen.press("\r").first_frame * MS)
    # The moves take 3 ms; the cursor goes to the turn's row, and two cards are drawn, of 200 creatures.
    yield limit_row("18", "next turn, 300 rolls pending, p95", p95(turns), 75, "ms")
    # 35 ms are the acts of 200 creatures, 15 the journal; the share of the event before it takes its part.
    yield limit_row("18", "damage to all 200, p95", p95(hits), 180, "ms")


def _fought(workbench: Workbench) -> Path:
    """Play until so many rolls wait; return the save."""
    path = workbench.folder / "saves" / "crowd" / "crowd.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    faces = partial(Random(1).randint, 1)
    fresh = map("{:010x}".format, count()).__next__
    with mock.patch.object(os, "fsync"), mock.patch.object(os, "fdatasync"):
        campaign = Campaign.create(
            path, workbench.journals("crowd"), system="chronicle", title="Asedio", gm="ana", now=lambda: NOW
        )

        def play(line: str) -> None:
            campaign.play(
                draft_of(parse(line, CommandContext(campaign.history)), campaign.history, faces, fresh)
            )

        for line in _FIGHT:
            play(line)
        while len(campaign.session.pending) < PENDING:
            play("siguiente")
        campaign.share()
        campaign.save.close()
    return path
