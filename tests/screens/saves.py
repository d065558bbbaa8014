"""Two GMs of one campaign, each with journals of their own, at tables that a test can press keys on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from tests.screens.game import notice_of
from tracker.app import TrackerApp
from tracker.screens.table_screen import TableScreen
from tracker.screens.workspace import Workspace
from tracker.store.campaign import Campaign
from tracker.store.paths import Folders
from tracker.widgets.painted import plain_text
from tracker.widgets.status_line import StatusLine

NOW = 1_795_000_000


@dataclass(frozen=True)
class Group:
    """A saves folder and the GMs who share it."""

    root: Path

    @property
    def path(self) -> Path:
        return self.folders("ana").saves / "Torre.json"

    def folders(self, gm: str) -> Folders:
        return Folders(self.root / "saves", self.root / gm)

    def begin(self, gm: str = "ana") -> Campaign:
        self.folders(gm).prepare()
        journals = self.folders(gm).journals
        return Campaign.create(self.path, journals, system="chronicle", title="Torre", gm=gm, now=lambda: NOW)

    def open(self, gm: str, now: int = NOW) -> Campaign:
        return Campaign.open(self.path, self.folders(gm).journals, gm, lambda: now)

    def app(self, gm: str, path: Path | None = None) -> TrackerApp:
        ids = iter(range(1, 1000))
        workspace = Workspace(
            self.folders(gm), gm, lambda sides: sides, lambda: f"{gm}{next(ids)}", lambda: NOW
        )
        return TrackerApp(workspace, {}, path=path or self.path)


def table(app: TrackerApp) -> TableScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def notice_text(app: TrackerApp) -> str:
    """Return what the line for what happened says."""
    return notice_of(table(app))


def status(app: TrackerApp) -> str:
    """Return the words of the top line."""
    return plain_text(table(app).query_one(StatusLine)._picture)


async def wait_until(pilot: Pilot[Any], holds: Callable[[], bool], seconds: float = 5) -> None:
    """Wait until something holds, or fail."""
    for _ in range(int(seconds / 0.05)):
        if holds():
            return
        await pilot.pause(0.05)
    assert holds()
