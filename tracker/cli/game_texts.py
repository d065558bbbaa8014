"""What the actions of `tracker game` share: the faults of a text, and a question."""

import sys
from typing import TYPE_CHECKING

from tracker.cli.printing import print_line
from tracker.store.game_files import Shelf
from tracker.wording.messages import say
from tracker.wording.words import synonyms, words_of

if TYPE_CHECKING:
    from tracker.rules.game_file.records import GameFile


def parse_or_print(text: str, shelf: Shelf, below: str = "") -> "GameFile | None":
    """Parse a text over the game file `below` or one of the shelf; None once its faults are printed."""
    from tracker.rules.game_file.compiled import parse_and_check
    from tracker.rules.game_file.reading import Faults
    from tracker.wording.game_file import fault_text

    try:
        game, _base = parse_and_check(text, lambda key: shelf.game_below(key, below))
    except Faults as faults:
        for fault in faults.faults:
            print_line(fault_text(fault))
        return None
    return game


def ask_consent(question: str) -> bool:
    """Ask at a terminal; anywhere else, print how a script agrees."""
    if not sys.stdin.isatty():
        print_line(say("game_file.yes_agrees"))
        return False
    print_line(f"{question} {say('game_file.yes_or_no')}")
    answer = sys.stdin.readline().strip().casefold()
    return bool(answer) and any(each.startswith(answer) for each in synonyms(words_of(""), "campaign", "yes"))
