"""The app: its styles and its first screen."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from textual.types import CSSPathType

from tracker.screens.home import HomeScreen
from tracker.screens.venue import Venue
from tracker.widgets.terminal_app import STYLES, STYLESHEETS, TerminalApp


class TrackerApp(TerminalApp):
    """The tracker in a terminal: home, and over it the table of the save that was asked for."""

    CSS_PATH: ClassVar[CSSPathType | None] = [*STYLESHEETS, STYLES / "home.tcss", STYLES / "table.tcss"]
    TITLE = "tracker"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 - Textual's own shape
        (0, "-narrow"),
        (72, "-home"),
        (110, "-wide"),
    ]

    def __init__(
        self, venue: Venue, environment: Mapping[str, str], *, plain: bool = False, path: Path | None = None
    ) -> None:
        super().__init__(environment, plain=plain)
        self._venue = venue
        self._path = path

    def on_mount(self) -> None:
        """Show the table that was asked for, or home."""
        self.push_screen(HomeScreen(self._venue, self._path))
