"""The check of sealed dice: every sealed roll is repeated, and each one that does not fit is named.

Seals and their dice belong to the core, because the store writes them into every event.
"""

from tracker.feature import Answers, Feature, Reply, Shell, ShellVerbs


def _verbs() -> ShellVerbs:
    from tracker.features.verify.shell import VERBS

    return VERBS


def _reply(verb: str) -> Reply:
    from tracker.features.verify.reply import answer_verify

    return answer_verify


def _answers(verb: str) -> Answers:
    from tracker.features.verify.wording import VerdictAnswer

    return (VerdictAnswer,)


VERIFY = Feature(id="verify", shell=Shell(_verbs, _reply, _answers))
