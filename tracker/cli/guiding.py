"""`tracker help`: what may be typed."""

from tracker.cli.arguments import usage_text
from tracker.cli.shell import DONE, Shell
from tracker.wording.dice_grammar import dice_help


def answer_help(shell: Shell) -> int:
    """Print every usage, or the language of dice."""
    print(dice_help() if shell.arguments.topic else usage_text())
    return DONE
