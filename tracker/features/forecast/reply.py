"""The answer of `tracker do` to a forecast."""

from tracker.cli.play import Orders
from tracker.commands.command import Command
from tracker.commands.faults import refusing_faults
from tracker.features.forecast.commands import session_of
from tracker.features.forecast.trials import forecast_trials
from tracker.features.forecast.wording import ForecastAnswer, forecast_answer


@refusing_faults()
def answer_forecast(orders: Orders, command: Command) -> ForecastAnswer:
    """Forecast the present fight, or that of a moment."""
    return forecast_answer(forecast_trials(session_of(command, orders.campaign.history)))
