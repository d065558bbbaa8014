"""The lines that put elements into the library and remove them."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tracker.commands.command import Command, CommandContext
from tracker.commands.library import element_names
from tracker.commands.matching import keys_by_name, normalize, require_match, unknown_name_refusal
from tracker.commands.pasting import take_stat_blocks
from tracker.commands.preview import Preview, preview_at
from tracker.commands.reading import Reader
from tracker.commands.vocabulary import full_keyword
from tracker.features.library import moves
from tracker.session.event import Draft
from tracker.session.moves.library import SECTIONS
from tracker.session.state import Session

VERB = "library"


def put(reader: Reader) -> Command:
    """Parse `library WHO [NAME]`, or the subcommand in the next word."""
    subcommand = _WHAT.get(full_keyword(reader.peek() or "", _WHAT))
    if subcommand is None:
        return _put_creature(reader)
    reader.take("")
    return subcommand(reader)


def _put_creature(reader: Reader) -> Command:
    who, name, session = reader.take_creature(), reader.take_rest_name(), reader.session
    return _library_command(
        lambda library_session: moves.shelve_creature(library_session, session, who, name)
    )


def _put_encounter(reader: Reader) -> Command:
    name, session = reader.take_rest_name(), reader.session
    return _library_command(lambda library_session: moves.shelve_encounter(library_session, session, name))


def _put_table(reader: Reader) -> Command:
    session = reader.session
    key = require_match(reader.take_rest_name(), keys_by_name(session.tables), "unknown_table")
    return _library_command(lambda library_session: moves.shelve_table(library_session, session, key))


def _put_kit(reader: Reader) -> Command:
    owner, name, session = reader.take_owner(), reader.take_rest_name(), reader.session
    return _library_command(lambda library_session: moves.shelve_kit(library_session, session, owner, name))


def _put_pasted(reader: Reader) -> Command:
    pasted = take_stat_blocks(reader)
    command = _library_command(lambda library_session: moves.shelve_pasted(library_session, pasted))
    return replace(command, pasted=pasted)


def _drop(reader: Reader) -> Command:
    """Remove an element of any section; it must be named in full."""
    name, library_session = reader.take_rest_name(), reader.context.library.session
    matches = [
        (section, key)
        for section in SECTIONS
        for key, each in getattr(library_session, section).items()
        if normalize(each.name) == normalize(name)
    ]
    if not matches:
        raise unknown_name_refusal(name, element_names(library_session), "not_in_library")
    section, key = matches[0]
    return _library_command(lambda session: moves.drop(session, section, key))


def _undo(reader: Reader) -> Command:
    reader.expect_end()
    return Command(VERB, lambda history, roll, fresh: moves.undo(history), feature=VERB)


def _redo(reader: Reader) -> Command:
    reader.expect_end()
    return Command(VERB, lambda history, roll, fresh: moves.redo(history), feature=VERB)


def _library_command(make: Callable[[Session], Draft]) -> Command:
    return Command(VERB, lambda history, roll, fresh: make(history.session), feature=VERB)


_WHAT: Mapping[str, Callable[[Reader], Command]] = {
    "encounter": _put_encounter,
    "kit": _put_kit,
    "table": _put_table,
    "paste": _put_pasted,
    "drop": _drop,
    "undo": _undo,
    "redo": _redo,
}
"""The subcommands. They must be typed in full, because any other word is a creature's name."""


def preview(command: Command, context: CommandContext) -> Preview:
    """Preview what a command will do to the library; the table stays as it is."""
    return replace(preview_at(command, context, context.library), changes=())
