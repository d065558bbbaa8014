"""The line that forecasts a fight, which plays nothing."""

from tracker.commands.command import Command, CommandContext, refuse_to_play
from tracker.commands.moments import moment
from tracker.commands.preview import Preview
from tracker.commands.reading import Reader
from tracker.features.forecast.trials import Trials
from tracker.session.history import History
from tracker.session.state import Session
from tracker.wording.messages import say


def forecast(reader: Reader) -> Command:
    """Read `pronostico [CUÁNDO]`: how the encounter would end, or would have ended then."""
    text = reader.take_rest()
    at = moment(text, reader.context.history) if text else ""
    return Command("forecast", refuse_to_play, feature="forecast", at=at)


def session_of(command: Command, history: History) -> Session:
    """Return the session whose fight a command forecasts: that of now, or of the moment that it names."""
    return history.session_then(command.at) if command.at else history.session


def foreseen(command: Command, context: CommandContext) -> Preview:
    """Return what a command will forecast; raises what `Trials` does."""
    trials = Trials(session_of(command, context.history))
    return Preview(say("preview.forecast", name=trials.name), command)
