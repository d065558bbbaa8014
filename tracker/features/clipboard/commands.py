"""Reads what to copy; nothing is saved."""

from typing import NoReturn

from tracker.commands.command import Command, refuse_to_play
from tracker.commands.moments import is_moment, parse_moment
from tracker.commands.preview import Preview
from tracker.commands.reading import Reader
from tracker.rules.refusal import Refusal
from tracker.wording.messages import say
from tracker.wording.moments import event_text
from tracker.wording.report import creature_sentence

FEATURE = "clipboard"


class CopyCommand(Command, frozen=True):
    """A line that copies a text, or what only the table knows: its chosen rows, the players' address."""

    text: str = ""
    is_address: bool = False


def copy(reader: Reader) -> Command:
    """Read `copy [WHO|address]` or `copy WHEN`."""
    if reader.peek() is None:
        return CopyCommand("copy", refuse_to_play, feature=FEATURE)
    if reader.take_keyword_or_prefix("address"):
        reader.expect_end()
        return CopyCommand("copy", refuse_to_play, feature=FEATURE, is_address=True)
    return CopyCommand("copy", refuse_to_play, feature=FEATURE, text=_take_text(reader))


def _take_text(reader: Reader) -> str:
    """Take creatures, or the moment of an event."""
    history = reader.context.history
    if is_moment(reader.peek()):
        return event_text(history[parse_moment(reader.take_rest(), history)], history)
    creature_ids = reader.take_creatures(whole=True)
    reader.expect_end()
    return "\n".join(creature_sentence(history.session, who) for who in creature_ids)


def foreseen(command: Command) -> Preview:
    assert isinstance(command, CopyCommand)  # noqa: S101 - the only command that the feature carries out
    if command.text:
        return Preview(say("preview.copy", text=" / ".join(command.text.splitlines())), command)
    return Preview(say("preview.copy_address" if command.is_address else "preview.copy_rows"), command)


def refuse_without_table() -> NoReturn:
    """Raise `only_copied_at_table`: the shell's output can be copied in other ways."""
    raise Refusal("only_copied_at_table")
