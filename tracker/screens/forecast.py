"""The forecast of the fight under way: played beside the keys, and shown as a page."""

from asyncio import sleep
from time import monotonic

from tracker.screens.pages import PageScreen
from tracker.session.forecast import Trials
from tracker.session.state import Session
from tracker.widgets.ink import line
from tracker.widgets.text_panel import Block
from tracker.wording.forecast import assumption_lines, forecast_title, outcome_lines
from tracker.wording.language import _

_SLICE, _PAUSE = 0.002, 0.001
"""Seconds that it plays at a time, and that it leaves to the keys in between."""


class ForecastPage(PageScreen):
    """The page of a forecast, which plays the fight while it is open."""

    def __init__(self, trials: Trials) -> None:
        super().__init__([Block((line(_("Se juega la pelea, una y otra vez…")),), forecast_title(trials))])
        self._trials = trials

    def on_mount(self) -> None:
        """Play in a worker."""
        super().on_mount()
        self.run_worker(self._play())

    async def _play(self) -> None:
        """Play in slices: a thread would hold up each key for as long as it holds the interpreter."""
        while not self._trials.done:
            until = monotonic() + _SLICE
            while monotonic() < until and not self._trials.done:
                self._trials.play()
            await sleep(_PAUSE)
        self.turn_to(
            [
                Block(tuple(map(line, outcome_lines(self._trials))), forecast_title(self._trials)),
                Block(tuple(map(line, assumption_lines(self._trials))), _("Se supone")),
            ]
        )


def forecast_page(session: Session) -> ForecastPage:
    """Return the page that forecasts the fight under way; raises what `Trials` does."""
    return ForecastPage(Trials(session))
