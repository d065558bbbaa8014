"""The verb of the notebook."""

from tracker.commands.command import Command
from tracker.commands.command_spec import CommandSpec
from tracker.commands.reading import Reader


def _keep(reader: Reader) -> Command:
    from tracker.features.notebook.commands import keep

    return keep(reader)


LINES = (
    CommandSpec(
        "notebook",
        _keep,
        (
            "person|place|thread NAME[: [STATUS;] TEXT]",
            "NAME: TEXT",
            "NAME shown|hidden|status STATUS|name NAME|nothing",
        ),
        before="calendar",
    ),
)
