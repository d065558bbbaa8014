"""Copies what is on the screen to the clipboard of the GM's terminal: rows, events, the players' address.

How a text gets there is the subject of `tracker/terminal/osc.py`.
"""

from tracker.feature import (
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
)


def _lines() -> Lines:
    from tracker.features.clipboard.lines import LINES

    return LINES


def _keys() -> Keys:
    from tracker.features.clipboard.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.clipboard.screens import copy_rows

    copy_rows(player)


def _foreseen(command: Command, context: Context) -> Preview:
    from tracker.features.clipboard.commands import foreseen

    return foreseen(command)


def _at_table(player: Player, command: Command) -> Played:
    from tracker.features.clipboard.screens import copy_at_table

    copy_at_table(player, command)
    return None


def _in_shell(orders: Orders, command: Command) -> OrderAnswer:
    from tracker.features.clipboard.commands import refuse_without_table

    refuse_without_table()


CLIPBOARD = Feature(
    id="clipboard",
    lines=_lines,
    keys=_keys,
    opens=_open,
    carries=CarriedOut(_foreseen, _at_table, _in_shell),
)
