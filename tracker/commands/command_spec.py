"""A verb of the typed language: how its line is written and who reads it."""

from collections.abc import Callable
from importlib import import_module

from msgspec import Struct

from tracker.commands.command import Command
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import localized_pattern
from tracker.rules.game_system import GameSystem
from tracker.wording.words import Words, term

_FAVOUR = "|FAVOUR"
"""The resource that a game lets players spend, in the pattern of a line."""


class CommandSpec(Struct, frozen=True):
    """A verb. Its words stand under its id in the space `verb` of the word files."""

    id: str
    reads: str | Callable[[Reader], Command]
    """The reader of the rest of the line; as text, a module and its function here: `fight.next_turn`."""
    patterns: tuple[str, ...]
    """The rest of the line, once for each way to write it: small words in small letters, what is to be filled
    in in capitals, both by their ids."""
    rolls: bool = False
    """Whether faces may be typed."""
    before: str = ""
    """The id of the verb before which help names one of a feature."""

    def usage_in(self, game: GameSystem, words: Words) -> str:
        """Return every way to write its line, in one."""
        return " | ".join(self.usages_in(game, words))

    def usages_in(self, game: GameSystem, words: Words) -> list[str]:
        """Return each way to write its line, with the resource that the game lets players spend."""
        favour = f"|{term(words, 'gauge', game.favour).lower()}" if game.favour else ""
        verb = term(words, "verb", self.id)
        rests = (favour.join(map(localized_pattern, each.split(_FAVOUR))) for each in self.patterns)
        return [f"{verb} {rest}".strip() for rest in rests]

    def read(self, reader: Reader) -> Command:
        """Read the rest of a line. Imports the reader now: all readers together take 60 ms to import."""
        if not isinstance(self.reads, str):
            return self.reads(reader)
        module, reads = self.reads.split(".")
        command: Command = getattr(import_module(f"{__package__}.{module}"), reads)(reader)
        return command
