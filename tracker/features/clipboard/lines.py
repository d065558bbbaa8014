"""The verb that copies."""

from tracker.commands.command import Command
from tracker.commands.command_spec import CommandSpec
from tracker.commands.reading import Reader


def _copy(reader: Reader) -> Command:
    from tracker.features.clipboard.commands import copy

    return copy(reader)


LINES = (CommandSpec("copy", _copy, ("[WHO|address]", "-5|now|WHEN"), before="note"),)
