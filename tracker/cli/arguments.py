"""The words of the shell's command line."""

import argparse
import re
from collections.abc import Sequence
from functools import partial
from typing import NoReturn

from tracker.cli.config import THEMES
from tracker.cli.verbs import VERBS
from tracker.wording.language import LANGUAGES, N_, _

OPTIONS_HELP = N_(
    "Opciones: --saves CARPETA, --gm NOMBRE, --lang es|en, --theme dark|light|contrast|16, --plain, --kiosk"
)


_UNUSED_WIDTH = 80
_NEGATIVE = re.compile(r"-[\d(+-]*d?[\d(]")


class WrongUsage(Exception):  # noqa: N818 - it is what the shell calls it
    """The command line cannot be understood; carries the verb whose usage would be right, or `options`."""

    def __init__(self, verb: str) -> None:
        super().__init__(verb)
        self.verb = verb


class _Parser(argparse.ArgumentParser):
    """Answers in our own words instead of argparse's.

    The width keeps its unused formatter of help from importing what measures a terminal.
    """

    def __init__(self, verb: str) -> None:
        super().__init__(
            prog=verb,
            add_help=False,
            allow_abbrev=False,
            formatter_class=partial(argparse.HelpFormatter, width=_UNUSED_WIDTH),
        )

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        raise WrongUsage(self.prog)


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Return what was typed; `verb` is one of `VERBS`. Raises `WrongUsage`."""
    options, rest = _options().parse_known_args([_no_option(word) for word in argv])
    if options.help:
        options.verb = "help"
        return options
    verb = rest[0] if rest and rest[0] in VERBS and rest[0] != "open" else "open"
    parser = _words_of(verb)
    arguments = parser.parse_intermixed_args(rest if verb == "open" else rest[1:], options)
    arguments.verb = verb
    if verb == "merge":
        _check_merge(arguments, parser)
    if verb == "library" and (arguments.action == "list") != (arguments.file is None):
        raise WrongUsage(verb)
    return arguments


def _no_option(word: str) -> str:
    """Return a word as it is, or with a space before a minus that begins a sum: `-1d4+3` is no option."""
    return f" {word}" if _NEGATIVE.match(word) else word


def _check_merge(arguments: argparse.Namespace, parser: _Parser) -> None:
    """Refuse a merge of nothing, or into nowhere: git names three files, others where to put it."""
    copies, target = len(arguments.copies), arguments.output
    if (copies != 3 or target is not None) if arguments.git else (target is None) != (copies == 1):
        parser.error("")


def _options() -> _Parser:
    """Return what reads the options that every verb takes, wherever they stand."""
    parser = _Parser("options")
    parser.add_argument("--saves")
    parser.add_argument("--gm")
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--kiosk", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser


def _words_of(verb: str) -> _Parser:
    """Return what reads the words of one verb."""
    parser = _Parser(verb)
    for word, how in VERBS[verb].words.items():
        short = ("-o",) if word == "--output" else ()
        parser.add_argument(*short, word, **how)
    return parser


def usage_of(verb: str) -> str:
    """Return how a verb is used, or which options there are."""
    return _(VERBS[verb].usage if verb in VERBS else OPTIONS_HELP)


def usage_text() -> str:
    """Return every usage, one a line."""
    return "\n".join([*(_(verb.usage) for verb in VERBS.values()), _(OPTIONS_HELP)])
