"""The verbs of the adventure."""

from tracker.commands.command import Command
from tracker.commands.command_spec import CommandSpec
from tracker.commands.reading import Reader


def _keep_room(reader: Reader) -> Command:
    from tracker.features.adventure.commands import keep_room

    return keep_room(reader)


def _go(reader: Reader) -> Command:
    from tracker.features.adventure.commands import go

    return go(reader)


def _prep(reader: Reader) -> Command:
    from tracker.features.adventure.prep import take_page

    return take_page(reader)


LINES = (
    CommandSpec(
        "room",
        _keep_room,
        (
            "N NAME",
            "N [NAME] exits [WAY] N [secret_way] [one_way] [(TEXT)], …",
            "N exits WAY nothing",
            "N status|note|aloud TEXT",
            "N creature|trap_there|loot|line TEXT|nothing",
            "N take_loot",
            "N nothing",
            "pace 10m|nothing",
        ),
        before="calendar",
    ),
    CommandSpec("go", _go, ("WAY|N|NAME [WHO]",), before="calendar"),
    CommandSpec("prep", _prep, ("PATH",), before="calendar"),
)
