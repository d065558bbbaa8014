"""The notebook: people, places and threads of the campaign, told to the players or kept from them.

An entry is a record of the session (`tracker/session/notebook.py`).
"""

from tracker.feature import Feature, Keys, Lines, Player


def _lines() -> Lines:
    from tracker.features.notebook.lines import LINES

    return LINES


def _keys() -> Keys:
    from tracker.features.notebook.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.notebook.screens import NotebookScreen

    player.screen.app.push_screen(NotebookScreen(player, at))


NOTEBOOK = Feature(id="notebook", lines=_lines, keys=_keys, opens=_open)
