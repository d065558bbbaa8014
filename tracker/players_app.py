"""The players' app: one screen, in a program that never holds what they may not know."""

from collections.abc import Mapping
from typing import ClassVar

from textual.types import CSSPathType

from tracker.screens.players import Look, PlayersScreen
from tracker.widgets.terminal_app import STYLES, STYLESHEETS, TerminalApp


class PlayersApp(TerminalApp):
    """The tracker as the players see it."""

    CSS_PATH: ClassVar[CSSPathType | None] = [*STYLESHEETS, STYLES / "players.tcss"]
    TITLE = "tracker"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-home"), (110, "-wide")]  # noqa: RUF012

    def __init__(self, look: Look, environment: Mapping[str, str]) -> None:
        super().__init__(environment)
        self._look = look

    def on_mount(self) -> None:
        """Show the table."""
        self.push_screen(PlayersScreen(self._look))
