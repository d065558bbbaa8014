"""The adventure: rooms made by hand or read from a page, and walking through them.

A room is a record of the session (`tracker/session/rooms.py`).
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
    Reply,
    Screens,
    Shell,
    ShellVerbs,
)


def _lines() -> Lines:
    from tracker.features.adventure.lines import LINES

    return LINES


def _keys() -> Keys:
    from tracker.features.adventure.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.adventure.screens import RoomsScreen

    player.screen.app.push_screen(RoomsScreen(player, at))


def _screens() -> Screens:
    from tracker.features.adventure.screens import RoomsScreen

    return (RoomsScreen,)


def _foreseen(command: Command, context: Context) -> Preview:
    from tracker.features.adventure.prep import preview

    return preview(command, context)


def _at_table(player: Player, command: Command) -> Played:
    from tracker.features.adventure.prep_screen import show_page

    return show_page(player, command)


def _in_shell(orders: Orders, command: Command) -> OrderAnswer:
    from tracker.features.adventure.reply import answer_line

    return answer_line(orders, command)


def _verbs() -> ShellVerbs:
    from tracker.features.adventure.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    from tracker.features.adventure.reply import answer_prep

    return answer_prep


ADVENTURE = Feature(
    id="adventure",
    lines=_lines,
    keys=_keys,
    opens=_open,
    carries=CarriedOut(_foreseen, _at_table, _in_shell),
    screens=_screens,
    shell=Shell(_verbs, _reply),
)
