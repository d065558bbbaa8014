"""The players' page: the public part of a save in a browser, and the rest of `tracker watch`.

`tracker/session/public.py` decides what players may know. Their requests belong to the core, because pending
rolls know them.
"""

from tracker.feature import Answers, Companion, Feature, Keys, Player, Reply, Screens, Shell, ShellVerbs


def _keys() -> Keys:
    from tracker.features.page.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.page.screens import show_page

    show_page(player)


def _companion(player: Player) -> Companion:
    from tracker.features.page.companion import WebServer

    return WebServer(player.screen.campaign)


def _verbs() -> ShellVerbs:
    from tracker.features.page.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    from tracker.features.page.reply.watch import answer_watch

    return answer_watch


def _answers(verb: str) -> Answers:
    from tracker.features.page.reply.watch import UnseenAnswer, WatchAnswer

    return (WatchAnswer, UnseenAnswer)


def _screens() -> Screens:
    from tracker.features.page.screens import WebPageDialog

    return (WebPageDialog,)


PAGE = Feature(
    id="page",
    keys=_keys,
    opens=_open,
    screens=_screens,
    companion=_companion,
    shell=Shell(_verbs, _reply, _answers),
)
