"""The players' app: one screen, in a program that never holds secrets of the GM."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.types import CSSPathType

from tracker.base_app import BaseApp
from tracker.screens.players import Look, PlayersScreen
from tracker.terminal.app import InTerminal
from tracker.widgets.preferences import USUAL, Preferences
from tracker.widgets.themed_app import STYLES, STYLESHEETS


class PlayersApp(InTerminal, BaseApp):
    """The tracker as the players see it."""

    CSS_PATH: ClassVar[CSSPathType | None] = [*STYLESHEETS, STYLES / "pages.tcss", STYLES / "players.tcss"]
    TITLE = "tracker"
    HORIZONTAL_BREAKPOINTS = [(0, "-home"), (110, "-wide")]  # noqa: RUF012 - Textual types it

    def __init__(
        self,
        look: Look,
        environment: Mapping[str, str],
        preferences: Preferences = USUAL,
        *,
        mistakes: Sequence[str] = (),
    ) -> None:
        super().__init__(environment, preferences, mistakes)
        self._look = look

    def begin(self) -> None:
        self.push_screen(PlayersScreen(self._look))
