"""The notebook: people, places and threads of the campaign, revealed to the players or hidden from them.

An entry is a record of the session (`tracker/session/notebook.py`).
"""

from tracker.feature import AtMoment, Feature, Keys, Lines, Moment, Player, Screens


def _lines() -> Lines:
    from tracker.features.notebook.lines import LINES

    return LINES


def _keys() -> Keys:
    from tracker.features.notebook.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.notebook.screens import NotebookScreen

    player.screen.app.push_screen(NotebookScreen(player, at))


def _first_named(moment: Moment) -> str:
    from tracker.session.notebook import entries_named_in
    from tracker.wording.sentences import sentences

    history, event, _session = moment
    return next(iter(entries_named_in(history.session.notebook, " ".join(sentences(event, history)))), "")


def _screens() -> Screens:
    from tracker.features.notebook.screens import NotebookScreen

    return (NotebookScreen,)


NOTEBOOK = Feature(
    id="notebook", lines=_lines, keys=_keys, opens=_open, screens=_screens, at_moment=AtMoment(_first_named)
)
