"""The GM's screens, started from the shell."""

from pathlib import Path

from tracker.app import TrackerApp
from tracker.cli.randomness import luck
from tracker.cli.terminal_setup import TerminalSetup
from tracker.screens.workspace import Workspace
from tracker.store.campaign import Now
from tracker.store.paths import Folders
from tracker.terminal.running import forget_size, run


def show(folders: Folders, gm: str, now: Now, setup: TerminalSetup, path: Path | None, *, kiosk: bool) -> int:
    """Run the app until the GM leaves; returns the exit code."""
    roll, fresh = luck()
    workspace = Workspace(folders, gm, roll, fresh, now, kiosk)
    preferences, mistakes = setup.settled()
    keep = setup.keep_theme if setup.file else None
    forget_size()
    app = TrackerApp(workspace, setup.environment, preferences, mistakes=mistakes, path=path, keep_theme=keep)
    return run(app, setup.environment)
