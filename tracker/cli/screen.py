"""The screens, started from the shell: the only part of the shell that imports Textual."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from tracker.app import TrackerApp
from tracker.cells import CellDriver, ErasingDriver
from tracker.cli.luck import luck
from tracker.keyboard import PatientDriver
from tracker.players_app import PlayersApp
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal
from tracker.screens.players import Look
from tracker.screens.venue import Venue
from tracker.store.campaign import Now
from tracker.store.paths import Places
from tracker.terminal import forget_size, run
from tracker.widgets.keymap import checked
from tracker.widgets.preferences import Preferences
from tracker.wording.sentences import refusal_sentence

FULL_FRAMES = "TRACKER_FULL_FRAMES"
"""The variable that sends whole frames, as Textual makes them."""
ERASING = ("xterm", "linux", "alacritty", "foot", "rxvt", "konsole", "putty", "wezterm", "ghostty", "st-")
"""Kinds of terminal that erase in the colour of the ground, by how their names begin; screen's do not."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody sits: their terminal, what they would rather have, and what is wrong with that."""

    environment: Mapping[str, str]
    preferences: Preferences
    mistakes: tuple[Refusal, ...] = ()
    file: Path | None = None
    """Where the preferences are kept; none where nothing outside the saves folder is written."""

    def keep_theme(self, name: str) -> Path:
        """Write a theme into the GM's file and return it; refuses as `keep_preference` does."""
        from tracker.cli.config_edit import keep_preference  # noqa: PLC0415 - seldom chosen
        from tracker.cli.config_example import example  # noqa: PLC0415 - it imports every screen

        assert self.file is not None  # noqa: S101 - asked for only where there is one
        keep_preference(self.file, "theme", name, partial(example, self.file))
        return self.file

    def settled(self) -> tuple[Preferences, tuple[str, ...]]:
        """Return the preferences with the keys that can be had, and a sentence for each mistake."""
        keys, wrong = checked(self.preferences.keys)
        sentences = tuple(map(refusal_sentence, (*self.mistakes, *wrong)))
        return replace(self.preferences, keys=keys), sentences


def show(places: Places, gm: str, now: Now, seat: Seat, path: Path | None) -> int:
    """Run the app until the GM leaves; returns the exit code."""
    roll, fresh = luck()
    venue = Venue(places, gm, roll, fresh, now)
    preferences, mistakes = seat.settled()
    keep = seat.keep_theme if seat.file else None
    forget_size()
    app = TrackerApp(venue, seat.environment, preferences, mistakes=mistakes, path=path, keep_theme=keep)
    return run(app, _driver(seat.environment))


def show_players(look: Look, seat: Seat) -> int:
    """Run the players' screen until it is left; returns the exit code."""
    preferences, mistakes = seat.settled()
    forget_size()
    return run(PlayersApp(look, seat.environment, preferences, mistakes=mistakes), _driver(seat.environment))


def _driver(environment: Mapping[str, str]) -> type[PatientDriver]:
    if environment.get(FULL_FRAMES):
        return PatientDriver
    return ErasingDriver if environment.get("TERM", "").startswith(ERASING) else CellDriver
