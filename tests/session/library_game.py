"""A game with a library beside it, both in memory."""

from itertools import count

from tests.rules.faces import Faces
from tests.session.game import ANA, Game, event_id, saved
from tracker.commands.command import Command, CommandContext, draft_of
from tracker.commands.parse import parse
from tracker.session.event import Event
from tracker.session.history import History
from tracker.session.moves.campaign import create
from tracker.session.state import Session
from tracker.wording.sentences import sentences


def acted_on(command: Command, context: CommandContext) -> History:
    """Return the history that a command is played on: its own for one of the library."""
    return context.library if command.feature == "library" else context.history


class LibraryGame:
    """A library that games are played beside."""

    def __init__(self) -> None:
        self.history = History("chronicle")
        self._numbers = count(2)
        self.history.add((saved(create("chronicle", "library"), event_id(1)),))

    @property
    def session(self) -> Session:
        return self.history.session

    def order(self, game: Game, line: str, *faces: int, writer: str = ANA) -> Event:
        """Play a command beside a game; the event of a library command is the library's."""
        context = CommandContext(game.history, (), self.history)
        order = parse(line, context)
        draft = draft_of(order, acted_on(order, context), Faces(*faces), game.fresh)
        if not order.feature:
            return game.play(draft)
        event = saved(draft, event_id(next(self._numbers), writer))
        self.history.add((event,))
        return event

    def sentences(self, game: Game, line: str, *faces: int) -> str:
        """Play a command and return its sentences."""
        before = len(game.events)
        event = self.order(game, line, *faces)
        return " ".join(sentences(event, game.history if len(game.events) > before else self.history))
