"""The recap: the last evenings as prose, on the screen, in a file or in a folder of notes.

What an evening was (`tracker/session/recap.py`) and its sentences (`tracker/wording/recap.py`) are of the
core: the log for players and the tab of the encounter tell them too.
"""

from tracker.feature import Feature, Keys, Player, Reply, Shell, ShellVerbs


def _keys() -> Keys:
    from tracker.features.recap.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.recap.screens import RecapScreen

    player.screen.app.push_screen(RecapScreen(player.history))


def _verbs() -> ShellVerbs:
    from tracker.features.recap.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    from tracker.features.recap.reply import answer_recap

    return answer_recap


RECAP = Feature(id="recap", keys=_keys, opens=_open, shell=Shell(_verbs, _reply))
