"""`tracker config`: an example of the GM's file, and what is wrong with their own."""

import sys

from tracker.cli.config_example import example
from tracker.cli.shell import DONE, Shell
from tracker.store.paths import config_file
from tracker.widgets.keymap import checked
from tracker.wording.sentences import refusal_sentence


def answer_config(shell: Shell) -> int:
    """Print a file of preferences, and what is wrong with the GM's own."""
    print(example(config_file(shell.environment)))
    for mistake in (*shell.config.mistakes, *checked(shell.preferences.keys)[1]):
        print(refusal_sentence(mistake), file=sys.stderr)
    return DONE
