"""One campaign on two hosts, each with its own copy of the save, linked over ssh."""

from tracker.feature import Answers, Companion, Feature, Keys, Player, Reply, Shell, ShellVerbs


def _keys() -> Keys:
    from tracker.features.towns.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.towns.screens import ask_town

    ask_town(player)


def _companion(player: Player) -> Companion:
    from tracker.features.towns.companion import Links

    return Links(player.screen.campaign, kiosk=player.kiosk)


def _verbs() -> ShellVerbs:
    from tracker.features.towns.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    if verb == "serve":
        from tracker.features.towns.reply.serve import answer_serve

        return answer_serve
    from tracker.features.towns.reply.sync import answer_sync

    return answer_sync


def _answers(verb: str) -> Answers:
    if verb == "serve":
        return ()
    from tracker.features.towns.reply.sync import SyncAnswer

    return (SyncAnswer,)


TOWNS = Feature(
    id="towns", keys=_keys, opens=_open, companion=_companion, shell=Shell(_verbs, _reply, _answers)
)
