"""The words of the shell's command line."""

import argparse
from collections.abc import Sequence
from typing import NoReturn

from tracker.cli.config import THEMES
from tracker.wording.language import LANGUAGES, N_, _

FORMATS = ("text", "jsonl", "csv", "md")
USAGES = {
    "open": N_("tracker [GUARDADO]"),
    "demo": N_("tracker demo [SISTEMA]"),
    "new": N_("tracker new NOMBRE [--system SISTEMA]"),
    "list": N_("tracker list"),
    "do": N_("tracker do GUARDADO [ORDEN] [--json]"),
    "status": N_("tracker status GUARDADO [--json]"),
    "watch": N_("tracker watch GUARDADO [--plain]"),
    "log": N_("tracker log GUARDADO [--format text|jsonl|csv|md]"),
    "roll": N_("tracker roll EXPRESIÓN [--seed N] [--json]"),
    "config": N_("tracker config"),
    "help": N_("tracker help"),
}
OPTIONS_HELP = N_(
    "Opciones: --saves CARPETA, --gm NOMBRE, --lang es|en, --theme dark|light|contrast|16, --plain"
)


class WrongUsage(Exception):  # noqa: N818 - it is what the shell calls it
    """The command line cannot be understood; carries the verb whose usage would be right, or `options`."""

    def __init__(self, verb: str) -> None:
        super().__init__(verb)
        self.verb = verb


class _Parser(argparse.ArgumentParser):
    """Answers in our own words instead of argparse's."""

    def error(self, message: str) -> NoReturn:
        """Refuse a command line."""
        raise WrongUsage(self.prog)


def read_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Return what was typed; `verb` is one of `USAGES`. Raises `WrongUsage`."""
    options, rest = _options().parse_known_args(argv)
    if options.help:
        options.verb = "help"
        return options
    verb = rest[0] if rest and rest[0] in USAGES and rest[0] != "open" else "open"
    arguments = _words_of(verb).parse_args(rest if verb == "open" else rest[1:], options)
    arguments.verb = verb
    return arguments


def _options() -> _Parser:
    """Return what reads the options that every verb takes, wherever they stand."""
    parser = _Parser(prog="options", add_help=False, allow_abbrev=False)
    parser.add_argument("--saves")
    parser.add_argument("--gm")
    parser.add_argument("--lang", choices=LANGUAGES)
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("-h", "--help", action="store_true")
    return parser


def _words_of(verb: str) -> _Parser:
    """Return what reads the words of one verb."""
    parser = _Parser(prog=verb, add_help=False, allow_abbrev=False)
    match verb:
        case "open":
            parser.add_argument("save", nargs="?")
        case "demo":
            parser.add_argument("system", nargs="?", default="chronicle")
        case "new":
            parser.add_argument("name")
            parser.add_argument("--system", default="chronicle")
        case "do":
            parser.add_argument("save")
            parser.add_argument("line", nargs="*")
        case "status" | "log" | "watch":
            parser.add_argument("save")
        case "roll":
            parser.add_argument("expression", nargs="+")
    if verb in ("do", "status", "roll", "list"):
        parser.add_argument("--json", action="store_true")
    if verb in ("do", "roll"):
        parser.add_argument("--seed", type=int)
    if verb == "log":
        parser.add_argument("--format", choices=FORMATS, default="text")
    return parser


def usage_text() -> str:
    """Return every usage, one a line."""
    return "\n".join([*(_(usage) for usage in USAGES.values()), _(OPTIONS_HELP)])
