"""The line that forecasts a fight; it plays nothing."""

from tracker.commands.command import Command, CommandContext, refuse_to_play
from tracker.commands.moments import parse_moment
from tracker.commands.preview import Preview
from tracker.commands.reading import Reader
from tracker.features.forecast.trials import Trials
from tracker.session.history import History
from tracker.session.state import Session
from tracker.wording.messages import say


def forecast(reader: Reader) -> Command:
    """Read `forecast [WHEN]`: how the encounter would end now, or would have ended then."""
    text = reader.take_rest()
    event_id = parse_moment(text, reader.context.history) if text else ""
    return Command("forecast", refuse_to_play, feature="forecast", at=event_id)


def session_of(command: Command, history: History) -> Session:
    """Return the session whose fight a command forecasts: the present one, or that of a moment."""
    return history.session_then(command.at) if command.at else history.session


def foreseen(command: Command, context: CommandContext) -> Preview:
    """Preview a forecast; raises the refusals of `Trials`."""
    trials = Trials(session_of(command, context.history))
    return Preview(say("preview.forecast", name=trials.name), command)
