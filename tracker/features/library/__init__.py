"""The library by hand: filling it, the page that shows it, and the files of other programs.

A campaign takes elements from the library by core code: a typed name may be one of the library's
(`tracker/commands/library.py`), which the table and the shell read (`tracker/store/library.py`). So is a stat
block pasted in place of a name (`tracker/commands/pasting.py`).
"""

from tracker.feature import (
    Answers,
    CarriedOut,
    Command,
    Context,
    Feature,
    Keys,
    Lines,
    OrderAnswer,
    Orders,
    Played,
    Player,
    Preview,
    Reply,
    Shell,
    ShellVerbs,
)


def _lines() -> Lines:
    from tracker.features.library.lines import LINES

    return LINES


def _keys() -> Keys:
    from tracker.features.library.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.library.screens import ask_library

    ask_library(player)


def _foreseen(command: Command, context: Context) -> Preview:
    from tracker.features.library.commands import preview

    return preview(command, context)


def _at_table(player: Player, command: Command) -> Played:
    from tracker.features.library.screens import put_at_table

    return put_at_table(player, command)


def _in_shell(orders: Orders, command: Command) -> OrderAnswer:
    from tracker.features.library.reply import answer_put

    return answer_put(orders, command)


def _verbs() -> ShellVerbs:
    from tracker.features.library.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    from tracker.features.library.reply import answer_library

    return answer_library


def _answers(verb: str) -> Answers:
    from tracker.features.library.reply import LibraryAnswer

    return (LibraryAnswer,)


LIBRARY = Feature(
    id="library",
    lines=_lines,
    keys=_keys,
    opens=_open,
    carries=CarriedOut(_foreseen, _at_table, _in_shell, saves=True),
    shell=Shell(_verbs, _reply, _answers),
)
