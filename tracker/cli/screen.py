"""The GM's screens, started from the shell."""

from pathlib import Path

from tracker.app import TrackerApp
from tracker.cli.luck import luck
from tracker.cli.seat import Seat
from tracker.screens.venue import Venue
from tracker.store.campaign import Now
from tracker.store.paths import Places
from tracker.terminal.running import forget_size, run


def show(places: Places, gm: str, now: Now, seat: Seat, path: Path | None, *, kiosk: bool) -> int:
    """Run the app until the GM leaves; returns the exit code."""
    roll, fresh = luck()
    venue = Venue(places, gm, roll, fresh, now, kiosk)
    preferences, mistakes = seat.settled()
    keep = seat.keep_theme if seat.file else None
    forget_size()
    app = TrackerApp(venue, seat.environment, preferences, mistakes=mistakes, path=path, keep_theme=keep)
    return run(app, seat.environment)
