"""`tracker verify`: whether the sealed dice are those that fell."""

from tracker.cli.invocation import DONE, REFUSED, Invocation
from tracker.cli.opened import open_campaign
from tracker.cli.printing import print_answer, print_line
from tracker.features.verify.verdict import verify
from tracker.features.verify.wording import verdict_answer, verdict_text


def answer_verify(invocation: Invocation) -> int:
    """Repeat every sealed roll and print the verdict; the exit code says whether all of them fit."""
    history = open_campaign(invocation).history
    verdict = verify(history)
    if invocation.arguments.json:
        print_answer(verdict_answer(verdict))
    else:
        print_line(verdict_text(verdict, history))
    return REFUSED if verdict.findings else DONE
