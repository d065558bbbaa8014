"""The screen, started from the shell: the only part of the shell that imports Textual."""

from collections.abc import Mapping
from pathlib import Path

from tracker.app import TrackerApp
from tracker.cli.luck import luck
from tracker.players_app import PlayersApp
from tracker.screens.players import Look
from tracker.screens.venue import Venue
from tracker.store.campaign import Now
from tracker.store.paths import Places
from tracker.terminal import run


def show(
    places: Places, gm: str, now: Now, environment: Mapping[str, str], *, plain: bool, path: Path | None
) -> int:
    """Run the app until the GM leaves; returns the exit code."""
    roll, fresh = luck()
    venue = Venue(places, gm, roll, fresh, now)
    return run(TrackerApp(venue, environment, plain=plain, path=path))


def show_players(look: Look, environment: Mapping[str, str]) -> int:
    """Run the players' screen until it is left; returns the exit code."""
    return run(PlayersApp(look, environment))
