"""The tally: how the dice have fallen, by die and by person, and how unusual that is."""

from tracker.feature import Answers, Feature, Keys, Player, Reply, Shell, ShellVerbs


def _keys() -> Keys:
    from tracker.features.tally.keys import KEYS

    return KEYS


def _open(player: Player, at: str) -> None:
    from tracker.features.tally.screens import tally_page

    player.screen.app.push_screen(tally_page(player.history))


def _verbs() -> ShellVerbs:
    from tracker.features.tally.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    from tracker.features.tally.reply import answer_stats

    return answer_stats


def _answers(verb: str) -> Answers:
    from tracker.features.tally.wording import TallyAnswer

    return (TallyAnswer,)


TALLY = Feature(id="tally", keys=_keys, opens=_open, shell=Shell(_verbs, _reply, _answers))
