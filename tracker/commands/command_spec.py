"""A verb of the typed language: its usage and its reader."""

from collections.abc import Callable
from importlib import import_module

from msgspec import Struct

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import localized_pattern
from tracker.rules.game_system import GameSystem
from tracker.wording.words import Words, term

_FAVOUR = "|FAVOUR"
"""The placeholder, in the pattern of a line, of the resource that players may spend."""


class CommandSpec(Struct, frozen=True):
    """A verb. Its words are in the space `verb` of the word files, under its id."""

    id: str
    reads: str | Callable[[Reader], Command]
    """The reader of the rest of the line; as text, a module of this package and its function."""
    patterns: tuple[str, ...]
    """Each way to write the rest of the line: ids of keywords in lower case, of blanks in capitals."""
    rolls: bool = False
    """Whether faces may be typed."""
    shares: bool = False
    """Whether another verb has its words too: then a keyword of its pattern is the whole rest of its line."""
    before: str = ""
    """For a feature's verb, the id of the verb that follows it in help."""

    def usage_in(self, game: GameSystem, words: Words) -> str:
        """Join all usages into one."""
        return " | ".join(self.usages_in(game, words))

    def usages_in(self, game: GameSystem, words: Words) -> list[str]:
        """List each way to write its line, with the resource that the game lets players spend."""
        favour = f"|{term(words, 'gauge', game.favour).lower()}" if game.favour else ""
        verb = term(words, "verb", self.id)
        rests = (favour.join(map(localized_pattern, each.split(_FAVOUR))) for each in self.patterns)
        return [f"{verb} {rest}".strip() for rest in rests]

    def read(self, reader: Reader) -> Command:
        """Read the rest of a line."""
        if not isinstance(self.reads, str):
            return self.reads(reader)
        # Imported only when needed: all readers together take 60 ms to import.
        module, reads = self.reads.split(".")
        command: Command = getattr(import_module(f"{__package__}.{module}"), reads)(reader)
        return command
