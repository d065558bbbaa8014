"""The verb of the forecast."""

from tracker.commands.command import Command
from tracker.commands.command_spec import CommandSpec
from tracker.commands.reading import Reader


def _forecast(reader: Reader) -> Command:
    from tracker.features.forecast.commands import forecast

    return forecast(reader)


LINES = (CommandSpec("forecast", _forecast, ("[WHEN]",), before="switch"),)
