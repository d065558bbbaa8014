"""The screen, started from the shell: the only part of the shell that imports Textual."""

from collections.abc import Mapping
from pathlib import Path

from tracker.app import TrackerApp
from tracker.cells import CellDriver
from tracker.cli.luck import luck
from tracker.screens.venue import Venue
from tracker.store.campaign import Now
from tracker.store.paths import Places
from tracker.terminal import PatientDriver, run

FULL_FRAMES = "TRACKER_FULL_FRAMES"
"""The variable that sends whole frames, as Textual makes them."""


def show(
    places: Places, gm: str, now: Now, environment: Mapping[str, str], *, plain: bool, path: Path | None
) -> int:
    """Run the app until the GM leaves; returns the exit code."""
    roll, fresh = luck()
    venue = Venue(places, gm, roll, fresh, now)
    driver = PatientDriver if environment.get(FULL_FRAMES) else CellDriver
    return run(TrackerApp(venue, environment, plain=plain, path=path), driver)
