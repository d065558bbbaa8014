"""The language of a GM whose system names none: asked once, in every language, and remembered."""

import os
import sys
import termios
import tty
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from tracker.cli.config_file import example, keep_preference
from tracker.cli.printing import print_line
from tracker.rules.refusal import Refusal
from tracker.terminal.running import require_terminal
from tracker.wording.language import LANGUAGES, grammar_of, speak
from tracker.wording.sentences import refusal_sentence

_AT_ONCE = 16
"""The most bytes of one key."""


def ask_language(environment: Mapping[str, str], path: Path) -> None:
    """Ask for the language with one key, speak it, and write it into the GM's file.

    If the file cannot be written, print the reason: the next start asks again. Ctrl+C raises
    `KeyboardInterrupt`.
    """
    require_terminal(environment)
    languages = [grammar_of(each) for each in LANGUAGES]
    options = "   ".join(f"{key} {each.name}" for key, each in enumerate(languages, 1))
    print_line(f"{' / '.join(each.question for each in languages)}   {options}")
    code = LANGUAGES[_wait_for_digit() - 1]
    speak(code)
    try:
        keep_preference(path, "language", code, partial(example, path))
    except Refusal as refusal:
        print_line(refusal_sentence(refusal), error=True)


def _wait_for_digit() -> int:
    """Wait for one of the offered digits; other keys do nothing.

    Raises `KeyboardInterrupt` if the terminal is gone.
    """
    terminal = sys.stdin.fileno()
    try:
        old_settings = termios.tcgetattr(terminal)
        tty.setcbreak(terminal)
    except termios.error as error:
        raise KeyboardInterrupt from error
    try:
        while True:
            pressed = os.read(terminal, _AT_ONCE)
            if not pressed:
                raise KeyboardInterrupt
            for key, _name in enumerate(LANGUAGES, 1):
                if pressed == str(key).encode():
                    return key
    finally:
        with suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSADRAIN, old_settings)
