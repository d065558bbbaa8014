"""The adventure: rooms made by hand, and walking through them.

A room is a record of the session (`tracker/session/rooms.py`).
"""

from tracker.feature import Feature, Keys, Lines, Player, Screens


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


ADVENTURE = Feature(id="adventure", lines=_lines, keys=_keys, opens=_open, screens=_screens)
