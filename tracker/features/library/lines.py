"""The verb of the library."""

from tracker.commands.command import Command
from tracker.commands.command_spec import CommandSpec
from tracker.commands.reading import Reader


def _put(reader: Reader) -> Command:
    from tracker.features.library.commands import put

    return put(reader)


LINES = (
    CommandSpec(
        "library",
        _put,
        (
            "WHO [NAME]",
            "encounter [NAME]",
            "kit WHO NAME",
            "table NAME",
            "paste TEXT",
            "drop NAME",
            "undo",
            "redo",
        ),
        before="dismiss",
    ),
)
