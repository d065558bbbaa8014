"""The page of a forecast, played while it is open."""

from tracker.commands.command import Command
from tracker.features.forecast.commands import session_of
from tracker.features.forecast.trials import Trials
from tracker.features.forecast.wording import assumption_lines, forecast_title, outcome_lines
from tracker.screens.page_screen import PageScreen
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.unhurried import ChunkedWork
from tracker.session.state import Session
from tracker.widgets.ink import line
from tracker.widgets.text_panel import Block
from tracker.wording.messages import say


class ForecastPage(PageScreen):
    """The page of a forecast, which plays the fight while it is open."""

    def __init__(self, trials: Trials) -> None:
        super().__init__([Block((line(say("forecast.playing")),), forecast_title(trials))])
        self._trials = trials
        self._playing = ChunkedWork[None](self, self._show_outcomes)

    def on_mount(self) -> None:
        super().on_mount()
        self._playing.begin(self._trials.run())

    def _show_outcomes(self, _plays: list[None], over: bool) -> None:
        if over:
            self.turn_to(
                [
                    Block(tuple(map(line, outcome_lines(self._trials))), forecast_title(self._trials)),
                    Block(tuple(map(line, assumption_lines(self._trials))), say("forecast.assumed")),
                ]
            )


def forecast_page(session: Session) -> ForecastPage:
    """Build the page that forecasts the fight under way; raises the refusals of `Trials`."""
    return ForecastPage(Trials(session))


def show_forecast(player: MovePlayer, command: Command) -> None:
    player.screen.app.push_screen(forecast_page(session_of(command, player.history)))
