"""The players' screen, started from the shell."""

from tracker.cli.seat import Seat
from tracker.players_app import PlayersApp
from tracker.screens.players import Look
from tracker.terminal.running import forget_size, run


def show_players(look: Look, seat: Seat) -> int:
    """Run the players' screen until it is left; returns the exit code."""
    preferences, mistakes = seat.settled()
    forget_size()
    return run(PlayersApp(look, seat.environment, preferences, mistakes=mistakes), seat.environment)
