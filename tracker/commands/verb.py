"""A verb of the table."""

from importlib import import_module

from msgspec import Struct

from tracker.commands.order import Order
from tracker.commands.reading import Reader
from tracker.rules.system import GameSystem
from tracker.wording.language import _
from tracker.wording.words import Words, term


class Verb(Struct, frozen=True):
    """A verb: Spanish words first, then English ones. `rolls` says whether faces may be typed."""

    id: str
    words: tuple[str, ...]
    usage: str
    reads: str
    """What reads the rest of the line: a module of this package and its function, `fight.next_turn`."""
    rolls: bool = False

    def usage_in(self, game: GameSystem, words: Words) -> str:
        """Return how it is written in a game, with the name of what that game lets be spent."""
        favour = f"|{term(words, 'gauge', game.favour).lower()}" if game.favour else ""
        return _(self.usage).format(favour=favour)

    def read(self, reader: Reader) -> Order:
        """Read the rest of a line; what the verb does is imported with the first line that has it."""
        module, reads = self.reads.split(".")
        order: Order = getattr(import_module(f"{__package__}.{module}"), reads)(reader)
        return order
