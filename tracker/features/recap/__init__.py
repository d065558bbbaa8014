"""The recap: the last evenings as prose, on the screen, in a file or in a folder of notes.

Evenings (`tracker/session/recap.py`) and their sentences (`tracker/wording/recap.py`) belong to the core,
because the log for players and the encounter tab show them too.
"""

from tracker.feature import Answers, Feature, Keys, Player, Reply, Screens, Shell, ShellVerbs


def _keys() -> Keys:
    from tracker.features.recap.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.recap.screens import RecapScreen

    player.screen.app.push_screen(RecapScreen(player.history, player.screen.campaign.save.path))


def _verbs() -> ShellVerbs:
    from tracker.features.recap.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    from tracker.features.recap.reply import answer_recap

    return answer_recap


def _answers(verb: str) -> Answers:
    from tracker.features.recap.wording import EveningAnswer

    return (EveningAnswer,)


def _screens() -> Screens:
    from tracker.features.recap.screens import RecapScreen

    return (RecapScreen,)


RECAP = Feature(id="recap", keys=_keys, screens=_screens, opens=_open, shell=Shell(_verbs, _reply, _answers))
