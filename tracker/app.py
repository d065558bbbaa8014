"""The GM's app: its styles and its first screen."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import Binding
from textual.types import CSSPathType

from tracker.base_app import BaseApp
from tracker.rules.glance import Tone
from tracker.rules.refusal import Refusal
from tracker.screens.steady import SteadyScreen
from tracker.screens.workspace import Workspace
from tracker.terminal.app import InTerminal
from tracker.widgets.notice import Notice
from tracker.widgets.preferences import USUAL, Preferences
from tracker.widgets.themed_app import STYLES, STYLESHEETS
from tracker.wording.messages import say
from tracker.wording.sentences import refusal_sentence

SHEETS = tuple(STYLES / f"{name}.tcss" for name in ("pages", "home", "table"))


class TrackerApp(InTerminal, BaseApp):
    """The tracker in a terminal: the list of campaigns, or the table of the save asked for."""

    CSS_PATH: ClassVar[CSSPathType | None] = [*STYLESHEETS, *SHEETS]
    TITLE = "tracker"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012 - Textual's own shape
        (0, "-narrow"),
        (72, "-home"),
        (110, "-wide"),
        (150, "-vast"),
    ]
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-low"), (24, "-usual"), (44, "-tall")]  # noqa: RUF012 - as above

    def __init__(
        self,
        workspace: Workspace,
        environment: Mapping[str, str],
        preferences: Preferences = USUAL,
        *,
        mistakes: Sequence[str] = (),
        path: Path | None = None,
        keep: Callable[[str, str | bool], Path] | None = None,
    ) -> None:
        super().__init__(environment, preferences, mistakes)
        self._workspace = workspace
        self._path = path
        self._save_preference = keep

    def begin(self) -> None:
        """Open the table that was asked for; leaving it leads to the list of campaigns."""
        if self._path is None:
            self._go_home()
            return
        try:
            table = self._workspace.table(self._path)
        except Refusal as refusal:
            self._go_home(refusal)
        else:
            self.push_screen(table, lambda _left: self._go_home())

    def _go_home(self, refusal: Refusal | None = None) -> None:
        from tracker.screens.home import HomeScreen  # noqa: PLC0415 - a save is opened at its table

        self.push_screen(HomeScreen(self._workspace, refusal))

    def act_name(self, binding: Binding, *, in_full: bool = False) -> str:
        screens = (screen for screen in reversed(self.screen_stack) if isinstance(screen, SteadyScreen))
        return next(filter(None, (screen.act_name(binding, in_full=in_full) for screen in screens)), "")

    async def run_action(self, action: Any, default_namespace: Any = None, namespaces: Any = None) -> bool:
        """Run an action of a key or a menu; its screen shows the sentence of a refusal."""
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except Refusal as refusal:
            for screen in reversed(self.screen_stack):
                if isinstance(screen, SteadyScreen):
                    screen.refuse(refusal)
                    return True
            raise

    def choose_mouse(self, wanted: bool) -> None:
        """Turn clicks and the wheel on or off, and save the choice for the next start."""
        super().choose_mouse(wanted)
        self._keep_preference("mouse", wanted, "app.mouse_saved")

    def keep_theme(self, name: str) -> None:
        """Save the theme in the GM's file, and say where, or why it could not be saved."""
        self._keep_preference("theme", name, "app.colours_saved")

    def keep_preferences(self, **values: str | bool) -> None:
        """Save other preferences in the GM's file, and say where, or why they could not be saved."""
        for name, value in values.items():
            self._keep_preference(name, value, "app.preferences_saved")

    def _keep_preference(self, name: str, value: str | bool, key: str) -> None:
        if self._save_preference is None:
            return
        try:
            sentence = say(key, path=self._save_preference(name, value))
            tone = Tone.PLAIN
        except Refusal as refusal:
            sentence, tone = refusal_sentence(refusal), Tone.BAD
        for notice in list(self.screen.query(Notice))[-1:]:
            notice.say(sentence, tone)
